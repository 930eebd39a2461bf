/** Tests permission profiles of manifests: how they are read, compiled, shown, accepted and enforced. */
import { symlinkSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openSkills } from "../../../src/ops/open-skills.ts";
import type { SessionOptions } from "../../../src/session/conversation/session-options.ts";
import { guardSurroundings } from "../../../src/session/permit/open-guard.ts";
import { compileProfile, profileDelta } from "../../../src/session/permit/profile/compile-profile.ts";
import { readProfile } from "../../../src/session/permit/profile/read-profile.ts";
import { ruleFindings } from "../../../src/session/permit/rules/rule-findings.ts";
import { load, loadRoot, makeTree, type Tree } from "../../tree.ts";
import { skillFile } from "../conversation/open.ts";
import { person, tools } from "./tools.ts";

const PLACES = { directory: "/s/pdf", home: "/home/u" };
const NOTHING = { read: [], write: [], network: false };

describe("[B40] a profile is read", () => {
  test("with plain absolute paths, sorted and once each", () => {
    expect(
      readProfile(
        {
          network: true,
          file_system: { read: ["./data", "data", " ~/Documents ", "/srv/x/", "~"], write: ["out", "/tmp/./o"] },
          macos: { preferences: "read-write", automations: ["com.b", "com.a", "com.a"], accessibility: true },
        },
        PLACES,
      ),
    ).toEqual({
      profile: {
        network: true,
        read: ["/home/u", "/home/u/Documents", "/s/pdf/data", "/srv/x"],
        write: ["/s/pdf/out", "/tmp/o"],
        macos: { preferences: "write", automations: ["com.a", "com.b"], accessibility: true, calendar: false },
      },
      problems: [],
    });
  });

  test.each([
    [{}, NOTHING, []],
    [{ network: { enabled: true } }, { ...NOTHING, network: true }, []],
    [{ network: "yes" }, NOTHING, ["network: it is neither true nor false"]],
    [{ network: ["example.com"] }, NOTHING, ["network: it is neither true nor false"]],
    [{ file_system: "all" }, NOTHING, ["file_system: it is not a mapping"]],
    [{ file_system: { read: "/" } }, NOTHING, ["file_system.read: it is not a list of paths"]],
    [{ file_system: { exec: [] } }, NOTHING, ["file_system.exec: it is not known"]],
    [{ sudo: true }, NOTHING, ["sudo: it is not known"]],
  ])("%j", (given, profile, problems) => {
    const read = readProfile(given, PLACES);
    expect(read.profile).toEqual(profile);
    expect(read.problems.map(({ field, problem }) => `${field}: ${problem}`)).toEqual(problems);
  });

  test("what macOS keeps apart", () => {
    const of = (macos: object) => readProfile({ macos }, PLACES);
    const none = { preferences: "none", automations: [], accessibility: false, calendar: false };
    expect(of({ preferences: true, automations: true, calendar: true }).profile.macos).toEqual({
      ...none,
      preferences: "read",
      automations: "all",
      calendar: true,
    });
    const wrong = of({ preferences: "all", automations: ["a b", 1], calendar: 1, camera: true });
    expect(wrong.profile.macos).toEqual(none);
    expect(wrong.problems.map(({ field }) => field)).toEqual([
      "macos.camera",
      "macos.preferences",
      "macos.automations",
      "macos.calendar",
    ]);
  });

  test("any value is accepted there", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("network", "file_system", "macos", "x"), fc.jsonValue()), (given) => {
        expect(readProfile(given as Record<string, unknown>, PLACES)).toEqual(
          readProfile(given as Record<string, unknown>, PLACES),
        );
      }),
    );
  });
});

