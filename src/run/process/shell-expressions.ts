/**
 * Runs the commands of a skill's text in order, each in its own shell, and returns their outputs or refusals. The
 * commands come from the original text. The user's arguments are passed as `$0`, `$1` and variables, which a shell
 * never reads as commands. Outputs are not scanned for commands.
 */
import type { ShellAnswer, ShellResult, ShellText } from "../../model/conversation/activation.ts";
import type { CommandOutcome } from "../../model/conversation/control.ts";
import { OperationError } from "../../model/errors.ts";
import { baseName } from "../../model/text/text.ts";
import { stopAfter } from "../../platform/processes/stop-after.ts";
import { askConsent, type ConsentContext } from "./ask-consent.ts";
import { decideRun } from "./decide-run.ts";
import { failureReason, outputText } from "./outcome-text.ts";
import { copySkill, type PrivateCopy, type SkillFileSource } from "./private-copy.ts";
import { type RunContext, runCommand } from "./run-command.ts";
import { meansNothingFound, shellOf } from "./shells.ts";

export interface ShellContext extends RunContext, ConsentContext, SkillFileSource {
  /** `show`: runs nothing, and reports the commands that would run. */
  readonly only?: "show" | undefined;
}

/** Maximum commands in one text. The largest known skill has eleven. */
const MAX_COMMANDS = 32;
/** Time limit for all commands of one text together. */
const TOTAL_TIMEOUT_MS = 300_000;

export async function runExpressions(text: ShellText, context: ShellContext): Promise<ShellAnswer> {
  const { commands, skill } = text;
  if (commands.length > MAX_COMMANDS)
    return refuseAll(text, `it has ${commands.length} commands, more than the ${MAX_COMMANDS} that are run for a text`);
  let copy: PrivateCopy | undefined;
  try {
    copy = await copySkill(skill, context);
    if (copy.digestOf(baseName(skill.path)) !== text.fileDigest) return refuseChangedSkill();
    return await runCopied(text, copy, context);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return refuseAll(text, error.message);
  } finally {
    copy?.remove();
  }
}

async function runCopied(text: ShellText, copy: PrivateCopy, context: ShellContext): Promise<ShellAnswer> {
  const subject = { skill: text.skill, digest: copy.digest };
  if (context.only === "show") {
    const { decision, reason } = decideRun("shell", subject, context.settings);
    return refuseAll(text, decision === "allow" ? "only shown; your settings allow this command" : reason);
  }
  const verdict = await askConsent("shell", subject, text.commands, context);
  if (verdict.decision !== "allow") return refuseAll(text, verdict.reason);
  const stop = stopAfter(TOTAL_TIMEOUT_MS, context.signal);
  try {
    return await runEach(text, copy, { ...context, signal: stop.signal });
  } finally {
    stop.release();
  }
}

/**
 * Runs the commands in order and stops at the first failure. If the settings allow it, a failed command is marked in
 * the text and the others still run.
 */
async function runEach(text: ShellText, copy: PrivateCopy, context: ShellContext): Promise<ShellAnswer> {
  const results: ShellResult[] = [];
  for (const command of text.commands) {
    const outcome = await runOne(command, text, copy, context);
    if (outcome.ended === "not-started") return refuseAll(text, failureReason(outcome, context.settings.timeoutMs));
    if (isSuccess(command, outcome)) results.push({ output: outputText(outcome) });
    else {
      const reason = failureReason(outcome, context.settings.timeoutMs);
      if (!context.settings.markFailures) return failed(command, reason);
      results.push({ failed: reason });
    }
  }
  return { results };
}

function runOne(
  command: string,
  { skill, words, typed, names, base }: ShellText,
  copy: PrivateCopy,
  context: ShellContext,
): Promise<CommandOutcome> {
  const { program, args } = shellOf(skill.manifest.shell, command, context);
  return runCommand(
    {
      program,
      // Without this empty argument, the shell would use its own path as `$0`.
      args: [...args, ...(base === 0 ? (words.length === 0 ? [""] : words) : [skill.name, ...words])],
      skillDirectory: copy.directory,
      original: skill.root.source === undefined ? skill.directory : undefined,
      variables: { ...namedWords(names, words), ARGUMENTS: typed },
    },
    context,
  );
}

/**
 * Returns the arguments as variables. Only lowercase names are accepted, because no program reads them as settings.
 * Another name could be `LD_PRELOAD`.
 */
function namedWords(names: readonly string[], words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name, at) => (/^[a-z][a-z0-9_]*$/.test(name) ? [[name, words[at] ?? ""]] : [])),
  );
}

function isSuccess(command: string, { ended, code }: CommandOutcome): boolean {
  if (ended === "too-much-output") return true;
  return ended === "exited" && (code === 0 || (code === 1 && meansNothingFound(command)));
}

function refuseAll({ commands }: ShellText, refused: string): ShellAnswer {
  return { results: commands.map(() => ({ refused })) };
}

const MAX_QUOTED = 200;

function failed(command: string, reason: string): ShellAnswer {
  const [line = ""] = command.split("\n", 1);
  return {
    refusal: {
      code: "SK432",
      reason: `its command \`${line.slice(0, MAX_QUOTED)}\` failed: ${reason}`,
      help: "correct the command; `run.mark_failures: true` loads the skill and marks the failed command",
    },
  };
}

/** Creates the refusal for a file that changed after it was read. */
export function refuseChangedSkill(): ShellAnswer {
  return {
    refusal: {
      code: "SK432",
      reason: "its file changed while its commands were made ready",
      help: "load the skill again",
    },
  };
}
