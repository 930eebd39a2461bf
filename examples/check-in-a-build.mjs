// Runs the checks of `skillwright check` in your own build script.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkSkills } from "skillwright";

const directory = mkdtempSync(join(tmpdir(), "skills-"));
mkdirSync(join(directory, "pdf"));
writeFileSync(
  join(directory, "pdf/SKILL.md"),
  "---\nname: pdf\ndescription: Use when: reading PDF files\n---\nRead them.\n",
);

const { diagnostics } = await checkSkills([directory]);
assert.deepEqual(
  diagnostics.map(({ code, at }) => [code, at?.line, at?.column]),
  [["SK003", 3, 14]],
);

const { fixed, diagnostics: left } = await checkSkills([directory], { fix: "apply" });
assert.deepEqual([fixed.length, left], [1, []]);
console.log("found, repaired, clean");
