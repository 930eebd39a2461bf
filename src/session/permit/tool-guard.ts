/**
 * The guard of a session. It wraps tools and decides about each call before the tool runs. If a call is not allowed,
 * the guard asks the user. If the user refuses or cannot be asked, the model receives the reason. It wraps tools in
 * Skillwright's own format; adapters call `check` for tools of frameworks.
 */
import type { Prompter, ToolCall, Verdict } from "../../model/conversation/control.ts";
import type { Cancelled, NeutralTool, ToolResult } from "../../model/conversation/neutral-tool.ts";
import type { GuardOptions, OpenPermissionWindow, ToolKind } from "../../model/rules/permission.ts";
import { oneLine } from "../../model/text/text.ts";
import { asStopSignal } from "../../platform/processes/stop-after.ts";
import { type AnswerInTime, askInTime } from "../../run/ask-in-time.ts";
import type { EventAttributes } from "../conversation/events/events.ts";
import { cutBetweenCharacters, quoteUntrusted } from "../conversation/notes.ts";
import type { CheckedCall } from "../conversation/session-options.ts";
import { WRITING_TOOLS } from "./call-targets.ts";
import { type CallContext, decideCall } from "./decide-call.ts";
import { expectChanges } from "./paths/directory-names.ts";
import { showWindow } from "./permission-windows.ts";
import { parametersOf, type ReadCall, readCall, toolKindFor } from "./read-call.ts";

export interface GuardPorts {
  readonly context: CallContext;
  readonly prompter?: Prompter;
  readonly promptTimeoutMs: number;
  readonly emit: (attributes: () => EventAttributes) => void;
  /** True if events should contain the arguments of calls. */
  readonly recordContent: boolean;
}

export class ToolGuard {
  readonly #ports: GuardPorts;
  /** Calls with exactly these arguments that the user approved for the rest of the session. */
  readonly #approved = new Set<string>();
  /** The queue of questions. Only one question is asked at a time. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(ports: GuardPorts) {
    this.#ports = ports;
  }

  get windows(): readonly OpenPermissionWindow[] {
    return this.#ports.context.windows.flatMap((each) => showWindow(each) ?? []);
  }

  guard(tools: readonly NeutralTool[], options: GuardOptions = {}): readonly NeutralTool[] {
    return tools.map((tool) => this.#guardOne(tool, options));
  }

  #guardOne(tool: NeutralTool, options: GuardOptions): NeutralTool {
    const kind = toolKindFor(tool.name, options.kinds);
    return {
      name: tool.name,
      description: tool.description,
      input: tool.input,
      get jsonSchema() {
        return tool.jsonSchema;
      },
      execute: (given, context) => {
        // Parses a text only once, so that the tool runs with exactly the values that were judged.
        const input = typeof given === "string" ? parametersOrText(given) : given;
        const call: ToolCall = { tool: tool.name, input, actor: "model" };
        const checked = this.#check(call, kind, options, context?.signal);
        if (checked instanceof Promise || !checked.allowed) return runLater(checked, tool, input, context);
        return Promise.resolve(tool.execute(input, context));
      },
    };
  }

  /** Judges a call, and asks the user if the verdict is `ask`. */
  async check(call: ToolCall, options: GuardOptions = {}, signal?: Cancelled): Promise<CheckedCall> {
    return this.#check(call, toolKindFor(call.tool, options.kinds), options, signal);
  }

