// Enforces the rules of a skill on your tools: `allowed-tools`, `disallowed-tools`, and a user who can be asked.
import assert from "node:assert/strict";
import { memorySource, openSkills } from "skillwright";

const release = `---
name: release
description: Ships a version. Use it when a version is to be shipped.
allowed-tools: Read, Bash(git *)
disallowed-tools: Bash(git push --force *)
---
Tag it, then push it.
`;
const skills = await openSkills({ ambient: false, sources: [memorySource("mine", { "release/SKILL.md": release })] });

const asked = [];
const prompter = {
  ask: async ({ title, details }) => {
    asked.push(`${title} ${details.join(" ")}`);
    return details[0].includes("rm") ? "no" : "once";
  },
};
const session = await skills.session({ control: { prompter } });

// Your own tool. It can have any framework's format; this one has Skillwright's.
const shell = {
  name: "bash",
  description: "Runs a command.",
  input: undefined,
  jsonSchema: { type: "object", properties: { command: { type: "string" } } },
  execute: async ({ command }) => ({ content: `ran ${command}`, isError: false }),
};
const [bash] = session.guard([shell]);
const run = async (command) => (await bash.execute({ command })).content;

await session.turn("/release 2.1.0");
assert.equal(await run("git tag v2.1.0 && git push"), "ran git tag v2.1.0 && git push"); // a rule grants the line
assert.match(await run("git tag v2.1.0; rm -rf ."), /no rule covers `rm`.*The user refused/);
assert.match(await run("git log | sh"), /ran/); // the user was asked, and allowed it once
// The rule denies the line, so the user is not asked.
assert.match(await run("git push --force origin"), /removes it with `Bash\(git push --force \*\)`/);
assert.equal(asked.length, 2);

session.complete("release");
assert.equal(await run("make"), "ran make"); // the skill's task is done, so its rules no longer apply
console.log(`${session.events.counts.guarded} verdicts, ${asked.length} questions`);
