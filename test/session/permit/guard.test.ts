/** Tests a session that guards tools: permission windows open, close and nest, and each call is checked against the open windows. */
import { describe, expect, test } from "vitest";
import type { NeutralTool } from "../../../src/model/conversation/neutral-tool.ts";
import type { Actor } from "../../../src/model/conversation/offer.ts";
import type { Session } from "../../../src/session/conversation/session.ts";
import { open, skillFile } from "../conversation/open.ts";
import { person, tools } from "./tools.ts";

const release = skillFile("release", "Ship.\n", "allowed-tools: Read, Bash(git *)\n");
const wide = skillFile("wide", "Anything.\n", "allowed-tools: Bash\n");
const quiet = skillFile("quiet", "Nothing.\n");
const careful = skillFile("careful", "Look.\n", "disallowed-tools: Write, Bash(git push *)\n");
const reader = skillFile("reader", "Read.\n", "metadata:\n  skillwright.only-tools: Read, Grep\n");

async function call(tool: NeutralTool | undefined, input: object): Promise<string> {
  const { content, isError } = await tool!.execute(input);
  return isError ? content : `ok: ${content}`;
}

const load = (session: Session, asked: string, actor: Actor = "user", from?: string) =>
  session.activate({ asked, actor, ...(from ? { from } : {}) });

