// Runs trigger tests in your own test suite: does a request find the right skill? Nothing reads or writes the disk.
import assert from "node:assert/strict";
import { evalSkills, memoryFiles, testSandbox } from "skillwright/testing";

const files = memoryFiles({
  "/site/.git/HEAD": "ref: refs/heads/main\n",
  "/site/.agents/skills/pdf/SKILL.md":
    "---\nname: pdf\ndescription: Reads PDF files and fills in forms.\n---\nRead it.\n",
  "/site/.agents/skills/pdf/evals/triggers.json": JSON.stringify([
    { query: "fill in this PDF form", should_trigger: true },
    { query: "cook a soup", should_trigger: false },
  ]),
});
const environment = { cwd: "/site", home: "/home/me", platform: "linux", variables: {} };
const report = await evalSkills({ files, environment, trust: "all" });
const cases = report.skills.flatMap(({ offline }) => offline.cases);
assert.deepEqual(
  cases.map(({ query, passed }) => [query, passed]),
  [
    ["fill in this PDF form", true],
    ["cook a soup", true],
  ],
);

const { level, checks } = await testSandbox({ environment });
assert.ok(["isolated", "partial", "none"].includes(level)); // the level depends on the machine
console.log(`${cases.length} cases passed; the sandbox passes ${Object.values(checks).filter(Boolean).length} checks`);
