/**
 * A reporter that lists the skipped tests by reason. For `npm test`, it writes them to a file. There, a test that is
 * skipped without a reason fails the run.
 */
import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { listSkips } from "../scripts/skips.mjs";

interface Skip {
  readonly file: string;
  readonly reason: string;
}

export default class ReportSkips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")]).filter(isDeliberate);
    const skips: Skip[] = skipped.map((test) => ({ file: test.module.relativeModuleId, reason: reasonOf(test) ?? "" }));
    const into = process.env["SKILLWRIGHT_SKIPS"];
    if (into === undefined) {
      // With `-t` or `.only` most tests are skipped, and none of them has a reason.
      const explained = skips.filter(({ reason }) => reason !== "");
      if (explained.length > 0) console.log(listSkips(explained));
      return;
    }
    writeFileSync(into, JSON.stringify({ files: modules.map(({ relativeModuleId }) => relativeModuleId), skips }));
    const silent = skipped.filter((test) => reasonOf(test) === undefined);
    if (silent.length === 0) return;
    const names = silent.map(({ module, fullName }) => `${module.relativeModuleId} > ${fullName}`);
    console.error(`skipped without a reason, use test/needs.ts:\n${names.join("\n")}`);
    process.exitCode = 1;
  }
}

/** Vitest also skips the tests of a suite whose set-up failed. That suite fails by itself. */
function isDeliberate(test: TestCase): boolean {
  return test.options.mode === "skip";
}

/** The reason is on the test or on a suite around it. */
function reasonOf(test: TestCase): string | undefined {
  for (let at: TestCase["parent"] | TestCase = test; at.type !== "module"; at = at.parent) {
    const { skipReason } = at.meta();
    if (skipReason !== undefined) return skipReason;
  }
  return undefined;
}
