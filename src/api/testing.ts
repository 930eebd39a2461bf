/** Testing skills and programs that use them: files in memory, trigger tests, and a check of the sandbox. */
import type { LoadOptions } from "../catalog/load/load.ts";
import type { EvalOptions, EvalReport } from "../ops/evals/eval-skills.ts";
import type { SandboxReport } from "../run/sandbox/open-sandbox.ts";

export type { EvalOptions, EvalReport } from "../ops/evals/eval-skills.ts";
export type { AskModel } from "../ops/evals/model/conversation.ts";
export { memoryFiles } from "../platform/files/memory-files.ts";
export type { SandboxReport } from "../run/sandbox/open-sandbox.ts";

/** Runs the trigger tests of skills: does a request find the skill that it should? */
export async function evalSkills(options: EvalOptions = {}): Promise<EvalReport> {
  return (await import("../ops/evals/eval-skills.ts")).evalSkills(options);
}

/** Tries to get out of the sandbox of this machine, and returns the result of each check. */
export async function testSandbox(options?: LoadOptions): Promise<SandboxReport> {
  return (await import("../run/process/run-skill.ts")).testSandbox(options);
}
