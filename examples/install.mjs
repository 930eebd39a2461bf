// Installs a skill with the library: audit, plan, review, apply, verify. Then makes the skill visible to another host,
// and publishes it.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileSkill, findProfile, PROFILES, planBudget } from "skillwright/hosts";
import { auditSkills, openInstaller, placeSkills, publishSkills } from "skillwright/install";

const work = mkdtempSync(join(tmpdir(), "install-"));
const cwd = join(work, "site");
const environment = { cwd, home: join(work, "home"), platform: "linux", variables: {} };
for (const path of ["home", "site/.git", "source/pdf"]) mkdirSync(join(work, path), { recursive: true });
writeFileSync(
  join(work, "source/pdf/SKILL.md"),
  "---\nname: pdf\ndescription: Reads PDF files. Use it for forms.\nallowed-tools: Read\n---\nRead the file first.\n",
);

const { skills } = await auditSkills([join(work, "source")], { cwd: work, environment });
assert.deepEqual(
  skills.map(({ name, findings }) => [name, findings.length]),
  [["pdf", 0]],
);

const installer = await openInstaller({ environment });
const plan = await installer.planAdd({ source: join(work, "source"), where: "project" });
assert.deepEqual(
  plan.skills.map(({ name }) => name),
  ["pdf"],
);
await installer.apply(plan, { person: true }); // the user has seen the plan
assert.deepEqual(
  (await installer.verify()).map(({ name, state }) => [name, state]),
  [["pdf", "unchanged"]],
);

const placed = await placeSkills({ skills: ["pdf"] }, { environment, hosts: ["claude-code"] });
assert.equal(placed.applied, false); // only plans the change
const { written } = await compileSkill({ skill: "pdf", to: "codex" }, { environment, trust: "all" });
assert.equal(written, undefined);
assert.equal((await planBudget({ environment, trust: "all", window: 200_000 })).described, true);
assert.equal(findProfile("codex")?.name, PROFILES.find(({ name }) => name === "codex")?.name);

const published = await publishSkills(
  { from: join(work, "source"), to: join(work, "registry"), dryRun: true },
  { environment },
);
assert.equal(published.skills.length, 1);

rmSync(work, { recursive: true });
console.log("pdf: audited, installed, verified, placed, compiled and packed");
