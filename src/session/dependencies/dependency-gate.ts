/**
 * Checks the needs of every skill before a session gives it to the model. The code that resolves needs is loaded for
 * the first skill with a need.
 */

import type { Skill } from "../../model/skills/skill.ts";
import type { SkillGate } from "../conversation/skill-gate.ts";
import type { NeedPorts, NeedResolver } from "./resolve-needs.ts";

export function dependencyGate(ports: NeedPorts): SkillGate {
  let opened: Promise<NeedResolver> | undefined;
  const resolver = (): Promise<NeedResolver> => {
    opened ??= import("./resolve-needs.ts").then((module) => new module.NeedResolver(ports));
    return opened;
  };
  return {
    onTurn: () => void opened?.then((at) => at.turn()),
    async passTogether(skills, calling) {
      const needy = skills.filter(hasNeeds);
      if (needy.length > 0) await (await resolver()).resolve(needy, calling);
      return skills;
    },
    async pass({ skill }, calling) {
      if (!hasNeeds(skill)) return undefined;
      const at = await resolver();
      await at.resolve([skill], calling);
      const verdict = await at.verdictOn(skill, calling.asked);
      if ("refusal" in verdict) return verdict.refusal;
      for (const sentence of verdict.notes) calling.note(sentence);
      return undefined;
    },
  };
}

/** True if a skill declares any need. The check is cheap, because it runs for every skill. */
function hasNeeds({ manifest, sidecar }: Skill): boolean {
  return sidecar?.dependencies !== undefined || manifest.eligibility !== undefined || manifest.metadata !== undefined;
}
