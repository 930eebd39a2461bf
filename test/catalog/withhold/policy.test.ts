/** Tests that policies on a machine are found, and that they apply at load, at activation and at install. */
import { symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { explainPolicy, readPolicies } from "../../../src/ops/explain/explain-policy.ts";
import { openInstaller } from "../../../src/ops/open-installer.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { person } from "../../session/permit/tools.ts";
import { load, makeTree, skill, type Tree } from "../../tree.ts";

const USER = "home/.config/skillwright/policy.yaml";
const ADMIN = "etc/skillwright/policy.yaml";
const PROJECT = "project/.skillwright/policy.yaml";

function tree(files: Readonly<Record<string, string>>): Tree {
  return makeTree({
    "project/.git/HEAD": "",
    "project/.agents/skills/pdf/SKILL.md": skill("pdf"),
    "home/.agents/skills/notes/SKILL.md": skill("notes"),
    ...files,
  });
}

const withheld = async (made: Tree, options = {}) => {
  const { snapshot } = await load(made, { trust: "all", ...options });
  return snapshot.skills.map(({ skill: { name }, withheld: why }) => `${name} ${why?.code ?? "offered"}`);
};

describe("[B51] files are found beside the configuration", () => {
  test("of administrator, user and trusted project, each with its line", async () => {
    const made = tree({
      [ADMIN]: "default: ask\n",
      [USER]: "rules:\n- deny: {skill: a}\n",
      [PROJECT]: "default: deny\n",
    });
    const options = { environment: made.environment, files: made.files };
    expect(made.plain(await readPolicies({ ...options, trust: "all" }))).toMatchInlineSnapshot(`
      {
        "diagnostics": [],
        "files": [
          {
            "default": {
              "decision": "ask",
              "from": "/etc/skillwright/policy.yaml:1",
            },
            "layer": "admin",
            "path": "/etc/skillwright/policy.yaml",
            "rules": [],
            "skill": {
              "agents": {},
              "rules": [],
            },
          },
          {
            "layer": "user",
            "path": "/home/.config/skillwright/policy.yaml",
            "rules": [
              {
                "decision": "deny",
                "from": "/home/.config/skillwright/policy.yaml:2",
                "moments": [
                  "install",
                  "load",
                ],
                "when": {
                  "skill": [
                    "a",
                  ],
                },
              },
            ],
            "skill": {
              "agents": {},
              "rules": [],
            },
          },
          {
            "default": {
              "decision": "deny",
              "from": "/project/.skillwright/policy.yaml:1",
            },
            "layer": "project",
            "path": "/project/.skillwright/policy.yaml",
            "rules": [],
            "skill": {
              "agents": {},
              "rules": [],
            },
          },
        ],
        "missing": [],
        "permissions": {
          "from": "default",
          "mode": "ask",
        },
      }
    `);
    const untrusted = await readPolicies(options);
    expect(untrusted.files.map(({ layer, unused }) => [layer, unused])).toEqual([
      ["admin", undefined],
      ["user", undefined],
      ["project", "the folder is not trusted"],
    ]);
    expect((await readPolicies({ environment: tree({}).environment, files: tree({}).files })).missing).toHaveLength(3);
  });

  test("an unreadable one is reported and allows nothing", async () => {
    const made = tree({ [USER]: "rules: [" });
    const { snapshot } = await load(made, { trust: "all" });
    expect(snapshot.diagnostics.map(({ code }) => code)).toContain("SK420");
    expect(await withheld(made)).toEqual(["pdf SK413", "notes SK413"]);
  });
});

describe("[B50] [B51] if the policy file cannot be read, no skill is offered", () => {
  const why = async (text: string | { link: string }): Promise<string> => {
    const made = tree(typeof text === "string" ? { [USER]: text } : { "home/.config/skillwright/x": "" });
    if (typeof text !== "string") symlinkSync(text.link, made.at(USER));
    expect(await withheld(made)).toEqual(["pdf SK413", "notes SK413"]);
    const options = { environment: made.environment, files: made.files, trust: "all", defaultSkills: false } as const;
    const [explained] = await explainPolicy("pdf", options);
    return made.plain(explained!.load.reason);
  };

  test.each([
    ["a link that leads nowhere", { link: "nowhere" }, "it is a link that leads nowhere"],
    ["a link to itself", { link: "policy.yaml" }, "it is a link that leads to itself"],
    ["a link to a device", { link: "/dev/zero" }, "it is not a regular file"],
    ["a link to a directory", { link: "/" }, "it is not a regular file"],
    ["too much", `#${"x".repeat(1_000_000)}`, "it is too large"],
    ["a key that is repeated", "rules:\n- deny: any\nrules: []\n", "`rules` is repeated"],
    ["twice, deep inside", "rules:\n- deny: {skill: a, skill: b}\n", "`skill` is repeated"],
    ["a NUL", "rules:\n- deny: {skill: 'p\0'}\n", "it is not valid YAML (null byte is not allowed in input)"],
  ])("%s", async (_, text, reason) => {
    expect(await why(text)).toBe(`a policy cannot be used: ${reason}`);
  });

  test("other bytes than UTF-8", async () => {
    const made = tree({ [USER]: "" });
    writeFileSync(made.at(USER), Buffer.from("rules:\n- deny: {skill: caf\xe9}\n", "latin1"));
    expect(await withheld(made)).toEqual(["pdf SK413", "notes SK413"]);
  });
});

describe("[B53] a denied skill is not offered", () => {
  test.each([
    ["{skill: pdf}", ["pdf SK413", "notes offered"]],
    ["{scope: user}", ["pdf offered", "notes SK413"]],
    ["{skill: 'pdf@repo'}", ["pdf SK413", "notes offered"]],
  ])("deny %s", async (condition, expected) => {
    expect(await withheld(tree({ [USER]: `rules:\n- deny: ${condition}\n` }))).toEqual(expected);
  });

  test("not through another host either, and it overrides no skill", async () => {
    const made = tree({
      [USER]: "rules:\n- deny: {scope: repo}\n",
      "project/.agents/skills/notes/SKILL.md": skill("notes", "Other notes. Use them."),
      "project/.claude/skills/pdf/SKILL.md": skill("pdf"),
      "project/.claude/skills/same/SKILL.md": skill("same"),
    });
    expect(await withheld(made)).toEqual(["pdf SK413", "same SK413", "notes offered"]);
    expect(await withheld(made, { host: "claude-code" })).toEqual(["pdf SK413", "same SK413"]);
  });

  test("by digest, as the bytes are now", async () => {
    const made = tree({});
    const skills = await openSkills({
      environment: made.environment,
      files: made.files,
      trust: "all",
      defaultSkills: false,
    });
    const digest = skills.digest(skills.find("pdf")!.skill);
    made.add({ [USER]: `default: deny\nrules:\n- allow: {digest: ${digest}}\n` });
    expect(await withheld(made)).toEqual(["pdf offered", "notes SK413"]);
    made.add({ "project/.agents/skills/pdf/more.md": "x" });
    expect(await withheld(made)).toEqual(["pdf SK413", "notes SK413"]);
  });

  test("a skill of the library's caller alone has no policy", async () => {
    const made = tree({ [USER]: "default: deny\n" });
    const { snapshot } = await load(made, { ambient: false, roots: [made.at("project/.agents/skills")] });
    expect(snapshot.skills.map(({ withheld: why }) => why)).toEqual([undefined]);
  });
});

describe("[B54] in a session", () => {
  const session = async (policy: string, prompter?: ReturnType<typeof person>, more = {}) => {
    const made = tree({ [USER]: policy });
    const skills = await openSkills({
      environment: made.environment,
      files: made.files,
      trust: "all",
      defaultSkills: false,
    });
    return skills.session({ ...(prompter ? { control: { prompter, ...more } } : { control: more }) });
  };

  test("a skill under `ask` is asked about once for the same bytes, also if the user calls it", async () => {
    const prompter = person("no", "once", "session");
    const { activate } = await session("rules:\n- ask: {skill: pdf}\n  reason: look first\n", prompter).then(
      (opened) => ({
        activate: async () => (await opened.activate({ asked: "pdf", actor: "user" })).refusal?.code ?? "given",
      }),
    );
    expect([await activate(), await activate(), await activate(), await activate()]).toEqual([
      "SK414",
      "given",
      "given",
      "given",
    ]);
    expect(prompter.asked).toHaveLength(3);
    expect(prompter.asked[0]).toMatchObject({ title: "load the skill `pdf`?", choices: [{ value: "no" }, {}, {}] });
    expect(prompter.asked[0]?.details[0]).toContain("look first (");
  });

  test("without a user it refuses and gives the reason; full access asks no question", async () => {
    const policy = "default: ask\n";
    const headless = await session(policy);
    const { refusal } = await headless.activate({ asked: "pdf", actor: "model" });
    expect(refusal).toMatchObject({ code: "SK414", reason: expect.stringContaining("no user can answer") });
    const full = await session(policy, undefined, { access: "full" });
    expect((await full.activate({ asked: "pdf", actor: "model" })).isError).toBe(false);
  });

  test("a policy that came since the last load counts after a reload", async () => {
    const made = tree({});
    const skills = await openSkills({
      environment: made.environment,
      files: made.files,
      trust: "all",
      defaultSkills: false,
    });
    const opened = await skills.session();
    expect((await opened.activate({ asked: "notes", actor: "user" })).isError).toBe(false);
    made.add({ [USER]: "rules:\n- deny: {skill: notes}\n" });
    skills.invalidate(made.at(USER));
    await skills.reload();
    expect((await opened.activate({ asked: "notes", actor: "user" })).refusal?.code).toBe("SK413");
  });
});

describe("[B54] outside of any session", () => {
  const SCRIPT = "home/.agents/skills/notes/run.sh";
  const open = (policy: string) => {
    const made = tree({ [USER]: policy, [SCRIPT]: "echo hi\n" });
    return openSkills({ environment: made.environment, files: made.files, trust: "all", defaultSkills: false });
  };
  const codeOf = (answer: object): string => {
    const { refusal, refused } = answer as Partial<Record<"refusal" | "refused", { code: string }>>;
    return (refusal ?? refused)?.code ?? "given";
  };

  test("asks where the policy requires it, and refuses without a user, for every kind of request", async () => {
    const skills = await open("rules:\n- ask: {skill: notes}\n");
    const request = { asked: "notes", actor: "user" } as const;
    const all = async (prompter = person(undefined)) => [
      codeOf(await skills.activate(request, { prompter })),
      codeOf(await skills.readResource({ ...request, path: "SKILL.md" }, { prompter })),
      codeOf(await skills.runScript({ ...request, path: "run.sh" }, { prompter })),
    ];
    expect(await all()).toEqual(["SK414", "SK414", "SK414"]);
    expect(await all(person("no", "no", "no"))).toEqual(["SK414", "SK414", "SK414"]);
    // A separate rule decides about scripts.
    expect(await all(person("once", "once", "once"))).toEqual(["given", "given", "SK430"]);
    await expect(skills.read("notes")).rejects.toMatchObject({
      code: "SK414",
      hint: expect.stringContaining("approve it at a terminal, or change the rule"),
    });
    expect((await skills.activate({ ...request, asked: "pdf" })).snapshot).toBe(skills.snapshot);
    expect((await skills.read("notes", { preview: true })).body).toContain("Instructions");
    expect(codeOf(await skills.activate(request, { preview: true }))).toBe("given");
    // The caller's judge replaces the policies. A preview activates nothing.
    const judge = async () => ({ code: "SK414", asked: "notes", reason: "not now", candidates: [] }) as const;
    expect(codeOf(await skills.activate(request, { whyDenied: judge }))).toBe("SK414");
    expect(codeOf(await skills.activate(request, { whyDenied: judge, preview: true }))).toBe("given");
    expect(codeOf(await skills.activate(request, { control: { access: "full" } }))).toBe("given");
  });

  test("a denied skill is not shown either, even in a preview", async () => {
    const skills = await open("rules:\n- deny: {skill: notes}\n");
    await expect(skills.read("notes")).rejects.toMatchObject({ code: "SK413" });
    expect(codeOf(await skills.activate({ asked: "notes", actor: "user" }, { preview: true }))).toBe("SK413");
  });

  test("`permission.skill` applies to the model", async () => {
    const skills = await open("permission: {skill: {notes: deny, pdf: ask}}\n");
    const codes = [];
    for (const asked of ["notes", "pdf"])
      for (const actor of ["user", "model"] as const) codes.push(codeOf(await skills.activate({ asked, actor })));
    expect(codes).toEqual(["given", "SK412", "given", "SK414"]);
  });

  test("skills of an untrusted folder are not loaded, but can be inspected", async () => {
    const made = tree({ "project/.agents/skills/pdf/SKILL.md": `${skill("pdf")}\n!\`id\`\n` });
    const skills = await openSkills({ environment: made.environment, files: made.files, defaultSkills: false });
    await expect(skills.read("pdf")).rejects.toMatchObject({ code: "SK501" });
    const seen = await skills.activate(
      { asked: "pdf", actor: "user" },
      { preview: true, shellExpressions: "approved" },
    );
    expect("activation" in seen && seen.activation.shell).toMatchObject([{ refused: "the folder is not trusted" }]);
  });
});

test("[B54] in a session the files of a skill are had by who was given it, and else asked for like the skill", async () => {
  const made = tree({ [USER]: "rules:\n- ask: {skill: notes}\n", "home/.agents/skills/notes/more.md": "More." });
  const skills = await openSkills({ environment: made.environment, files: made.files, defaultSkills: false });
  const session = await skills.session({ control: { prompter: person(undefined, undefined, undefined, "once") } });
  const read = async (path: string) => (await session.readResource("notes", path)).refusal?.code ?? "read";
  expect([await read("SKILL.md"), await read("more.md")]).toEqual(["SK414", "SK414"]);
  expect((await session.runScript("notes", { path: "more.md" })).refusal?.code).toBe("SK414");
  await session.activate({ asked: "notes", actor: "user" });
  expect([await read("SKILL.md"), await read("more.md")]).toEqual(["read", "read"]);
  made.add({ [USER]: "rules:\n- deny: {skill: notes}\n" });
  await skills.reload({ force: true });
  expect(await read("more.md")).toBe("SK413");
});

describe("[B53] a policy during an installation", () => {
  const install = async (policy: string, approval = { person: true } as object) => {
    const made = tree({ [USER]: policy, "src/new/SKILL.md": skill("new") });
    const installer = await openInstaller({ environment: made.environment, cwd: made.at("project") });
    const plan = await installer.planAdd({ source: made.at("src/new"), where: "project" });
    const digest = plan.skills[0]!.digest;
    const applied = installer.apply(plan, { ...approval, digests: "digests" in approval ? [digest] : [] });
    return applied.then(
      () => plan.skills[0]!.need.need,
      (error: { code: string }) => error.code,
    );
  };

  test.each([
    ["rules: []", { person: true }, "yes"],
    ["rules:\n- deny: {skill: new}", { person: true }, "SK413"],
    ["rules:\n- deny: {skill: new}", { digests: true }, "SK413"],
    ["rules:\n- deny: {scope: repo}\n  for: load", { person: true }, "yes"],
    ["rules:\n- deny: {origin: '*/src/new'}\n  for: install", { yes: true }, "SK413"],
    ["rules:\n- ask: {skill: new}", { yes: true }, "SK505"],
    ["rules:\n- ask: {skill: new}", { person: true }, "person"],
    ["default: deny\nrules:\n- allow: {scope: repo}", { yes: true }, "yes"],
  ])("%j with %j: %s", async (policy, approval, expected) => {
    expect(await install(policy, approval)).toBe(expected);
  });
});

test("[B56] explain says which rule of which file decided, and what is known of the skill", async () => {
  const made = tree({
    [ADMIN]: "rules:\n- ask: {scope: repo}\n",
    [USER]: "rules:\n- allow: {skill: pdf}\npermission: {skill: {pdf: deny}}\n",
    [PROJECT]: "rules:\n- deny: {skill: 'p*'}\n  reason: not in this project\n",
  });
  const options = { environment: made.environment, files: made.files, trust: "all" as const, defaultSkills: false };
  const [explained] = await explainPolicy("pdf", options);
  const { skill: found, facts, ...rest } = explained!;
  expect(found.name).toBe("pdf");
  expect(facts).toMatchObject({ scope: "repo", digest: expect.stringMatching(/^sha256:/) });
  expect(made.plain(rest)).toMatchInlineSnapshot(`
    {
      "install": {
        "decision": "deny",
        "from": "/project/.skillwright/policy.yaml:2",
        "matched": [
          {
            "decision": "ask",
            "from": "/etc/skillwright/policy.yaml:2",
            "moments": [
              "install",
              "load",
            ],
            "when": {
              "scope": [
                "repo",
              ],
            },
          },
          {
            "decision": "allow",
            "from": "/home/.config/skillwright/policy.yaml:2",
            "moments": [
              "install",
              "load",
            ],
            "when": {
              "skill": [
                "pdf",
              ],
            },
          },
          {
            "decision": "deny",
            "from": "/project/.skillwright/policy.yaml:2",
            "moments": [
              "install",
              "load",
            ],
            "reason": "not in this project",
            "when": {
              "skill": [
                "p*",
              ],
            },
          },
        ],
        "reason": "not in this project",
      },
      "load": {
        "decision": "deny",
        "from": "/project/.skillwright/policy.yaml:2",
        "matched": [
          {
            "decision": "ask",
            "from": "/etc/skillwright/policy.yaml:2",
            "moments": [
              "install",
              "load",
            ],
            "when": {
              "scope": [
                "repo",
              ],
            },
          },
          {
            "decision": "allow",
            "from": "/home/.config/skillwright/policy.yaml:2",
            "moments": [
              "install",
              "load",
            ],
            "when": {
              "skill": [
                "pdf",
              ],
            },
          },
          {
            "decision": "deny",
            "from": "/project/.skillwright/policy.yaml:2",
            "moments": [
              "install",
              "load",
            ],
            "reason": "not in this project",
            "when": {
              "skill": [
                "p*",
              ],
            },
          },
        ],
        "reason": "not in this project",
      },
      "permission": {
        "decision": "deny",
        "from": "/home/.config/skillwright/policy.yaml:3",
      },
    }
  `);
  expect(await explainPolicy("nothing", options)).toEqual([]);
});
