/**
 * Decides whether code of a skill may run. If a rule applies, the rule decides. Otherwise the user sees exactly what
 * would run and is asked. In a session, the user is asked only once about the same bytes. Without a user, the answer is
 * no.
 */
import type { Prompter, Question, Verdict } from "../../model/conversation/control.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { RunKind, RunSettings } from "../../model/rules/run-settings.ts";
import { oneLine } from "../../model/text/text.ts";
import { askInTime, type Unanswered } from "../ask-in-time.ts";
import { decideRun, type RunSubject } from "./decide-run.ts";

export interface ConsentContext {
  readonly settings: RunSettings;
  readonly prompter?: Prompter | undefined;
  /** True if the user has already approved this call. */
  readonly approved?: boolean | undefined;
  /** The user's answers in this session, by digest and commands. */
  readonly answers?: Map<string, boolean> | undefined;
  readonly askTimeoutMs?: number | undefined;
  readonly signal?: StopSignal | undefined;
}

const ASK_TIMEOUT_MS = 300_000;
/** Maximum lines that are shown to the user. */
const MAX_SHOWN = 40;

/** Returns `allow` or `deny`. `shown` are the commands that would run. */
export async function askConsent(
  kind: RunKind,
  subject: RunSubject,
  shown: readonly string[],
  context: ConsentContext,
): Promise<Verdict> {
  const verdict = decideRun(kind, subject, context.settings);
  if (verdict.decision !== "ask") return verdict;
  if (context.approved) return yes("the user requested the run");
  const key = `${kind} ${subject.digest}`;
  const before = context.answers?.get(key);
  if (before !== undefined) return before ? yes("the user said yes in this session") : no("the user said no", verdict);
  const { prompter, askTimeoutMs: timeoutMs = ASK_TIMEOUT_MS, signal } = context;
  const asked = await askInTime(prompter, question(kind, subject, shown), { timeoutMs, signal });
  if ("unanswered" in asked) return no(why(asked.unanswered, verdict), verdict);
  if (asked.answer === "session" || asked.answer === "no") context.answers?.set(key, asked.answer === "session");
  return asked.answer === "once" || asked.answer === "session"
    ? yes("the user said yes")
    : no("the user said no", verdict);
}

const NOUNS: Readonly<Record<RunKind, string>> = { shell: "the commands", scripts: "a script", hooks: "the hooks" };

function question(kind: RunKind, { skill, digest }: RunSubject, shown: readonly string[]): Question {
  const more = shown.length - MAX_SHOWN;
  return {
    kind: "choice",
    title: `Run ${NOUNS[kind]} of the skill \`${oneLine(skill.name)}\`?`,
    details: [
      `scope: ${skill.scope}`,
      `digest: ${digest}`,
      ...shown.slice(0, MAX_SHOWN).map((line) => `  ${oneLine(line)}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ],
    choices: [
      { value: "no", label: "no" },
      { value: "once", label: "yes, this once" },
      { value: "session", label: "yes, in this session" },
    ],
  };
}

function why(unanswered: Unanswered, { reason }: Verdict): string {
  if (unanswered === "nobody") return reason;
  return unanswered === "cancelled" ? "the question was cancelled" : "no answer came in time";
}

function yes(reason: string): Verdict {
  return { decision: "allow", reason, by: "the user" };
}

function no(reason: string, { by, code = "SK430" }: Verdict): Verdict {
  return { decision: "deny", reason, by, code };
}
