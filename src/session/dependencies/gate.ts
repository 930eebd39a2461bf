/** The desk as a gate of a session: asked about every skill, and only loaded for one that needs anything. */

import type { Skill } from "../../model/skills/skill.ts";
import type { Gate } from "../conversation/gate.ts";
import type { DependencyDesk, DeskPorts } from "./desk.ts";

export function dependencyGate(ports: DeskPorts): Gate {
  let opened: Promise<DependencyDesk> | undefined;
  const desk = (): Promise<DependencyDesk> => {
    opened ??= import("./desk.ts").then((module) => new module.DependencyDesk(ports));
    return opened;
  };
  return {
    name: "dependencies",
    turn: () => void opened?.then((at) => at.turn()),
    async ahead(skills, calling) {
      const needy = skills.filter(hasNeeds);
      if (needy.length > 0) await (await desk()).settle(needy, calling);
      return skills;
    },
    async pass({ skill }, calling) {
      if (!hasNeeds(skill)) return undefined;
      const at = await desk();
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
