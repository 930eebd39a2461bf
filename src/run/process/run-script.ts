/**
 * Runs a script of a skill by its path, or refuses it. The script runs from the private copy, and the decision is about
 * the digest of this copy. The first line or file name of the script selects the interpreter. Paths are only compared
 * with the files of the copy, so no path leads out of it.
 */
import type { ScriptAnswer } from "../../model/conversation/control.ts";
import { OperationError } from "../../model/errors.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { baseName } from "../../model/text/text.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { askConsent, type ConsentContext } from "./ask-consent.ts";
import { howToAllow } from "./decide-run.ts";
import { type Interpreter, interpreterOf, MAX_FIRST_LINE } from "./interpreter.ts";
import { failureReason, outputText } from "./outcome-text.ts";
import { copySkill, type PrivateCopy, type SkillFileSource } from "./private-copy.ts";
import { helpForFailedStart, type RunContext, runCommand } from "./run-command.ts";

export interface ScriptCall {
  readonly skill: Skill;
  /** Path of the script, relative to the skill's directory. */
  readonly path: string;
  readonly words: readonly string[];
  readonly input?: string | undefined;
}

export type ScriptContext = RunContext & ConsentContext & SkillFileSource;

export async function runScript(call: ScriptCall, context: ScriptContext): Promise<ScriptAnswer> {
  let copy: PrivateCopy | undefined;
  try {
    copy = await copySkill(call.skill, context);
    return await runCopied({ ...call, path: call.path.replace(/^(?:\.\/)+/, "") }, copy, context);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return refused(error.code, error.message, error.hint);
  } finally {
    copy?.remove();
  }
}

async function runCopied(call: ScriptCall, copy: PrivateCopy, context: ScriptContext): Promise<ScriptAnswer> {
  const { skill, path, words, input } = call;
  if (copy.digestOf(path) === undefined || path === baseName(skill.path))
    return refused(
      "SK433",
      "the skill has no such script",
      `its files are listed by \`skillwright explain --details ${skill.name}\``,
    );
  const interpreter = interpreterOf(path, headOf(`${copy.directory}/${path}`));
  if ("problem" in interpreter)
    return refused("SK433", interpreter.problem, "begin it with a line such as `#!/bin/sh`");
  const subject = { skill, digest: copy.digest };
  const { decision, reason, code = "SK430" } = await askConsent("scripts", subject, [line(interpreter, call)], context);
  if (decision !== "allow") return refused(code, reason, howToAllow("scripts", copy));
  const outcome = await runCommand(
    {
      program: interpreter.program,
      args: [...interpreter.args, `${copy.directory}/${path}`, ...words],
      skillDirectory: copy.directory,
      original: skill.root.source === undefined ? skill.directory : undefined,
      ...(input === undefined ? {} : { input }),
    },
    context,
  );
  if (outcome.ended === "not-started") return refused("SK431", outcome.reason ?? "", helpForFailedStart(context));
  const well = outcome.ended === "exited" && outcome.code === 0;
  return {
    outcome,
    said: outputText(outcome),
    ...(well ? {} : { failed: failureReason(outcome, context.settings.timeoutMs) }),
    interpreter: interpreter.program,
    digest: copy.digest,
  };
}

/** Returns the command line for display, as a person would type it. It is never executed. */
function line({ program, args }: Interpreter, { path, words }: ScriptCall): string {
  return [
    program,
    ...args,
    path,
    ...words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : JSON.stringify(word))),
  ].join(" ");
}

function headOf(path: string): Uint8Array {
  const head = Buffer.alloc(MAX_FIRST_LINE);
  return head.subarray(0, nodeFiles.readHead(path, head, Number.MAX_SAFE_INTEGER));
}

function refused(code: string, reason: string, help?: string): ScriptAnswer {
  return { refused: { code, reason, ...(help === undefined ? {} : { help }) } };
}
