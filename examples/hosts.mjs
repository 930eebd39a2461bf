// Shows three skills as five hosts see them: which host sees which skill, why a host does not see a skill, and what
// would change that.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { explainEverywhere, viewAsHosts } from "skillwright/hosts";

const home = mkdtempSync(join(tmpdir(), "hosts-"));
const cwd = join(home, "site");
const file = (path, text) => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
};
file(".git/HEAD", "ref: refs/heads/main\n");
file(".claude/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Reads PDF files.\n---\nRead them.\n");
file(".agents/skills/release/SKILL.md", "---\nname: release\ndescription: Use when: it ships\n---\nShip it.\n");
file(".agents/skills/team/db/SKILL.md", "---\nname: db\ndescription: Migrates the database.\n---\nMigrate it.\n");

// Without this `environment`, the example would use your own machine and skills.
const environment = { cwd, home, platform: "linux", variables: {} };
const hosts = ["claude-code", "codex", "opencode", "gemini-cli", "pi"];
const { rows } = await viewAsHosts({ environment, hosts });
const seen = rows.map(({ name, cells }) => [name, ...cells.map(({ state, because }) => because?.code ?? state)]);
for (const row of [["", ...hosts], ...seen])
  console.log(
    row
      .map((word) => word.padEnd(12))
      .join("")
      .trimEnd(),
  );
assert.deepEqual(seen, [
  ["db", "SK701", "visible", "visible", "SK702", "visible"],
  ["pdf", "visible", "SK701", "visible", "SK701", "SK701"],
  ["release", "SK701", "visible", "visible", "visible", "SK714"],
]);

// A fix has a text for a person and steps for a program. After the steps, the host sees the skill.
const ask = async () => (await explainEverywhere("release", { environment, hosts: ["pi"] })).answers[0];
const { remedy } = await ask();
assert.equal(remedy.text, "quote the description");
const [step] = remedy.steps;
assert.equal(step.do, "write");
writeFileSync(step.path, step.text);
assert.equal((await ask()).cell.state, "visible");

rmSync(home, { recursive: true });
console.log(`pi did not see \`release\`; ${remedy.text}, and it does`);
