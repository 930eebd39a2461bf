// Uses `check` to ask about one call before you make it. Use it if you run tools yourself, or if your framework has a
// hook before each call.
import assert from "node:assert/strict";
import { memorySource, openSkills } from "skillwright";

const review = `---
name: review
description: Reviews a change. Use it when a change is to be reviewed.
allowed-tools: Read
disallowed-tools: Bash
---
Read the change, and say what is wrong.
`;
const skills = await openSkills({ ambient: false, sources: [memorySource("mine", { "review/SKILL.md": review })] });
const session = await skills.session();

async function run(tool, input, act) {
  const verdict = await session.check({ tool, input, actor: "model" });
  return verdict.allowed ? act() : verdict.text; // the model receives this text
}
const shell = () => run("Bash", { command: "make" }, () => "made");

assert.equal(await shell(), "made"); // no skill is active, so no rule applies
await session.turn("/review");
assert.match(await shell(), /Bash/); // the skill denies itself the shell
assert.equal(await run("Read", { file_path: "a.ts" }, () => "text"), "text");
session.complete("review");
assert.equal(await shell(), "made");
console.log(`${session.events.counts.guarded} verdicts`);
