/** Checks the needs of every skill before a session gives it. The resolver is loaded for the first skill that needs something. */

import type { Skill } from "../../model/skills/skill.ts";
import type { Gate } from "../conversation/gate.ts";
import type { NeedPorts, NeedResolver } from "./resolve-needs.ts";

export function dependencyGate(ports: NeedPorts): Gate {
  let opened: Promise<NeedResolver> | undefined;
  const resolver = (): Promise<NeedResolver> => {
    opened ??= import("./resolve-needs.ts").then((module) => new module.NeedResolver(ports));
    return opened;
  };
  return {
    name: "dependencies",
    turn: () => void opened?.then((at) => at.turn()),
    async ahead(skills, calling) {
      const needy = skills.filter(hasNeeds);
      if (needy.length > 0) await (await resolver()).settle(needy, calling);
      return skills;
    },
    async pass({ skill }, calling) {
      if (!hasNeeds(skill)) return undefined;
      const at = await resolver();
      await at.settle([skill], calling);
      const verdict = await at.judge(skill, calling.asked);
      if ("refusal" in verdict) return verdict.refusal;
      for (const sentence of verdict.notes) calling.note(sentence);
      return undefined;
    },
  };
}

/** Whether there is anything to look at; cheap, because it is asked of every skill that is given. */
function hasNeeds({ manifest, sidecar }: Skill): boolean {
  return sidecar?.dependencies !== undefined || manifest.eligibility !== undefined || manifest.metadata !== undefined;
}
