/**
 * Functions to test skills and programs that use skills: files in memory, trigger tests, and a check of the sandbox.
 */
import type { LoadOptions } from "../catalog/load/load.ts";
import { ARGUMENT_SHAPES, checkArguments, checkLoadOptions, checkTexts } from "../ops/check-options.ts";
import type { EvalOptions, EvalReport } from "../ops/evals/eval-skills.ts";
import type { Files } from "../platform/files/files.ts";
import { memoryFiles as makeFiles } from "../platform/files/memory-files.ts";
import type { SandboxReport } from "../run/sandbox/open-sandbox.ts";

export type { EvalOptions, EvalReport } from "../ops/evals/eval-skills.ts";
export type { AskModel } from "../ops/evals/model/conversation.ts";
export type { SandboxReport } from "../run/sandbox/open-sandbox.ts";

/**
 * Creates a file system in memory, for tests and for skills that are not on a disk. Keys are absolute paths with `/`.
 * With `caseless`, names match in any case and Unicode composition, as on macOS.
 */
export function memoryFiles(
  tree: Readonly<Record<string, string | Uint8Array | { link: string } | "directory">>,
  options: { readonly caseless?: boolean } = {},
): Files {
  checkArguments("memoryFiles", { tree: [tree, TREE], options: [options, ARGUMENT_SHAPES.object] });
  return makeFiles(tree, options);
}

const TREE = {
  fits: (value: unknown): boolean => ARGUMENT_SHAPES.object.fits(value) && Object.values(value as object).every(isNode),
  write: 'an object of strings, bytes, `{ link: "…" }` or `"directory"`, by path',
};

function isNode(value: unknown): boolean {
  return (
    ARGUMENT_SHAPES.text.fits(value) ||
    value instanceof Uint8Array ||
    (ARGUMENT_SHAPES.object.fits(value) && ARGUMENT_SHAPES.text.fits((value as { readonly link?: unknown }).link))
  );
}

/** Runs the trigger tests of skills. They check whether a request finds the intended skill. */
export async function evalSkills(options: EvalOptions = {}): Promise<EvalReport> {
  checkLoadOptions("evalSkills", options);
  checkTexts("evalSkills", options.skills ?? []);
  return (await import("../ops/evals/eval-skills.ts")).evalSkills(options);
}

/** Tries to escape from this machine's sandbox, and returns the result of each attempt. */
export async function testSandbox(options: LoadOptions = {}): Promise<SandboxReport> {
  checkLoadOptions("testSandbox", options);
  return (await import("../run/process/run-skill.ts")).testSandbox(options);
}
