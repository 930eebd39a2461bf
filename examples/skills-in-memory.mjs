// Uses skills from memory. Nothing on the machine is read, and a body is read only when it is requested.
import assert from "node:assert/strict";
import { memorySource, openSkills } from "skillwright";

const source = memorySource("mine", {
  "greet/SKILL.md": "---\nname: greet\ndescription: Greets people. Use when somebody arrives.\n---\nSay hello.\n",
  "broken/SKILL.md": "no frontmatter\n",
});
const skills = await openSkills({ ambient: false, sources: [source] });

assert.deepEqual(
  skills.skills.map((skill) => skill.name),
  ["greet"],
);
assert.equal((await skills.read("greet")).body, "Say hello.\n");
assert.deepEqual(
  skills.snapshot.rejected.map(({ path, diagnostics }) => [path, diagnostics[0]?.code]),
  [["/mine/broken/SKILL.md", "SK001"]],
);
console.log("one skill, one rejection, both explained");
