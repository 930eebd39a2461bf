/** `GET /skill`, as OpenCode's server answers it: every skill with its instructions. */
import type { Loaded, Skill, Skills } from "../../index.ts";

/** [SV5] What our own trust or a policy keeps back is not told; what only a host keeps back is. */
export async function openCodeSkills(skills: Skills): Promise<string> {
  const texts: string[] = [];
  for (const loaded of skills.snapshot.skills) {
    const text = isOurs(loaded) ? undefined : await entryOf(loaded.skill, skills);
    if (text !== undefined) texts.push(text);
  }
  return `[${texts.join(",")}]`;
}

/** Codes of trust, approval and policy. */
const OURS = /^SK(?:5|413)/;

function isOurs({ withheld }: Loaded): boolean {
  return withheld !== undefined && OURS.test(withheld.code);
}

async function entryOf(skill: Skill, skills: Skills): Promise<string | undefined> {
  const content = await skills.text(skill);
  if (content === undefined) return undefined;
  const { name, description, path: location } = skill;
  return JSON.stringify({ name, description: description === "" ? null : description, location, content });
}
