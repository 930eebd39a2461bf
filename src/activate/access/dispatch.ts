/**
 * Resolves a skill name as crabtalk does (RFC 0036). It checks the agent's scope, rejects paths, and reads the skill
 * with exactly this name. If there is none, the refusal suggests similar skills.
 */
import type { OfferedSkill, Refusal, SkillRequester } from "../../model/conversation/offer.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { lookUpSkill } from "./look-up.ts";
import { isTraversal, similarSkills } from "./similar-skills.ts";
import { offeredSkills } from "./why-refused.ts";

export async function findSkillFor(
  asked: string,
  asking: SkillRequester,
  snapshot: Snapshot,
  reload?: () => Promise<Snapshot>,
): Promise<(OfferedSkill | { refusal: Refusal }) & { snapshot: Snapshot }> {
  const names = asking.scope?.skills ?? [];
  if (asked !== "" && names.length > 0 && !names.includes(asked)) return { refusal: outOfScope(asked), snapshot };
  if (isTraversal(asked)) return { refusal: traversal(asked), snapshot };
  const known = asked === "" ? undefined : lookUpSkill(asked, snapshot, asking);
  if (known && "found" in known) return { ...known.found, snapshot };
  const later = reload ? await reload() : snapshot;
  const again = asked === "" ? undefined : lookUpSkill(asked, later, asking);
  if (again && "found" in again) return { ...again.found, snapshot: later };
  if (again && again.refusal.code !== "SK301") return { refusal: again.refusal, snapshot: later };
  return { refusal: unknown(asked, similarSkills(asked, offeredSkills(later, asking))), snapshot: later };
}

function outOfScope(asked: string): Refusal {
  const help = "add it to the agent's `skills`";
  return { code: "SK312", asked, reason: "it is not among the skills of this agent", help, candidates: [] };
}

function traversal(asked: string): Refusal {
  const reason = "a skill name cannot contain `..`, a slash or a backslash";
  return { code: "SK301", asked, reason, help: "ask for the skill by its name alone", candidates: [] };
}

/** Maximum skill names in one refusal. */
const MAX_LISTED = 20;

function unknown(asked: string, like: readonly OfferedSkill[]): Refusal {
  const reason = asked === "" ? "the call names no skill" : "there is no such skill";
  const candidates = like.slice(0, MAX_LISTED).map(({ loaded }) => loaded.skill.name);
  const more = like.length > MAX_LISTED ? ` and ${like.length - MAX_LISTED} more` : "";
  const listed = candidates.map((each) => `\`${each}\``).join(", ");
  const help = `${asked === "" ? "available skills:" : "similar skills:"} ${listed}${more}`;
  return { code: "SK301", asked, reason, candidates, ...(candidates.length > 0 ? { help } : {}) };
}
