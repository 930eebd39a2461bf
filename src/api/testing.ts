/** Testing skills and programs that use them: files in memory, trigger tests, and a check of the sandbox. */

export type { AskModel } from "../ops/evals/conversation.ts";
export { type EvalOptions, type EvalReport, evalSkills } from "../ops/evals/eval-skills.ts";
export { memoryFiles } from "../platform/files/memory-files.ts";
export { testSandbox } from "../run/process/run-skill.ts";
export type { SandboxReport } from "../run/sandbox/open-sandbox.ts";
