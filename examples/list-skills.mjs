// Lists all skills, and explains why a skill is missing.
import assert from "node:assert/strict";
import { openSkills } from "skillwright";

const skills = await openSkills({ cwd: import.meta.dirname });
for (const { skill } of skills.snapshot.skills) console.log(skill.name, skill.scope, skill.description.slice(0, 40));

const { candidates, nearest } = await skills.explain("skill-creater");
assert.deepEqual([candidates, nearest[0]], [[], "skill-creator"]);
assert.equal(skills.find("skill-creator")?.skill.scope, "system");
console.log(`revision ${skills.snapshot.revision}`);