describe("[B8] verdicts", () => {
  test("without a skill everything is as the host has it", async () => {
    const { session } = await open({ quiet });
    const { tools: made } = tools("Bash", "Read");
    const [bash] = session.guard(made);
    const [asking] = session.guard(made, { otherwise: "ask" });
    const [denying] = session.guard(made, { otherwise: "deny" });
    const command = { command: "rm x" };
    expect(await call(bash, command)).toBe("ok: done");
    expect(await call(asking, command)).toMatchInlineSnapshot(
      `"The call of \`Bash\` was not made: the host asks before each call. It needs the user's approval, and no user can answer. Use what is allowed, or tell the user what you need."`,
    );
    expect(await call(denying, command)).toMatchInlineSnapshot(
      `"The call of \`Bash\` was not made: the host does not allow it. Use what is allowed, or tell the user what you need."`,
    );
  });

  test("inside of a window nothing is asked, outside it is, and a skill without rules changes nothing", async () => {
    const prompter = person("no", "once");
    const { session } = await open({ release, quiet }, { control: { prompter } });
    await load(session, "quiet");
    const { tools: made, made: calls } = tools("bash", "read_file", "write");
    const [bash, read, write] = session.guard(made, { otherwise: "ask" });
    await load(session, "release");
    expect(await call(bash, { command: "git log" })).toBe("ok: done");
    expect(await call(read, { path: "a" })).toBe("ok: done");
    expect(await call(bash, { command: "git log; rm -rf x" })).toMatchInlineSnapshot(
      `"The call of \`bash\` was not made: the skill \`release\` may use only \`Read\`, \`Bash(git *)\`: no rule covers \`rm\`. The user refused. Do not try it again in another form."`,
    );
    expect(await call(write, { path: "a" })).toBe("ok: done");
    expect(prompter.asked).toMatchInlineSnapshot(`
      [
        {
          "choices": [
            {
              "label": "no",
              "value": "no",
            },
            {
              "label": "yes, this once",
              "value": "once",
            },
            {
              "label": "yes, for exactly this call, in this session",
              "value": "session",
            },
          ],
          "details": [
            "\`git log; rm -rf x\`",
            "the skill \`release\` may use only \`Read\`, \`Bash(git *)\`: no rule covers \`rm\`",
          ],
          "kind": "choice",
          "title": "let the model use \`bash\`?",
        },
        {
          "choices": [
            {
              "label": "no",
              "value": "no",
            },
            {
              "label": "yes, this once",
              "value": "once",
            },
            {
              "label": "yes, for exactly this call, in this session",
              "value": "session",
            },
          ],
          "details": [
            "\`{"path":"a"}\`",
            "the skill \`release\` may use only \`Read\`, \`Bash(git *)\`: nothing grants \`write\`",
          ],
          "kind": "choice",
          "title": "let the model use \`write\`?",
        },
      ]
    `);
    expect(calls).toEqual(['bash {"command":"git log"}', 'read_file {"path":"a"}', 'write {"path":"a"}']);
  });

  test("what a skill gives up, or does without, is denied and not asked for", async () => {
    const prompter = person();
    const { session } = await open({ careful, reader }, { control: { prompter } });
    const { tools: made } = tools("Bash", "Write", "Read", "Grep");
    const [bash, write, read, grep] = session.guard(made);
    await load(session, "careful");
    expect(await call(write, { path: "a" })).toMatchInlineSnapshot(
      `"The call of \`Write\` was not made: the skill \`careful\` removes it with \`Write\`. Use what is allowed, or tell the user what you need."`,
    );
    expect(await call(bash, { command: "git -c a=b push origin" })).toMatchInlineSnapshot(
      `"The call of \`Bash\` was not made: the skill \`careful\` removes it with \`Bash(git push *)\`. Use what is allowed, or tell the user what you need."`,
    );
    expect(await call(bash, { command: "git status" })).toBe("ok: done");
    await load(session, "reader");
    expect(await call(bash, { command: "git status" })).toMatchInlineSnapshot(
      `"The call of \`Bash\` was not made: the skill \`reader\` may use only \`Read\`, \`Grep\`: nothing grants \`Bash\`. Use what is allowed, or tell the user what you need."`,
    );
    expect(await call(read, { path: "a" })).toBe("ok: done");
    expect(await call(grep, { path: "a" })).toBe("ok: done");
    expect(prompter.asked).toEqual([]);
  });

  test("a host's no stays no, whatever a skill grants", async () => {
    const { session } = await open({ wide });
    const [bash] = session.guard(tools("Bash").tools, { otherwise: "deny" });
    await load(session, "wide");
    expect(await call(bash, { command: "ls" })).toContain("the host does not allow it");
  });

  test("user, model and skill are different actors", async () => {
    const { session } = await open({ release, careful });
    const { activation } = await load(session, "release");
    const id = activation!.skill.id;
    await load(session, "careful");
    const judged = async (actor: Actor, command: string, skill?: string) => {
      const checked = await session.check({ tool: "Bash", input: { command }, actor, ...(skill ? { skill } : {}) });
      return `${checked.allowed} ${checked.verdict.by}`;
    };
    expect(await judged("user", "git push; rm x")).toBe("true the user");
    expect(await judged("model", "git log")).toBe("true the skill `release`");
    expect(await judged("skill", "git log", id)).toBe("true the skill `release`");
    expect(await judged("skill", "git log", "another")).toBe("false the skill's own rules");
    expect(await judged("skill", "git push", id)).toBe("false the skill `careful`");
    expect(await judged("model", "rm x")).toBe("false the skill `careful`");
    expect(await judged("model", "date")).toBe("false the skill `release`");
  });

  const ONLY: readonly [only: string, tool: string, input: object, decision: string][] = [
    "/etc/hostname",
    "../x",
    "~/x",
  ].flatMap((path): [string, string, object, string][] => [
    ["Read", "Read", { file_path: path }, "ask"],
    ["Write", "Write", { file_path: path, content: "" }, "ask"],
    ["Edit, Read", "Edit", { file_path: path, old_string: "a", new_string: "b" }, "ask"],
    ["Grep", "Grep", { pattern: "x", path }, "ask"],
    ["Read(src/**)", "Read", { file_path: path }, "deny"],
    ["Grep", "Read", { file_path: path }, "deny"],
    ["Read", "Write", { file_path: path, content: "" }, "deny"],
    ["mcp__files__read", "mcp__files__read", { path }, "ask"],
    ["mcp__files__read", "mcp__files__write", { path }, "deny"],
    ["Bash(cat *)", "Bash", { command: `cat ${path}` }, "deny"],
  ]);

  test.each(ONLY)("[B5] only-tools: %s, and %s of %j → %s", async (only, tool, input, decision) => {
    const reader = skillFile("reader", "x\n", `allowed-tools: Bash\nmetadata:\n  skillwright.only-tools: ${only}\n`);
    const wide = skillFile("wide", "x\n", "allowed-tools: Read, Write, Bash\n");
    const prompter = person("once");
    const { session } = await open({ reader, wide }, { control: { prompter } });
    await load(session, "wide");
    await load(session, "reader");
    const { allowed } = await session.check({ tool, input, actor: "model" }, { otherwise: "allow" });
    expect([allowed, prompter.asked.length]).toEqual(decision === "ask" ? [true, 1] : [false, 0]);
  });

  test("the tools that load skills cannot be taken away", async () => {
    const { skills, session } = await open({
      reader: skillFile(
        "reader",
        "x\n",
        "disallowed-tools: Skill, skill_resource\nmetadata:\n  skillwright.only-tools: Read\n",
      ),
      release,
    });
    const [skill] = session.guard(await skills.tools(session));
    await load(session, "reader");
    expect((await skill!.execute({ name: "release" })).isError).toBe(false);
  });
});

