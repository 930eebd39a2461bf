/** The reporter of `npm test`: prints failures, sometimes a line of progress, and the slow files. */
import { MinimalReporter, type TestModule, type TestRunEndReason, type TestSpecification } from "vitest/node";

const SLOW_MS = 10_000;
const PROGRESS_MS = 15_000;

export default class ReportProgress extends MinimalReporter {
  #files = 0;
  #done = 0;
  #tests = 0;
  #shown = 0;

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module);
    this.#done += 1;
    this.#tests += [...module.children.allTests()].length;
    const elapsed = performance.now() - this.start;
    if (elapsed - this.#shown < PROGRESS_MS) return;
    this.#shown = elapsed;
    this.log(`${this.#done} of ${this.#files} files, ${this.#tests} tests, ${inSeconds(elapsed)}`);
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: Parameters<MinimalReporter["onTestRunEnd"]>[1],
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason);
    const slow = modules
      .map((module) => ({ file: module.relativeModuleId, ms: module.diagnostic().duration }))
      .filter(({ ms }) => ms > SLOW_MS)
      .sort((a, b) => b.ms - a.ms);
    if (slow.length > 0) this.log(`slow files: ${slow.map(({ file, ms }) => `${file} ${inSeconds(ms)}`).join(", ")}\n`);
  }
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
