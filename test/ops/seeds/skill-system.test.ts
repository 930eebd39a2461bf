/** Tests `SkillSystem`, the façade of Aleph: its values, their order, and overlapping calls. */
import { expect, test } from "vitest";
import { installSpecs } from "../../../src/install/packages/install-spec.ts";
import { SkillSystem, type SkillSystemOptions } from "../../../src/ops/seeds/skill-system.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";

const skill = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo it.\n`;

const FILES = {
  "/p/.git/HEAD": "",
  "/p/.agents/skills/arc/SKILL.md": skill("arc"),
  "/p/.agents/skills/pdf/SKILL.md": skill(
    "pdf",
    "eligibility:\n  os: [windows]\n  required-bins: [pdftk]\n  required-env: [PDF_KEY]\n  required-skills: [ocr]\ninstall:\n  - { id: pdftk, kind: brew, package: pdftk }\n",
  ),
  "/p/.agents/skills/tar/SKILL.md": skill("tar", "eligibility:\n  conflicts: [arc]\n"),
  "/p/.agents/skills/bad/SKILL.md": "no frontmatter",
};

function system(changes: Partial<SkillSystemOptions> = {}): SkillSystem {
  const environment = { cwd: "/p", home: "/h", platform: "linux", variables: {} } as const;
  return new SkillSystem({ environment, files: memoryFiles(FILES), trust: "all", defaultSkills: false, ...changes });
}

test("[J25] status before the first load is empty, then sorted by id", async () => {
  const aleph = system();
  expect([aleph.skillStatus(), aleph.fullStatus(), aleph.checkEligibility("pdf")]).toEqual([
    [],
    [],
    { eligible: false, reasons: [{ code: "SK301", kind: "skill", what: "pdf", message: "there is no skill `pdf`" }] },
  ]);
  expect((await aleph.init()).ok).toBe(true);
  const short = (each: { id: string; state: string }) => [each.id, each.state];
  expect(aleph.skillStatus().map(short)).toEqual([
    ["arc", "loaded"],
    ["pdf", "ineligible"],
    ["tar", "ineligible"],
  ]);
  expect(aleph.fullStatus().map(short)).toEqual([
    ["arc", "loaded"],
    ["bad", "discovered"],
    ["pdf", "ineligible"],
    ["tar", "ineligible"],
  ]);
});

test("[J25] eligibility names every reason, with its kind, and depends on the context", async () => {
  const aleph = system();
  await aleph.init();
  const check = (platform: string, everything: boolean) => {
    const context = { platform, hasBinary: () => everything, hasVariable: () => everything, settings: {} };
    const result = aleph.checkEligibility("PDF", context);
    return result.eligible ? "eligible" : result.reasons.map(({ kind, what }) => `${kind} ${what}`);
  };
  expect(aleph.checkEligibility("arc")).toEqual({ eligible: true });
  expect(check("linux", false)).toEqual(["platform windows", "binary pdftk", "environment PDF_KEY", "skill ocr"]);
  expect(check("win32", true)).toEqual(["skill ocr"]);
  expect(aleph.checkEligibility("tar")).toMatchObject({
    eligible: false,
    reasons: [{ kind: "conflict", what: "arc" }],
  });
  expect(aleph.checkEligibility("nothing").eligible).toBe(false);
});

test("[J25] overlapping rebuilds: those who ask meanwhile share one that begins afterwards", async () => {
  let loads = 0;
  const files = memoryFiles(FILES);
  const counting = {
    ...files,
    readDirectory: (path: string) => {
      if (path === "/p/.agents/skills") loads += 1;
      return files.readDirectory(path);
    },
  };
  const aleph = system({ files: counting });
  const results = await Promise.all([aleph.init(), aleph.init(), aleph.rebuild(), aleph.rebuild(), aleph.rebuild()]);
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  expect(loads).toBe(2);
  await aleph.init();
  expect(loads).toBe(2);
  await aleph.rebuild();
  expect(loads).toBe(3);
});

test("[J25] a load that fails is a value, and leaves the last snapshot", async () => {
  const files = memoryFiles(FILES);
  let broken = false;
  const failing = {
    ...files,
    readDirectory: (path: string) => {
      if (broken) throw new Error("our mistake");
      return files.readDirectory(path);
    },
  };
  const aleph = system({ files: failing });
  await aleph.init();
  const before = aleph.fullStatus();
  broken = true;
  expect(await aleph.rebuild()).toEqual({ ok: false, problem: { code: "internal", message: "our mistake" } });
  expect(aleph.fullStatus()).toEqual(before);
  expect(await system({ host: "nobody" }).init()).toMatchObject({ ok: false, problem: { code: "SK305" } });
});

test("[J25] packages are installed one at a time, by approval, and nothing is thrown", async () => {
  const files = { ...memoryFiles(FILES), isExecutable: (path: string) => path === "/bin/brew" };
  let [running, most] = [0, 0];
  const ran: string[] = [];
  const aleph = system({
    files,
    environment: { cwd: "/p", home: "/h", platform: "linux", variables: { PATH: "/bin" } },
    spawn: async (_, args) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      ran.push(String(args.at(-1)));
      if (args.at(-1) === "broken") throw new TypeError("our mistake");
      return { code: 0, stdout: new Uint8Array(), stderr: "", ended: "exited" };
    },
  });
  const spec = { ...installSpecs({ extra: { install: [{ id: "a", kind: "brew", package: "pdftk" }] } })[0]! };
  const results = await Promise.all([
    aleph.install(spec),
    aleph.install(spec, { approved: true }),
    aleph.install({ ...spec, package: "broken" }, { approved: true }),
    aleph.install({ ...spec, package: "other" }, { approved: true }),
    aleph.install({ ...spec, package: "$(x)" }, { approved: true }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["planned", "installed", "failed", "installed", "refused"]);
  expect({ most, ran }).toEqual({ most: 1, ran: ["pdftk", "broken", "other"] });
});

test("[J25] the prompt has the eligible skills by id, with triggers and instructions, and conflicts name ids", async () => {
  const files = memoryFiles({
    "/p/.git/HEAD": "",
    "/p/.agents/skills/review/SKILL.md": skill("Code Review", "triggers: [review code]\n"),
    "/p/.agents/skills/audit/SKILL.md": skill("Audit", "eligibility:\n  conflicts: [code-review]\n"),
    "/p/.agents/skills/bench/SKILL.md": skill("Bench"),
    "/p/.agents/skills/pdf/SKILL.md": skill("pdf", "eligibility:\n  required-bins: [pdftk]\n"),
  });
  const aleph = system({ files });
  expect(await aleph.prompt()).toEqual({ ok: true, value: "" });
  await aleph.init();
  const value = `<skills>
<skill id="bench" name="Bench">
<instructions>
Do it.
</instructions>
</skill>
<skill id="code-review" name="Code Review">
<triggers>
<trigger>review code</trigger>
</triggers>
<instructions>
Do it.
</instructions>
</skill>
</skills>`;
  expect(await aleph.prompt()).toEqual({ ok: true, value });
});

test("[J25] the prompt leaves out the skills of a folder that is not trusted", async () => {
  const aleph = system({ trust: () => false });
  await aleph.init();
  expect(await aleph.prompt()).toEqual({ ok: true, value: "" });
});
