/**
 * Reads OpenCode's `permission.skill`, which decides which agents may load which skills. If a later file has the same
 * key, its value replaces the earlier value, but the key keeps its position. The last matching pattern wins.
 */
import { DECISIONS, type Decision } from "../../../model/rules/decision.ts";
import type { SkillPermissions } from "../../../model/rules/policy.ts";
import { isMap } from "../../../model/schema.ts";
import { matchWildcards } from "../../../model/text/matching/match-wildcards.ts";
import type { Machine } from "../host-view.ts";
import { opencodeSettingsFiles } from "./opencode-settings-files.ts";

/** Maximum agents and patterns, because a stranger may have written the settings. */
const MAX_READ = 1000;

export function opencodePermissions(machine: Machine): SkillPermissions {
  let general: unknown;
  const agents = new Map<string, unknown>();
  for (const { settings } of opencodeSettingsFiles(machine)) {
    general = merged(general, settings["permission"]);
    for (const key of ["mode", "agent"]) {
      const group = settings[key];
      for (const [name, agent] of Object.entries(isMap(group) ? group : {}).slice(0, MAX_READ))
        if (isMap(agent)) agents.set(name, merged(agents.get(name), agent["permission"]));
    }
  }
  return {
    rules: rulesIn(general, "permission"),
    agents: Object.fromEntries([...agents].map(([name, said]) => [name, rulesIn(said, `agent.${name}.permission`)])),
  };
}

/** Returns true if OpenCode's default agent may not load the skill. */
export function isDenied({ rules, agents }: SkillPermissions, name: string): boolean {
  const own = Object.hasOwn(agents, "build") ? (agents["build"] ?? []) : [];
  return [...rules, ...own].findLast(({ pattern }) => matchWildcards(pattern, name))?.decision === "deny";
}

function merged(before: unknown, later: unknown): unknown {
  if (later === undefined) return before;
  if (!isMap(before) || !isMap(later)) return later;
  const all = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(later)) all.set(key, merged(all.get(key), value));
  return Object.fromEntries(all);
}

function rulesIn(said: unknown, from: string): SkillPermissions["rules"] {
  const groups = isMap(said) ? Object.entries(said) : [["*", said] as const];
  return groups
    .filter(([permission]) => matchWildcards(permission, "skill"))
    .flatMap(([permission, value]) => {
      const patterns = isMap(value) ? Object.entries(value) : [["*", value] as const];
      return patterns
        .slice(0, MAX_READ)
        .flatMap(([pattern, decision]) =>
          isDecision(decision) ? [{ pattern, decision, from: `${from}.${permission}` }] : [],
        );
    });
}

function isDecision(value: unknown): value is Decision {
  return DECISIONS.some((each) => each === value);
}
