/** Converts a hook's exit code and output into its decision: allow, ask, refuse, or add context for the model. */
import type { CommandOutcome } from "../../model/conversation/control.ts";
import type { Decision } from "../../model/rules/decision.ts";
import { isMap, parseJson } from "../../model/schema.ts";
import { quoteForeignText } from "../../model/text/display/foreign-text.ts";

export interface HookAnswer {
  readonly decision?: Decision;
  readonly reason: string;
  readonly context: string;
  /**
   * The reason why the hook failed. It could not run, timed out, or printed an invalid answer. Its answer is then
   * ignored.
   */
  readonly failed?: string;
  /** True if the hook, or a program that it calls, could not run. In that case, the hook made no decision. */
  readonly unable?: boolean;
}

/**
 * Removes secrets and hidden characters from a text. It is called after JSON is parsed, because JSON escapes can hide
 * secrets and such characters.
 */
type Clean = (text: string) => string;

const NO_WORD: HookAnswer = { reason: "", context: "" };
/** The exit code with which a hook refuses. The reason is then in its standard error. */
const REFUSES = 2;
/** The exit codes with which a shell reports a program that it cannot run. */
const NOT_RUN: readonly (number | null)[] = [126, 127];
/** The lines with which dash, bash, busybox and zsh name a missing program, for example `sh: 1: jq: not found`. */
const MISSING =
  /^.{0,200}?\b(?:line )?\d+: ([^\s:]{1,100}): (?:command )?not found$|^.{0,200}?:\d+: command not found: (\S{1,100})$/m;

/**
 * Converts the outcome of a hook into its answer. With exit code 0, JSON output is the answer, and any other output is
 * context for the model. Exit code 2 means refused, and any other code means failed.
 */
export function hookAnswer({ ended, code, stdout, stderr, reason }: CommandOutcome, clean: Clean): HookAnswer {
  if (ended === "not-started") return { ...NO_WORD, failed: reason ?? ended, unable: true };
  if (ended !== "exited") return { ...NO_WORD, failed: reason ?? ended };
  if (code === REFUSES) return { decision: "deny", reason: wordsOf(stderr) || "the hook refused", context: "" };
  const missing = missingProgram(stderr);
  if (missing !== undefined) return { ...NO_WORD, failed: `the program ${missing} is not found`, unable: true };
  if (NOT_RUN.includes(code)) return { ...NO_WORD, failed: `exit code ${code}${because(stderr)}`, unable: true };
  if (code !== 0) return { ...NO_WORD, failed: code === null ? "it was killed" : `exit code ${code}` };
  const text = stdout.trim();
  return text.startsWith("{") ? readJson(text, clean) : { ...NO_WORD, context: text };
}

function missingProgram(stderr: string): string | undefined {
  const found = MISSING.exec(stderr);
  return found === null ? undefined : quoteForeignText(found[1] ?? found[2] ?? "");
}

function because(stderr: string): string {
  return stderr.trim() === "" ? "" : ` (${wordsOf(stderr)})`;
}

function readJson(text: string, clean: Clean): HookAnswer {
  const said = parseJson(text);
  if (said === undefined) return { ...NO_WORD, failed: "its output is not valid JSON" };
  return isMap(said) ? readAnswer(said, clean) : NO_WORD;
}

/** Reads an answer in both forms that hosts use: top-level keys, and keys under `hookSpecificOutput`. */
function readAnswer(said: Record<string, unknown>, clean: Clean): HookAnswer {
  const textOf = (value: unknown): string => (typeof value === "string" ? clean(value).trim() : "");
  const specific = isMap(said["hookSpecificOutput"]) ? said["hookSpecificOutput"] : {};
  const stops = said["continue"] === false;
  const decision = stops ? "deny" : decisionOf(specific["permissionDecision"] ?? said["decision"]);
  const reason = textOf(specific["permissionDecisionReason"]) || textOf(said["reason"]) || textOf(said["stopReason"]);
  const words = wordsOf(reason);
  return {
    ...(decision === undefined ? {} : { decision }),
    reason: words || (decision === "deny" ? "it refused" : ""),
    context: textOf(specific["additionalContext"]) || textOf(said["additionalContext"]),
  };
}

const MAX_REASON = 500;

/** Quotes a hook's text for use in a message. */
function wordsOf(text: string): string {
  return text.trim() === "" ? "" : quoteForeignText(text, MAX_REASON);
}

const DECISIONS: Readonly<Record<string, Decision>> = {
  allow: "allow",
  approve: "allow",
  ask: "ask",
  deny: "deny",
  block: "deny",
};

function decisionOf(said: unknown): Decision | undefined {
  return typeof said === "string" && Object.hasOwn(DECISIONS, said) ? DECISIONS[said] : undefined;
}
