/**
 * Runs skills with `context: fork`. A subagent receives the body as its task, and the conversation receives only the
 * subagent's report. The host's runner provides the subagent. Without a runner such a skill is refused, because it must
 * not run inside the main conversation.
 */

import { visibleLines } from "../../../activate/render/escape.ts";
import type { Activation } from "../../../model/conversation/activation.ts";
import type { SubagentOutcome, SubagentRunner, SubagentSession } from "../../../model/conversation/control.ts";
import type { Refusal } from "../../../model/conversation/offer.ts";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { OperationError } from "../../../model/errors.ts";
import type { EventAttributes } from "../events/events.ts";
import { cutBetweenCharacters, quoteUntrusted } from "../notes.ts";
import { type ForkTask, forkTask } from "./fork-task.ts";

export interface ForkPorts {
  readonly runner: SubagentRunner | undefined;
  /** The number of subagents above this session. */
  readonly depth: number;
  readonly open: (activation: Activation, task: ForkTask) => Promise<OpenedFork>;
  readonly emit: (attributes: EventAttributes) => void;
  readonly redact: (text: string) => string;
}

export interface OpenedFork {
  readonly session: SubagentSession;
  /** Closes the subagent's session. */
  close(): Promise<void>;
}

/** The report of a subagent, for the conversation that started it. */
export interface ForkReport {
  readonly address: string;
  readonly text: string;
  readonly isError: boolean;
}

/** Maximum depth of nested subagents. At a greater depth, a subagent no longer knows the original request. */
const MAX_FORK_DEPTH = 3;
/** Maximum number of subagents that run at the same time. */
const MAX_AT_ONCE = 8;
/** Maximum characters of a report. A longer report is cut. */
const MAX_REPORT = 20_000;

export class Forks {
  readonly #ports: ForkPorts;
  readonly #running = new Map<AbortController, Promise<ForkReport>>();
  #reports: ForkReport[] = [];

  constructor(ports: ForkPorts) {
    this.#ports = ports;
  }

  /** Returns why the skill cannot run in a subagent; undefined if it can. */
  objection(asked: string): Refusal | undefined {
    const no = (code: string, reason: string, help: string): Refusal => ({ code, asked, reason, help, candidates: [] });
    if (this.#ports.runner === undefined)
      return no("SK450", "it needs a subagent, and this session has none", "give the session `control.subagents`");
    if (this.#ports.depth >= MAX_FORK_DEPTH)
      return no("SK451", `${MAX_FORK_DEPTH} nested subagents are running already`, "do its task without a subagent");
    if (this.#running.size >= MAX_AT_ONCE)
      return no("SK451", `${MAX_AT_ONCE} subagents are running already`, "wait for one of them");
    return undefined;
  }

  /**
   * Runs the subagent and returns its report. For a background task, it returns immediately with a report that says
   * that the task runs.
   */
  async run(activation: Activation, signal: StopSignal | undefined): Promise<ForkReport> {
    const task = forkTask(activation, this.#ports.depth + 1);
    const controller = new AbortController();
    const report = this.#work(activation, task, controller, signal);
    this.#running.set(controller, report);
    if (!task.background) return report;
    void report.then((each) => this.#reports.push(each));
    const text = `The skill ${quoteUntrusted(task.address)} runs in the background as a subagent. Its report comes later; continue with other work.`;
    return { address: task.address, text, isError: false };
  }

  /** Returns the reports of background subagents since the last call. Each report is returned once. */
  takeReports(): readonly ForkReport[] {
    return this.#reports.splice(0);
  }

  /** Resolves when all subagents are done. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Cancels all subagents, because they must not outlive their conversation. */
  async cancel(): Promise<void> {
    for (const controller of this.#running.keys()) controller.abort();
    await this.settled();
  }

  async #work(
    activation: Activation,
    task: ForkTask,
    controller: AbortController,
    signal: StopSignal | undefined,
  ): Promise<ForkReport> {
    const onAbort = (): void => controller.abort();
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const given = await this.#outcome(activation, task, controller.signal);
      const outcome = isOutcome(given) ? given : wrongOutcome(task);
      this.#tell(task, outcome);
      return reportOf(task, { ...outcome, summary: this.#ports.redact(visibleLines(outcome.summary)) });
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#running.delete(controller);
    }
  }

  /**
   * Runs the subagent and returns its outcome. The outcome is failed if the runner throws. It is cancelled if the
   * runner does not end after the stop signal.
   */
  async #outcome(activation: Activation, task: ForkTask, signal: AbortSignal): Promise<SubagentOutcome> {
    const cancelled: SubagentOutcome = { status: "cancelled", summary: "" };
    const stopped = new Promise<SubagentOutcome>((resolve) => {
      if (signal.aborted) resolve(cancelled);
      signal.addEventListener("abort", () => resolve(cancelled), { once: true });
    });
    let opened: OpenedFork | undefined;
    try {
      if (signal.aborted) return cancelled;
      opened = await this.#ports.open(activation, task);
      const ran = this.#ports.runner?.run({ ...task, session: opened.session, signal });
      const outcome = await Promise.race([ran ?? stopped, stopped]);
      return signal.aborted && isOutcome(outcome) ? { ...outcome, status: "cancelled" } : outcome;
    } catch (error) {
      return { status: "failed", summary: error instanceof Error ? error.message : String(error) };
    } finally {
      await opened?.close();
    }
  }

  #tell({ address, agent, depth, background }: ForkTask, { status, summary }: SubagentOutcome): void {
    this.#ports.emit({
      "skill.name": address,
      "fork.agent": agent,
      "fork.depth": depth,
      "fork.background": background,
      "fork.status": status,
      "fork.report.characters": summary.length,
    });
  }
}

function isOutcome(given: unknown): given is SubagentOutcome {
  const { status, summary }: Partial<SubagentOutcome> = Object(given);
  return typeof summary === "string" && (status === "done" || status === "failed" || status === "cancelled");
}

/**
 * Throws SK920 for a runner that returns a wrong value. For a background task, it returns a failure, because the caller
 * has already continued.
 */
function wrongOutcome({ background }: ForkTask): SubagentOutcome {
  const message = "the subagent runner did not return `{ status, summary }`";
  if (background) return { status: "failed", summary: message };
  throw new OperationError("SK920", message, { hint: 'return `{ status: "done", summary: "…" }` from `run`' });
}

/** Formats a report for the model. It names the subagent as the source first, because the report is untrusted text. */
function reportOf({ address, agent }: ForkTask, { status, summary }: SubagentOutcome): ForkReport {
  const text = cutBetweenCharacters(summary.trim(), MAX_REPORT);
  const cut = text.length < summary.trim().length ? "\n[cut: the report is longer than the limit]" : "";
  const who = `The skill ${quoteUntrusted(address)} was run by a subagent (${quoteUntrusted(agent)})`;
  if (status === "done") return { address, text: `${who}, which reports:\n\n${text}${cut}`, isError: false };
  const how = status === "cancelled" ? "it was cancelled" : "it failed";
  return { address, text: `${who}, but ${how}${text === "" ? "." : `:\n\n${text}${cut}`}`, isError: true };
}
