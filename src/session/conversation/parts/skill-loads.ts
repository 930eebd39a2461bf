/**
 * Gives skills to the model. The skills come from a message, a call or an agent's definition, or from an earlier text
 * that a compaction removed.
 */
import { estimateTokens } from "../../../activate/render/budget/allowance.ts";
import type { SelectedSkill } from "../../../activate/select/resolve-message.ts";
import type { Activation, ActivationRequest, SkillItem } from "../../../model/conversation/activation.ts";
import type { Refusal } from "../../../model/conversation/offer.ts";
import { usesField } from "../../../model/host-profile.ts";
import type { Skill } from "../../../model/skills/skill.ts";
import type { Conversation } from "../conversation.ts";
import { selectedAttributes } from "../events/events.ts";
import type { Forks } from "../forks/forks.ts";
import { catalogPointer } from "../notes.ts";
import type { CompactOptions } from "../restore-skills.ts";
import type { SkillReply } from "./activate-in-session.ts";

type Range = { readonly start: number; readonly end: number };

export class SkillLoads {
  readonly #conversation: Conversation;
  readonly #forks: Forks;

  constructor(conversation: Conversation, forks: Forks) {
    this.#conversation = conversation;
    this.#forks = forks;
  }

  async load(request: ActivationRequest, { preloaded = false } = {}): Promise<SkillReply> {
    const conversation = this.#conversation;
    const { catalog, ledger, events, circumstances, turn, gates, profile, options } = conversation;
    const { activateInSession } = await loading();
    return activateInSession(request, {
      catalog,
      ledger,
      events,
      circumstances,
      turn,
      preloaded,
      recordContent: options.recordContent ?? false,
      gates,
      forks: this.#forks,
      isFork: ({ manifest }) => manifest.context === "fork" && usesField(profile, "context"),
      look: () => conversation.look(),
    });
  }

  /** Loads the skills that a message names. A failure does not affect the other skills. */
  async loadSelected(
    selected: readonly SelectedSkill[],
  ): Promise<{ readonly items: readonly SkillItem[]; readonly failed: readonly (Refusal & Range)[] }> {
    const failed: (Refusal & Range)[] = [];
    const items: SkillItem[] = [];
    await this.#ahead(selected.map(({ offered: { loaded } }) => loaded.skill));
    for (const each of selected) {
      this.#conversation.events.emit("selected", selectedAttributes(each));
      const answer = await this.load(requestFor(each));
      items.push(this.#item(each.offered.address, answer));
      if (answer.refusal) failed.push({ ...answer.refusal, start: each.start, end: each.end });
    }
    return { items, failed };
  }

  /**
   * Loads the full text of skills at the start of a conversation. `known` contains the skills that `names` refer to.
   */
  async preload(names: readonly string[], known: readonly Skill[]): Promise<readonly SkillItem[]> {
    const items: SkillItem[] = [];
    await this.#ahead(known);
    for (const asked of names)
      items.push(this.#item(asked, await this.load({ asked, actor: "model" }, { preloaded: true })));
    return items;
  }

  /** Opens the skill that this session's subagent works on. */
  async adopt(activation: Activation): Promise<void> {
    const { ledger, gates, events, turn } = this.#conversation;
    const { ledgerEntryFor } = await loading();
    const entry = ledgerEntryFor(activation, { chain: [] }, activation.body, { turn, preloaded: false });
    ledger.record(entry);
    for (const gate of gates) {
      await gate.adopt?.(activation, {
        asked: activation.address,
        chain: [],
        forked: false,
        emit: (name, attributes) => events.emit(name, attributes),
        note: () => undefined,
      });
      gate.onOpen?.(activation, entry);
    }
  }

  complete(address: string): void {
    const { ledger, gates, events } = this.#conversation;
    const entry = ledger.latest(address);
    if (entry === undefined || entry.completed) return;
    ledger.complete(entry.id);
    for (const gate of gates) gate.onClose?.(entry);
    events.emit("completed", { "skill.name": entry.address, "skill.id": entry.id });
  }

  async compact(options: CompactOptions, offered: number): Promise<readonly SkillItem[]> {
    const { catalog, circumstances, ledger, role, listed } = this.#conversation;
    const [{ restoreSkills }, { readSkill }] = await Promise.all([import("../restore-skills.ts"), loading()]);
    const items = await restoreSkills({
      countTokens: estimateTokens,
      ...options,
      entries: ledger.newestFirst(),
      // The skill's commands do not run here, because they ran when the skill was first loaded.
      read: ({ id, actor }) =>
        readSkill({ asked: id, actor }, { catalog, circumstances: { ...circumstances, shellExpressions: "never" } }),
      role,
      pointer: catalogPointer(offered, listed?.revision),
    });
    ledger.forgetTexts();
    return items;
  }

  /** Lets the gates ask one question for everything that several skills need, before the first skill is loaded. */
  async #ahead(skills: readonly Skill[]): Promise<void> {
    const { gates, events } = this.#conversation;
    let open = skills;
    for (const gate of gates)
      if (open.length > 0 && gate.passTogether)
        open = await gate.passTogether(open, { emit: (name, attributes) => events.emit(name, attributes) });
  }

  /** Returns a skill as a message of the host or the user, because no tool call asked for it. */
  #item(name: string, { text, activation, repeated }: SkillReply): SkillItem {
    const { role } = this.#conversation;
    if (activation === undefined || repeated) return this.#conversation.note(name, text);
    return { role: activation.role === "tool" ? role : activation.role, text };
  }
}

/**
 * This module contains most code of a session. The promise of its import is cached. A new import for each skill would
 * take a fifth of the skill's loading time.
 */
let loaded: Promise<typeof import("./activate-in-session.ts")> | undefined;

function loading(): Promise<typeof import("./activate-in-session.ts")> {
  loaded ??= import("./activate-in-session.ts");
  return loaded;
}

function requestFor({ offered: { address }, arguments: args, command }: SelectedSkill): ActivationRequest {
  return {
    asked: address,
    actor: "user",
    ...(args === undefined ? {} : { arguments: args }),
    ...(command === undefined ? {} : { command }),
  };
}
