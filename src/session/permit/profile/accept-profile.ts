/**
 * Handles the permissions that a skill requests, before it is loaded. The user sees them as a diff, and they apply only
 * if the user approves them. The skill is loaded in any case. Without the permissions, its calls need approval like all
 * other calls.
 */
import type { Prompter } from "../../../model/conversation/control.ts";
import type { Actor } from "../../../model/conversation/offer.ts";
import type { CompiledProfile } from "../../../model/rules/permission.ts";
import type { PermissionMode } from "../../../model/rules/policy.ts";
import type { Scope } from "../../../model/skills/root.ts";
import type { Skill } from "../../../model/skills/skill.ts";
import { askInTime } from "../../../run/ask-in-time.ts";
import { quoteUntrusted } from "../../conversation/notes.ts";
import type { SkillGateContext } from "../../conversation/skill-gate.ts";
import type { Surroundings } from "../paths/surroundings.ts";
import { compileProfile, profileDelta } from "./compile-profile.ts";
import { readProfile } from "./read-profile.ts";

export interface ProfilePorts {
  readonly mode: (scope: Scope) => PermissionMode;
  readonly around: () => Surroundings;
  readonly prompter: Prompter | undefined;
  readonly promptTimeoutMs: number;
  /** True if the user approved everything in advance. */
  readonly full: boolean;
  /** Returns true if another skill is active now. */
  readonly busy: () => boolean;
}

export class ProfileReviewer {
  readonly #ports: ProfilePorts;
  /** Answers of this session. The key is the skill with exactly the requested permissions. */
  readonly #answered = new Map<string, boolean>();

  constructor(ports: ProfilePorts) {
    this.#ports = ports;
  }

  /**
   * Returns the permissions that the user accepted. Returns undefined if the skill requests none, or if none are
   * granted.
   */
  async accept(
    { skill, address, actor }: { skill: Skill; address: string; actor: Actor },
    calling: Pick<SkillGateContext, "emit">,
  ): Promise<CompiledProfile | undefined> {
    // Most skills request no permissions. Returning here avoids about a hundred file accesses that inspect the project
    // and the home.
    if (skill.sidecar?.permissions === undefined) return undefined;
    const profile = permissionProfileOf(skill, this.#ports.around());
    const delta = profile ? profileDelta(profile) : [];
    if (profile === undefined || delta.length === 0) return undefined;
    const key = `${skill.id} ${JSON.stringify(profile)}`;
    const before = this.#answered.get(key);
    const yes = before ?? (await this.#decide(skill, address, actor, delta, calling));
    this.#answered.set(key, yes);
    return yes ? profile : undefined;
  }

  async #decide(
    { scope }: Skill,
    address: string,
    actor: Actor,
    delta: readonly string[],
    calling: Pick<SkillGateContext, "emit">,
  ): Promise<boolean> {
    const { busy, full } = this.#ports;
    const mode = this.#ports.mode(scope);
    if (mode === "strict") return false;
    // This mode approves the permissions of skills in these scopes if the user starts the skills. It does not approve
    // them if a model loads the skill while another skill is active.
    if (mode === "trusted-sources") return (scope === "system" || scope === "admin") && (actor === "user" || !busy());
    return full || this.#ask(address, delta, calling);
  }

  async #ask(address: string, delta: readonly string[], calling: Pick<SkillGateContext, "emit">): Promise<boolean> {
    const { prompter, promptTimeoutMs } = this.#ports;
    const asked = await askInTime(
      prompter,
      {
        kind: "choice",
        title: `let the skill ${quoteUntrusted(address)} do this without asking, while it works?`,
        details: delta,
        choices: [
          { value: "no", label: "no, ask each time" },
          { value: "yes", label: "yes" },
        ],
      },
      { timeoutMs: promptTimeoutMs },
    );
    const answer = "answer" in asked ? asked.answer : asked.unanswered;
    calling.emit("asked", { "skill.name": address, "question.about": "permissions", "question.answer": answer });
    return answer === "yes";
  }
}

/** Returns the permissions that a skill's manifest requests, with absolute paths of this machine. */
function permissionProfileOf({ sidecar, directory }: Skill, around: Surroundings): CompiledProfile | undefined {
  if (sidecar?.permissions === undefined) return undefined;
  const { profile } = readProfile(sidecar.permissions, { directory, home: around.home });
  return compileProfile(profile, directory, around).profile;
}