  /**
   * Judges a call. If possible, it returns a value instead of a promise, because agents make many calls and most calls
   * are granted immediately.
   */
  #check(
    call: ToolCall,
    kind: ToolKind | undefined,
    options: GuardOptions,
    signal: Cancelled | undefined,
  ): CheckedCall | Promise<CheckedCall> {
    const read = readCall(call.tool, kind, call.input);
    if (read instanceof Promise) return read.then((known) => this.#decide(call, known, options, signal));
    return this.#decide(call, read, options, signal);
  }

  #decide(
    call: ToolCall,
    known: ReadCall,
    options: GuardOptions,
    signal: Cancelled | undefined,
  ): CheckedCall | Promise<CheckedCall> {
    const verdict = decideCall(known, call, this.#ports.context, options);
    announce(known);
    if (verdict.decision !== "ask") return this.#conclude(call, verdict, "not-asked");
    if (this.#approved.has(keyOf(call))) return this.#conclude(call, { ...verdict, decision: "allow" }, "before");
    return this.#ask(call, known, verdict, signal);
  }

  async #ask(call: ToolCall, read: ReadCall, verdict: Verdict, signal?: Cancelled): Promise<CheckedCall> {
    const { prompter, promptTimeoutMs } = this.#ports;
    const question = this.#queue.then(() =>
      askInTime(prompter, questionFor(call, read, verdict), {
        timeoutMs: promptTimeoutMs,
        signal: asStopSignal(signal),
      }),
    );
    this.#queue = question;
    const asked = await question;
    announce(read);
    const answer = "answer" in asked ? asked.answer : undefined;
    if (answer === "session" && keyOf(call) !== UNSPEAKABLE) this.#approved.add(keyOf(call));
    const yes = answer === "once" || answer === "session";
    return this.#conclude(call, { ...verdict, decision: yes ? "allow" : "deny" }, outcomeOf(asked));
  }

  #conclude(call: ToolCall, verdict: Verdict, answered: Answered): CheckedCall {
    const allowed = verdict.decision === "allow";
    // A call without a matching rule emits no event.
    if (!allowed || answered !== "not-asked" || verdict.by !== "the host") this.#emitVerdict(call, verdict, answered);
    return allowed ? { allowed, verdict } : { allowed, verdict, text: refusalText(call, verdict, answered) };
  }

  #emitVerdict({ tool, actor, input }: ToolCall, { decision, reason, by, code }: Verdict, answered: Answered): void {
    this.#ports.emit(() => ({
      "tool.name": short(tool),
      "tool.actor": actor,
      "guard.decision": decision,
      "guard.answered": answered,
      "guard.by": short(by),
      "guard.reason": short(reason),
      ...(decision === "deny" && code ? { "refusal.code": code } : {}),
      ...(this.#ports.recordContent ? { "tool.input": short(jsonOf(input)) } : {}),
    }));
  }
}

/** Tells the caches of directories that the call can change files. */
function announce({ kind }: ReadCall): void {
  if (kind !== "read") expectChanges(kind === undefined || WRITING_TOOLS.has(kind));
}

/** Waits for the user's answer, then runs the tool or returns the refusal. */
async function runLater(
  checked: CheckedCall | Promise<CheckedCall>,
  tool: NeutralTool,
  ...call: Parameters<NeutralTool["execute"]>
): Promise<ToolResult> {
  const known = await checked;
  return known.allowed ? tool.execute(...call) : { content: known.text, isError: true };
}

/** The result of a question. `before` means that the user has already answered it in this session. */
type Answered = "not-asked" | "before" | "yes" | "no" | "nobody" | "timed-out" | "cancelled";

function outcomeOf(asked: AnswerInTime): Answered {
  if ("unanswered" in asked) return asked.unanswered;
  return asked.answer === "once" || asked.answer === "session" ? "yes" : "no";
}

function questionFor({ tool, actor }: ToolCall, { text, input }: ReadCall, { reason }: Verdict) {
  const what = text ?? jsonOf(input);
  return {
    kind: "choice" as const,
    title: `let ${actor === "skill" ? "the skill" : "the model"} use ${quoteUntrusted(tool)}?`,
    details: [quoteUntrusted(what), oneLine(reason)],
    choices: [
      { value: "no", label: "no" },
      { value: "once", label: "yes, this once" },
      { value: "session", label: "yes, for exactly this call, in this session" },
    ],
  };
}

const WHY: Readonly<Record<Answered, string>> = {
  "not-asked": "",
  before: "",
  yes: "",
  no: " The user refused.",
  nobody: " It needs the user's approval, and no user can answer.",
  "timed-out": " It was asked for, and no answer came in time.",
  cancelled: " It was asked for, and the question was cancelled.",
};

/** Returns a refusal as a text for the model. */
function refusalText({ tool }: ToolCall, { reason }: Verdict, answered: Answered): string {
  const help =
    answered === "no" ? "Do not try it again in another form." : "Use what is allowed, or tell the user what you need.";
  return `The call of ${quoteUntrusted(tool)} was not made: ${cutBetweenCharacters(oneLine(reason), MAX_REASON)}.${WHY[answered]} ${help}`;
}

const MAX_REASON = 600;
const MAX_ATTRIBUTE = 200;

function short(text: string): string {
  return cutBetweenCharacters(oneLine(text), MAX_ATTRIBUTE);
}

function keyOf({ tool, input, actor }: ToolCall): string {
  return jsonOf([tool, input, actor]);
}

const UNSPEAKABLE = "…";

/** Returns the value as JSON, or `…` if JSON cannot represent the value. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (error) {
    if (error instanceof TypeError) return UNSPEAKABLE;
    throw error;
  }
}

/** Parses JSON arguments. Any other text is returned unchanged, because the tool itself reports the problem. */
function parametersOrText(given: string): unknown {
  const read = parametersOf(given);
  return Object.keys(read).length === 0 ? given : read;
}