describe("[B41] paths cannot be widened", () => {
  test.each([
    ["../x", "leads upwards"],
    ["data/../../x", "leads upwards"],
    ["/tmp/..", "leads upwards"],
    ["", "is empty"],
    ["/home/*", "has characters that could mean a pattern"],
    ["data\\..\\x", "has characters that could mean a pattern"],
    ["~root/x", "is another user's home directory"],
    ["da\u200bta", "has invisible or look-alike characters"],
    ["/tmp/\u202efdp", "has invisible or look-alike characters"],
    ["cafe\u0301", "has invisible or look-alike characters"],
    ["a\0b", "has invisible or look-alike characters"],
    [`/${"x".repeat(2000)}`, "is too long"],
  ])("%j", (path, problem) => {
    const { profile, problems } = readProfile({ file_system: { write: [path] } }, PLACES);
    expect(profile.write).toEqual([]);
    expect(problems[0]?.problem).toContain(problem);
  });

  test("by links: what leads out of the skill is not granted, other paths are where they lead", async () => {
    const made = makeTree({
      "skills/pdf/SKILL.md": skillFile("pdf"),
      "skills/pdf/data/x": "",
      "secret/x": "",
      "real/x": "",
    });
    symlinkSync(made.at("secret"), made.at("skills/pdf/leak"));
    symlinkSync(made.at("real"), made.at("alias"));
    symlinkSync(made.at("nowhere"), made.at("dangling"));
    const { snapshot } = await load(made, { ambient: false, roots: [made.at("skills")] });
    const around = guardSurroundings({ home: made.at("home"), files: made.files, own: [made.at("config")] }, snapshot);
    const at = made.at;
    const compiled = compileProfile(
      {
        read: [at("skills/pdf/leak"), at("skills/pdf/leak/x"), at("skills/pdf/data"), at("alias"), at("dangling")],
        write: [at("alias/out"), at("config/policy.yaml"), at("."), at("skills"), at("real/out/deep")],
        network: false,
      },
      at("skills/pdf"),
      around,
    );
    expect(made.plain(compiled)).toEqual({
      profile: { read: ["/real", "/skills/pdf/data"], write: ["/real/out"], network: false },
      refused: [
        { path: "/config/policy.yaml", problem: "could change files that control skills" },
        { path: "/", problem: "could change files that control skills" },
        { path: "/skills", problem: "could change files that control skills" },
        { path: "/skills/pdf/leak", problem: "leaves the skill through a link" },
        { path: "/skills/pdf/leak/x", problem: "leaves the skill through a link" },
        { path: "/dangling", problem: "leads to a place that cannot be determined" },
      ].map(({ path, problem }) => ({ path: path === "/" ? "" : path, problem })),
    });
  });
});

test("[B40] what is shown is what would be new, line by line", () => {
  expect(
    profileDelta({
      read: ["/data", "/out/logs"],
      write: ["/out"],
      network: true,
      macos: { preferences: "read", automations: ["com.a"], accessibility: true, calendar: true },
    }),
  ).toEqual([
    "+ read /data",
    "+ read and write /out",
    "+ the network",
    "+ macOS: read preferences",
    "+ macOS: control com.a",
    "+ macOS: accessibility",
    "+ macOS: the calendar",
  ]);
  expect(profileDelta(NOTHING)).toEqual([]);
});

test("[B1] [B40] `check` reports rules and paths of a profile that cannot be understood", async () => {
  const tree = makeTree({
    "skills/pdf/SKILL.md": skillFile("pdf", "Read.\n", "allowed-tools: Read((\n"),
    "skills/pdf/agents/skillwright.yaml": "permissions:\n  file_system:\n    read: [../..]\n",
  });
  const { skills } = await loadRoot(tree, "skills");
  expect(skills.flatMap(({ skill }) => ruleFindings(skill)).map(({ code, message }) => [code, message])).toEqual([
    ["SK402", "`Read((` is not a valid rule, so it grants nothing: its bracket is not closed"],
    ["SK425", "`permissions.file_system.read` is ignored: `../..` leads upwards"],
  ]);
});

const SIDECAR = "permissions:\n  network: true\n  file_system:\n    read: [../..]\n    write: [TREE/out]\n";

function machine(files: Readonly<Record<string, string>> = {}): Tree {
  const made = makeTree({
    "home/.agents/skills/pdf/SKILL.md": skillFile("pdf", "Read.\n", "allowed-tools: Grep\n"),
    "home/.agents/skills/pdf/forms.md": "",
    "etc/skillwright/skills/own/SKILL.md": skillFile("own"),
    "out/x": "",
    "project/a": "",
    ...files,
  });
  const sidecar = SIDECAR.replace("TREE", made.top);
  made.add({
    "home/.agents/skills/pdf/agents/skillwright.yaml": sidecar,
    "etc/skillwright/skills/own/agents/skillwright.yaml": sidecar,
  });
  return made;
}

async function work(made: Tree, options: SessionOptions, asked = "pdf") {
  const skills = await openSkills({ environment: made.environment, files: made.files, defaultSkills: false });
  const session = await skills.session(options);
  await session.activate({ asked, actor: "user" });
  const [read, write, fetch, bash] = session.guard(tools("Read", "Write", "WebFetch", "Bash").tools, {
    otherwise: "ask",
  });
  const ok = async (tool: typeof read, input: object) => !(await tool!.execute(input)).isError;
  return {
    session,
    done: [
      await ok(read, { path: made.at("out/x") }),
      await ok(write, { path: made.at("out/new") }),
      await ok(write, { path: made.at("project/a") }),
      await ok(fetch, { url: "https://example.com" }),
      await ok(bash, { command: "ls" }),
    ],
  };
}