describe("[B7] windows", () => {
  const granted = async (session: Session, command: string) => {
    const { verdict } = await session.check({ tool: "Bash", input: { command }, actor: "model" }, { otherwise: "ask" });
    return verdict.decision === "allow";
  };

  test("close with the turn, the task or never, as the profile says", async () => {
    const ends = async (until: "turn" | "task" | "session", more = "") => {
      const { session } = await open(
        { release: skillFile("release", "Ship.\n", `allowed-tools: Bash(git *)\n${more}`) },
        { control: { permissions: { until } } },
      );
      session.nextTurn();
      await load(session, "release");
      const states = [await granted(session, "git log")];
      session.nextTurn();
      states.push(await granted(session, "git log"));
      session.complete("release");
      states.push(await granted(session, "git log"));
      return states;
    };
    expect(await ends("turn")).toEqual([true, false, false]);
    expect(await ends("task")).toEqual([true, true, false]);
    expect(await ends("session")).toEqual([true, true, true]);
    expect(await ends("task", "metadata:\n  skillwright.survival: one-shot\n")).toEqual([true, false, false]);
    expect(await ends("task", "metadata:\n  skillwright.survival: session\n")).toEqual([true, true, true]);
  });

  test("what the user opens stands side by side; what the model or a skill opens lies inside", async () => {
    const files = { release, wide };
    const both = await open(files);
    await load(both.session, "release", "user");
    await load(both.session, "wide", "user");
    expect(await granted(both.session, "rm x")).toBe(true);
    for (const [actor, from] of [
      ["model", undefined],
      ["skill", "release"],
    ] as const) {
      const { session } = await open(files);
      await load(session, "release", "user");
      await load(session, "wide", actor, from);
      expect(await granted(session, "rm x")).toBe(false);
      expect(await granted(session, "git log")).toBe(true);
      session.complete("release");
      expect(await granted(session, "rm x")).toBe(false);
    }
  });

  test("a skill that has rewritten itself gets no more by being loaded again, unless the user loads it", async () => {
    const { session, write } = await open({ release });
    await load(session, "release", "model");
    write("release", wide.replaceAll("wide", "release"));
    await load(session, "release", "model");
    expect([await granted(session, "rm x"), await granted(session, "git log")]).toEqual([false, true]);
    session.complete("release");
    await load(session, "release", "model");
    expect(await granted(session, "rm x")).toBe(false);
    await load(session, "release", "user");
    expect(await granted(session, "rm x")).toBe(true);
  });

  test("restrictions are not lost that way either", async () => {
    const { session, write } = await open({ careful });
    await load(session, "careful", "model");
    write("careful", quiet.replaceAll("quiet", "careful"));
    await load(session, "careful", "model");
    expect(await granted(session, "git push")).toBe(false);
  });
});

describe("[B7] a stored session", () => {
  const check = (session: Session, command: string) =>
    session.check({ tool: "Bash", input: { command }, actor: "model" });

  test("has its windows again", async () => {
    const { session, again } = await open({ release, careful, wide });
    session.nextTurn();
    await load(session, "release");
    await load(session, "careful", "model");
    await load(session, "wide", "model");
    const state = JSON.parse(JSON.stringify(session));
    const resumed = await (await again()).session({ state });
    expect(resumed.windows).toEqual(session.windows);
    expect((await check(resumed, "git log")).allowed).toBe(true);
    expect((await check(resumed, "rm x")).allowed).toBe(false);
    expect((await check(resumed, "git push")).allowed).toBe(false);
    expect(JSON.parse(JSON.stringify(resumed)).windows).toEqual(state.windows);
  });

  test("cannot grant what the skill does not ask for now", async () => {
    const { session, again, write, remove } = await open({ release, careful });
    await load(session, "release");
    await load(session, "careful");
    const state = JSON.parse(JSON.stringify(session).replaceAll("Bash(git *)", "Bash"));
    const forged = await (await again()).session({ state });
    expect((await check(forged, "rm x")).allowed).toBe(false);
    write("release", skillFile("release"));
    const changed = await (await again()).session({ state: JSON.parse(JSON.stringify(session)) });
    expect((await check(changed, "git log")).allowed).toBe(false);
    remove("release/SKILL.md");
    const gone = await (await again()).session({ state: JSON.parse(JSON.stringify(session)) });
    expect((await check(gone, "git log")).allowed).toBe(false);
    expect((await check(gone, "git push")).verdict.reason).toContain("removes it with");
  });

  test.each([
    ["windows", 1],
    ["windows[0]", "x"],
    ["windows[0].bounds", [["a"], 1]],
    ["windows[0].until", "ever"],
    ["windows[0].granted", [1]],
  ])("damaged at %s is SK350", async (at, value) => {
    const { session, again } = await open({ release });
    await load(session, "release");
    const state = JSON.parse(JSON.stringify(session));
    const [, index, key] = /^windows(?:\[(\d)\])?(?:\.(\w+))?$/.exec(at)!;
    if (index === undefined) state.windows = value;
    else if (key === undefined) state.windows[0] = value;
    else state.windows[0][key] = value;
    await expect((await again()).session({ state })).rejects.toThrow(/windows/);
  });
});

