/**
 * The hooks that are in force in one session: those of the skills at work, and the host's own. Something happens, every hook
 * that it concerns runs, one after the other, and their word comes back. A hook that breaks has no say and stops nothing.
 */
import { createHash } from "node:crypto";
import type { CommandOutcome, Verdict } from "../../model/conversation/control.ts";
import type { HookEvent, HookHandler, HookRule, HookWord } from "../../model/conversation/hook.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { reasonOf } from "../../model/text/foreign-text.ts";
import { oneLine } from "../../model/text/text.ts";
import { cleanText, runCommand } from "../../run/process/run-command.ts";
import type { ScriptContext } from "../../run/process/run-script.ts";
import { shellOf } from "../../run/process/shells.ts";
import { type HookAnswer, hookAnswer } from "./hook-answer.ts";
import { hookInput } from "./hook-input.ts";
import { type HookOwner, hostOwner, prepareOwner } from "./hook-owner.ts";
import { saidBy, stricter, verdictOf } from "./hook-word.ts";

export interface HookPorts {
  readonly sessionId: string;
  readonly projectRoot: string;
  /** How commands of a skill run here; undefined for the host's own. */
  readonly contextFor: (skill: Skill | undefined) => ScriptContext;
  readonly host: readonly HookRule[];
  /** Hooks that run once in a session and have run, from before it was stored too. */
  readonly fired: Set<string>;
  readonly emit: (name: "hook" | "warning", attributes: Readonly<Record<string, string | number | boolean>>) => void;
}

/** Something that happens. */
export interface Happening {
  /** What matchers are held against: any of them will do. */
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

  /** A skill's hooks, copied and allowed, but not in force yet; or why they will not be. */
  prepare(skill: Skill, address: string, fileDigest?: string): Promise<HookOwner | { readonly refused: string }> {
    return prepareOwner(
      { skill, address, fileDigest, known: this.#skills.get(skill.id) },
      this.#ports.contextFor(skill),
    );
  }

  /** From now on its hooks run. */
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

  /** `also` has hooks that are not in force yet. The first refusal is the last word. */
  async fire(event: HookEvent, happening: Happening, also?: HookOwner): Promise<HookWord> {
    const context: string[] = [];
    let verdict: Verdict | undefined;
    const owners = new Set([this.#host, ...this.#skills.values(), ...(also ? [also] : [])]);
    for (const owner of owners)
      for (const rule of owner.rules.filter((each) => each.event === event && happening.names.some(each.fits)))
        for (const handler of rule.handlers.filter((each) => this.#claim(owner, rule, each))) {
          const answer = await this.#run(owner, rule, handler, happening);
          if (answer.context !== "") context.push(saidBy(owner, answer.context));
          verdict = stricter(verdict, verdictOf(owner, answer));
          if (verdict?.decision === "deny") return { verdict, context };
        }
    return verdict === undefined ? { context } : { verdict, context };
  }

  /** Claimed before it runs, so that two calls at once cannot both be the first. */
  #claim({ address, skill }: HookOwner, { event, matcher }: HookRule, { once, command }: HookHandler): boolean {
    if (!once) return true;
    const what = JSON.stringify([skill?.id ?? address, event, matcher, command]);
    const key = createHash("sha256").update(what).digest("hex");
    if (this.#ports.fired.has(key)) return false;
    this.#ports.fired.add(key);
    return true;
  }

  async #run(owner: HookOwner, rule: HookRule, handler: HookHandler, happening: Happening): Promise<HookAnswer> {
    const outcome = await this.#command(owner, rule.event, handler, happening);
    const answer = hookAnswer(outcome, (text) => cleanText(text, this.#ports.contextFor(owner.skill)));
    this.#tell(owner, rule, handler, outcome, answer);
    return answer;
  }

  /** Whatever goes wrong is the hook's, and no reason to end a conversation. */
  async #command(
    { address, skill, copy }: HookOwner,
    event: HookEvent,
    { command, timeoutMs }: HookHandler,
    { details, signal }: Happening,
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
    this.#ports.emit("warning", {
      "skill.name": address,
      "diagnostic.code": "SK443",
      "diagnostic.severity": "warning",
      "diagnostic.message": `a hook on \`${event}\` failed and had no say: ${oneLine(failed)}`,
    });
  }
}