describe("[B40] inside of an accepted profile nothing more is asked", () => {
  test("on a yes, after it was shown; and only then", async () => {
    const yes = person("yes");
    const made = machine();
    const { done, session } = await work(made, { control: { prompter: yes } });
    expect(done).toEqual([true, true, false, true, false]);
    expect(made.plain(yes.asked[0])).toEqual({
      kind: "choice",
      title: "let the skill `pdf` do this without asking, while it works?",
      details: ["+ read and write /out", "+ the network"],
      choices: [
        { value: "no", label: "no, ask each time" },
        { value: "yes", label: "yes" },
      ],
    });
    expect(made.plain(session.confinement)).toEqual({
      read: ["/etc/skillwright/skills/own", "/home/.agents/skills/pdf"],
      write: ["/out"],
      network: true,
    });
    const bash = session.guard(tools("Bash").tools, { otherwise: "ask", confined: true });
    expect((await bash[0]!.execute({ command: "ls" })).isError).toBe(false);
    const no = await work(machine(), { control: { prompter: person("no") } });
    expect([no.done, no.session.confinement]).toEqual([[false, false, false, false, false], undefined]);
    expect((await work(machine(), {})).done).toEqual([false, false, false, false, false]);
  });

  test("it ends with the window, is asked for once, and is never stored", async () => {
    const prompter = person("yes", "no");
    const { session } = await work(machine(), { control: { prompter } });
    await session.activate({ asked: "pdf", actor: "model" });
    expect(prompter.asked.filter(({ title }) => title.startsWith("let the skill"))).toHaveLength(1);
    expect(JSON.stringify(session)).not.toContain("/out");
    session.complete("pdf");
    expect(session.confinement).toBeUndefined();
  });
});

describe("[B42] modes", () => {
  const POLICY = "home/.config/skillwright/policy.yaml";

  test.each([
    ["strict", "pdf", "yes", false],
    ["strict", "own", "yes", false],
    ["trusted-sources", "pdf", "yes", false],
    ["trusted-sources", "own", undefined, true],
    ["ask", "own", "yes", true],
    ["ask", "own", undefined, false],
  ])("%s, %s, answer %s: %s", async (mode, asked, answer, applied) => {
    const prompter = person(answer);
    const made = machine({ [POLICY]: `permissions: ${mode}\n` });
    const { session } = await work(made, { control: { prompter } }, asked);
    expect(session.confinement !== undefined).toBe(applied);
    expect(prompter.asked.some(({ title }) => title.startsWith("let the skill"))).toBe(mode === "ask");
  });

  test("full access accepts; a model inside of another skill gets nothing by itself", async () => {
    const full = await work(machine(), { control: { access: "full" } });
    expect(full.session.confinement).toBeDefined();
    const made = machine({ [POLICY]: "permissions: trusted-sources\n" });
    const { session } = await work(made, {});
    await session.activate({ asked: "own", actor: "model" });
    expect(session.confinement).toBeUndefined();
    await session.activate({ asked: "own", actor: "user" });
  });
});

test("[B40] the files of skills are read without asking", async () => {
  const made = machine();
  const skills = await openSkills({ environment: made.environment, files: made.files, defaultSkills: false });
  const session = await skills.session();
  await session.activate({ asked: "pdf", actor: "user" });
  const [read, write] = session.guard(tools("Read", "Write").tools);
  expect((await read!.execute({ path: made.at("home/.agents/skills/pdf/forms.md") })).isError).toBe(false);
  expect((await read!.execute({ path: made.at("home/.agents/skills/pdf/../pdf/../../../x") })).isError).toBe(true);
  expect((await write!.execute({ path: made.at("home/.agents/skills/pdf/forms.md") })).isError).toBe(true);
});

test("[B40] [B54] a path that needs a question, or is hidden from the agent, can be read once it is granted", async () => {
  const made = machine({
    "home/.config/skillwright/policy.yaml": "rules:\n- ask: {skill: pdf}\npermission: {skill: {own: ask}}\n",
  });
  const skills = await openSkills({ environment: made.environment, files: made.files, defaultSkills: false });
  const session = await skills.session({ control: { prompter: person("no", "once", "no") } });
  const [read] = session.guard(tools("Read").tools, { otherwise: "ask" });
  const pdf = { path: made.at("home/.agents/skills/pdf/forms.md") };
  expect([session.readable, (await read!.execute(pdf)).isError]).toEqual([[], true]);
  await session.activate({ asked: "pdf", actor: "user" });
  expect(made.plain(session.readable)).toEqual(["/home/.agents/skills/pdf"]);
  expect((await read!.execute(pdf)).isError).toBe(false);
  const full = await skills.session({ control: { access: "full" } });
  expect(full.readable).toHaveLength(2);
});

test("[B33] what a skill would open can be seen before", async () => {
  const made = machine();
  const skills = await openSkills({ environment: made.environment, files: made.files, defaultSkills: false });
  expect(made.plain(await skills.window(skills.find("pdf")!.skill))).toEqual({
    granted: ["Grep"],
    rule: { allowedTools: "window", disallowedTools: "removed", until: "task" },
    notUnderstood: [],
    profile: {
      mode: "ask",
      delta: ["+ read and write /out", "+ the network"],
      refused: [{ what: "file_system.read", problem: "`../..` leads upwards" }],
    },
  });
});