test("[B30] the tools are the same, and what was judged is what is run", async () => {
  const { session } = await open({ release });
  await load(session, "release");
  const { tools: plain, made } = tools("Bash");
  const [guarded] = session.guard(plain);
  const { name, description, input, jsonSchema } = plain[0]!;
  expect(guarded).toMatchObject({ name, description, input, jsonSchema });
  expect(await call(guarded, '{"command":"git log"}' as unknown as object)).toBe("ok: done");
  expect(made).toEqual(['Bash {"command":"git log"}']);
  expect(await call(guarded, "{" as unknown as object)).toContain("was not made");
});

describe("[B31] questions", () => {
  test("one at a time, and a yes for the session is for exactly this call", async () => {
    const prompter = person("session", "no");
    const { session } = await open({ release }, { control: { prompter } });
    await load(session, "release");
    const [bash] = session.guard(tools("Bash").tools);
    const first = { command: "rm a" };
    expect(await Promise.all([call(bash, first), call(bash, { command: "rm b" })])).toMatchInlineSnapshot(`
      [
        "ok: done",
        "The call of \`Bash\` was not made: the skill \`release\` may use only \`Read\`, \`Bash(git *)\`: no rule covers \`rm\`. The user refused. Do not try it again in another form.",
      ]
    `);
    expect(await call(bash, first)).toBe("ok: done");
    expect(prompter.asked).toHaveLength(2);
  });

  test("no user, no answer in time and a failing prompter each refuse and give the reason", async () => {
    const answers = async (control: object) => {
      const { session } = await open({ release }, { control });
      await load(session, "release");
      return call(session.guard(tools("Bash").tools)[0], { command: "rm a" });
    };
    expect(await answers({})).toContain("no user can answer");
    expect(
      await answers({ prompter: { ask: () => new Promise<undefined>(() => undefined) }, promptTimeoutMs: 1 }),
    ).toContain("no answer came in time");
    expect(await answers({ prompter: { ask: () => Promise.reject(new Error("x")) } })).toContain("no user can answer");
  });
});

test("[B33] what was decided is in the journal, without what was typed unless that is wanted", async () => {
  const told = async (recordContent: boolean) => {
    const { session } = await open({ release }, { recordContent });
    const events: object[] = [];
    session.events.on("guarded", ({ attributes }) => events.push(attributes));
    const [bash] = session.guard(tools("Bash").tools);
    await bash!.execute({ command: "ls" });
    await load(session, "release");
    await bash!.execute({ command: "git log" });
    await bash!.execute({ command: "rm secret" });
    return events;
  };
  expect(await told(false)).toMatchInlineSnapshot(`
    [
      {
        "guard.answered": "not-asked",
        "guard.by": "the skill \`release\`",
        "guard.decision": "allow",
        "guard.reason": "the skill \`release\` grants it with \`Bash(git *)\`",
        "session.id": "s",
        "session.turn": 0,
        "tool.actor": "model",
        "tool.name": "Bash",
      },
      {
        "guard.answered": "nobody",
        "guard.by": "the skill \`release\`",
        "guard.decision": "deny",
        "guard.reason": "the skill \`release\` may use only \`Read\`, \`Bash(git *)\`: no rule covers \`rm\`",
        "refusal.code": "SK410",
        "session.id": "s",
        "session.turn": 0,
        "tool.actor": "model",
        "tool.name": "Bash",
      },
    ]
  `);
  expect((await told(true)).at(-1)).toMatchObject({ "tool.input": '{"command":"rm secret"}' });
});

test("[B22] [B41] another case or composition of letters is the same place to some disks", async () => {
  const { session, skills } = await open({
    editor: skillFile("editor", "Edit.\n", "allowed-tools: Write, Bash(cp *)\n"),
  });
  await load(session, "editor");
  const { projectRoot } = skills.snapshot;
  const outcomes: boolean[] = [];
  for (const path of ["notes.md", ".GIT/hooks/x", ".Claude/skills/x/SKILL.md", ".skillWright/policy.yaml"]) {
    const calls = [
      { tool: "Write", input: { path: `${projectRoot}/${path}` } },
      { tool: "Bash", input: { command: `cp x ${projectRoot}/${path}` } },
    ];
    for (const call of calls) outcomes.push((await session.check({ ...call, actor: "model" })).allowed);
  }
  expect(outcomes).toEqual([true, true, false, false, false, false, false, false]);
});
