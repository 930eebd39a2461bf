import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { Machine, skill } from "../machine.ts";

const TREE = {
  "src/skills/pdf/SKILL.md": skill("pdf"),
  "src/skills/bad/SKILL.md": skill("bad"),
  "src/skills/bad/con/a.md": "A device on some machines.\n",
  "src/extra/deep/SKILL.md": skill("deep"),
};

async function choose(machine: Machine, ...skills: string[]): Promise<unknown> {
  const installer = await machine.installer();
  try {
    const plan = await installer.planAdd({ source: "../src", where: "project", skills });
    return { skills: plan.skills.map(({ name }) => name), codes: plan.diagnostics.map(({ code }) => code) };
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint: string };
    return { code, message, hint };
  }
}

test("[I20] does not report problems of skills that were not requested", async () => {
  const machine = new Machine(TREE);
  expect(await choose(machine)).toEqual({ skills: ["pdf"], codes: ["SK640", "SK606"] });
  expect(await choose(machine, "pdf")).toEqual({ skills: ["pdf"], codes: [] });
});

test("[I20] a skill that was refused says why", async () => {
  expect(await choose(new Machine(TREE), "bad")).toMatchObject({
    code: "SK640",
    message: expect.stringMatching(/^`bad` is refused: `con\/a\.md` /),
    hint: "rename the file in the original skill, and pack the skill again",
  });
});

test("[I20] the error names the directory of a skill that is not offered, and otherwise the available skills", async () => {
  const machine = new Machine(TREE);
  expect(await choose(machine, "deep")).toEqual({
    code: "SK665",
    message: "`../src` has no skill `deep`",
    hint: "there is one in `extra/deep`; name that directory of the source",
  });
  expect(await choose(machine, "none")).toMatchObject({ code: "SK665", hint: "it has `pdf`" });
});

test("[I20] a source without skills is reported by its name", async () => {
  expect(await choose(new Machine({ "src/README.md": "" }))).toMatchObject({
    code: "SK647",
    message: "`../src` has no skill: there is no SKILL.md",
  });
});

test("[I20] of two skills with one name the first is installed, and the other is named", async () => {
  const machine = new Machine({ "src/a/pdf/SKILL.md": skill("pdf"), "src/b/pdf/SKILL.md": skill("pdf", "Other.") });
  expect(await choose(machine)).toEqual({ skills: ["pdf"], codes: ["SK606"] });
});

test("[Y3] the project's lock has no skill in a hidden directory", async () => {
  const machine = new Machine({ "project/.agents/skills/.hidden/SKILL.md": skill("hidden") });
  const installer = await machine.installer();
  await expect(installer.planAdd({ source: ".", where: "project" })).rejects.toMatchObject({
    code: "SK660",
    message: `\`${machine.path("project/.agents/skills/.hidden")}\` cannot be in the lock of this project`,
    hint: "rename the directory of the skill: the lock of a project names no hidden directory",
  });
});

test("[Y3] the project's lock has no skill whose directory is a link to the user's", async () => {
  const machine = new Machine({ ...TREE, "home/.agents/skills/own/SKILL.md": skill("own") });
  // The home is in the project, so the link does not lead out of the project.
  for (const directory of [".git", ".agents"]) mkdirSync(machine.path(directory));
  symlinkSync("../home/.agents/skills", machine.path(".agents/skills"));
  const installer = await machine.installer({ environment: { ...machine.environment, cwd: machine.directory } });
  await expect(installer.planAdd({ source: "./src", where: "project", skills: ["pdf"] })).rejects.toMatchObject({
    code: "SK660",
    message: `\`${machine.path("home/.agents/skills/pdf")}\` cannot be in the lock of this project`,
    hint: "make `.agents/skills` a real directory, or name a directory with `--to`; your own lock then records the skill",
  });
});
