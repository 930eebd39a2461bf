/**
 * Runs the active hooks of one session, from active skills and from the host. For each event, the matching hooks run
 * one after another, and their results are combined. If a hook fails, it has no effect.
 */
import { createHash } from "node:crypto";
import type { CommandOutcome, Verdict } from "../../model/conversation/control.ts";
import type { HookEvent, HookHandler, HookOutput, HookRule } from "../../model/conversation/hook.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { reasonOf } from "../../model/text/display/foreign-text.ts";
import { oneLine } from "../../model/text/text.ts";
import { cleanText, runCommand } from "../../run/process/run-command.ts";
import type { ScriptContext } from "../../run/process/run-script.ts";
import { shellOf } from "../../run/process/shells.ts";
import { quoteHookText, stricterVerdict, verdictOf } from "./combine-hook-results.ts";
import { type HookAnswer, hookAnswer } from "./hook-answer.ts";
import { hookInput } from "./hook-input.ts";
import { type HookOwner, hostOwner, prepareOwner } from "./hook-owner.ts";

/** What happens if a hook that decides about an event could not run. The user may have relied on the hook to refuse. */
const WITHOUT_HOOK: Partial<Record<HookEvent, "ask" | "deny">> = { PreToolUse: "ask", SkillActivation: "deny" };
const EFFECTS: Readonly<Record<string, string>> = {
  ask: "so the call needs your approval",
  deny: "so the skill is refused",
};

export interface HookPorts {
  readonly sessionId: string;
  readonly projectRoot: string;
  /** Returns the context in which a skill's commands run. For the host's own hooks, the skill is undefined. */
  readonly contextFor: (skill: Skill | undefined) => ScriptContext;
  readonly host: readonly HookRule[];
  /** Keys of `once` hooks that have run. If the session was resumed, it includes those that ran earlier. */
  readonly fired: Set<string>;
  readonly emit: (name: "hook" | "warning", attributes: Readonly<Record<string, string | number | boolean>>) => void;
}

/** An event for which hooks may run. */
export interface HookTrigger {
  /** Names that are compared with the matcher of a hook. The hook runs if one of them matches. */
  readonly names: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly signal?: StopSignal | undefined;
}

export class SkillHooks {
  readonly #ports: HookPorts;
  readonly #host: HookOwner;
  readonly #skills = new Map<string, HookOwner>();

  constructor(ports: HookPorts) {
    this.#ports = ports;
    this.#host = hostOwner(ports.host);
  }

  /**
   * Copies a skill and checks that its hooks may run. If they may not, returns the reason. The hooks are not active
   * yet.
   */
  prepare(skill: Skill, address: string, fileDigest?: string): Promise<HookOwner | { readonly refused: string }> {
    return prepareOwner(
      { skill, address, fileDigest, known: this.#skills.get(skill.id) },
      this.#ports.contextFor(skill),
    );
  }

  /** Activates the hooks of an owner. */
  enter(owner: HookOwner): void {
    const id = owner.skill?.id ?? "";
    const before = this.#skills.get(id);
    if (before === owner) return;
    before?.copy?.remove();
    this.#skills.set(id, owner);
  }

  get size(): number {
    return this.#skills.size;
  }

  has(owner: HookOwner): boolean {
    return this.#skills.get(owner.skill?.id ?? "") === owner;
  }

  leave(id: string): void {
    this.#skills.get(id)?.copy?.remove();
    this.#skills.delete(id);
  }

  leaveAll(): void {
    for (const id of [...this.#skills.keys()]) this.leave(id);
  }

  /**
   * Runs the hooks for an event. `also` is an owner whose hooks are not active yet but must run, too. The first refusal
   * wins.
   */
  async fire(event: HookEvent, happening: HookTrigger, also?: HookOwner): Promise<HookOutput> {
    const context: string[] = [];
    let verdict: Verdict | undefined;
    const owners = new Set([this.#host, ...this.#skills.values(), ...(also ? [also] : [])]);
    for (const owner of owners)
      for (const rule of owner.rules.filter((each) => each.event === event && happening.names.some(each.fits)))
        for (const handler of rule.handlers.filter((each) => this.#claim(owner, rule, each))) {
          const answer = await this.#run(owner, rule, handler, happening);
          if (answer.context !== "") context.push(quoteHookText(owner, answer.context));
          verdict = stricterVerdict(verdict, verdictOf(owner, answer));
          if (verdict?.decision === "deny") return { verdict, context };
        }
    return verdict === undefined ? { context } : { verdict, context };
  }

  /** Marks a `once` hook as run before it starts. Two concurrent calls therefore cannot both run it. */
  #claim({ address, skill }: HookOwner, { event, matcher }: HookRule, { once, command }: HookHandler): boolean {
    if (!once) return true;
    const what = JSON.stringify([skill?.id ?? address, event, matcher, command]);
    const key = createHash("sha256").update(what).digest("hex");
    if (this.#ports.fired.has(key)) return false;
    this.#ports.fired.add(key);
    return true;
  }

  async #run(owner: HookOwner, rule: HookRule, handler: HookHandler, happening: HookTrigger): Promise<HookAnswer> {
    const outcome = await this.#command(owner, rule.event, handler, happening);
    const answer = hookAnswer(outcome, (text) => cleanText(text, this.#ports.contextFor(owner.skill)));
    const decision = answer.unable ? WITHOUT_HOOK[rule.event] : undefined;
    const decided =
      decision === undefined ? answer : { ...answer, decision, reason: `it cannot run: ${answer.failed}` };
    this.#tell(owner, rule, handler, outcome, decided);
    return decided;
  }

  /** Runs one hook. An error only makes the hook fail; the conversation continues. */
  async #command(
    { address, skill, copy }: HookOwner,
    event: HookEvent,
    { command, timeoutMs }: HookHandler,
    { details, signal }: HookTrigger,
  ): Promise<CommandOutcome> {
    const { sessionId, projectRoot, contextFor } = this.#ports;
    const about = { sessionId, cwd: projectRoot, details };
    const own = copy === undefined ? {} : { skill: { name: address, directory: copy.directory } };
    try {
      const context = contextFor(skill);
      const original = skill === undefined || skill.root.source !== undefined ? undefined : skill.directory;
      const input = hookInput(event, { ...about, ...own });
      const request = { skillDirectory: copy?.directory, original, input, timeoutMs };
      return await runCommand(
        { ...shellOf(skill?.manifest.shell, command, context), ...request },
        { ...context, signal },
      );
    } catch (error) {
      return { ended: "not-started", code: null, stdout: "", stderr: "", reason: reasonOf(error) };
    }
  }

  #tell(
    { address }: HookOwner,
    { event, matcher }: HookRule,
    { once }: HookHandler,
    { ended, code }: CommandOutcome,
    { decision, failed }: HookAnswer,
  ): void {
    this.#ports.emit("hook", {
      "skill.name": address,
      "hook.event": event,
      "hook.matcher": oneLine(matcher),
      "hook.once": once,
      "hook.ended": ended,
      ...(code === null ? {} : { "hook.code": code }),
      ...(decision === undefined ? {} : { "hook.decision": decision }),
    });
    if (failed === undefined) return;
    const effect = decision === undefined ? "failed and was ignored" : `cannot run, ${EFFECTS[decision]}`;
    this.#ports.emit("warning", {
      "skill.name": address,
      "diagnostic.code": "SK443",
      "diagnostic.severity": "warning",
      "diagnostic.message": `a hook on \`${event}\` ${effect}: ${oneLine(failed)}`,
    });
  }
}
