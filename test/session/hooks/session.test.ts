import { existsSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import type {
  CommandOutcome,
  CommandRequest,
  SandboxProvider,
  SubagentRunner,
} from "../../../src/model/conversation/control.ts";
import type { NeutralTool } from "../../../src/model/conversation/neutral-tool.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import type { SkillEvent } from "../../../src/session/conversation/events/events.ts";
import type { HookedSession } from "../../../src/session/conversation/parts/session-hooks.ts";
import type { Session } from "../../../src/session/conversation/session.ts";
import type { SessionOptions } from "../../../src/session/conversation/session-options.ts";
import { openHooks } from "../../../src/session/hooks/open-hooks.ts";
import { makeTool } from "../../../src/session/tools/make-tool.ts";
import { type Opened, openRun, saying } from "../../run/process/open.ts";
import { throughEach } from "../../run/sandbox/here.ts";
import { type Entries, skill } from "../../tree.ts";

/** Returns frontmatter with hooks: an event, a matcher, and commands. */
function hooks(...rules: [event: string, matcher: string, ...commands: string[]][]): string {
  const events = rules.map(([event, matcher, ...commands]) => {
    const handlers = commands.map((command) => {
      const once = command.startsWith("once ");
      return `        - {type: command, command: "${command}", once: ${once}}`;
    });
    return `  ${event}:\n    - matcher: "${matcher}"\n      hooks:\n${handlers.join("\n")}`;
  });
  return `hooks:\n${events.join("\n")}\n`;
}

function files(more: string, name = "guarded"): Entries {
  return { [`${name}/SKILL.md`]: skill(name, undefined, more) };
}

const ALLOWED = { hooks: ["extra"] };

interface Hooked extends Opened {
  readonly session: Session;
  readonly events: string[];
  readonly calls: string[];
  /** Calls a tool through the guard. */
  call(tool: string, input?: object): Promise<string>;
}

/** Opens a session whose hooks give prepared answers. Every tool returns `done`. */
async function open(
  entries: Entries,
  sandbox: SandboxProvider,
  options: SessionOptions = {},
  policy: Record<string, unknown> = ALLOWED,
): Promise<Hooked> {
  const opened = await openRun(entries, policy);
  const { control, ...rest } = options;
  const session = await opened.skills.session({ id: "s", clock: () => 0, control: { sandbox, ...control }, ...rest });
  return { ...opened, session, ...watched(session) };
}

function watched(session: Session): Pick<Hooked, "events" | "calls" | "call"> {
  const events: string[] = [];
  const calls: string[] = [];
  session.events.on("hook", ({ attributes }) => events.push(short(attributes)));
  session.events.on("warning", ({ attributes }) =>
    events.push(`${attributes["diagnostic.code"]} ${attributes["diagnostic.message"]}`),
  );
  const call = async (name: string, input: object = {}): Promise<string> => {
    const tool = session.guard([tooled(name, calls)])[0] as NeutralTool;
    const { content, isError } = await tool.execute(input);
    return isError ? `error: ${content}` : content;
  };
  return { events, calls, call };
}

function short(attributes: SkillEvent["attributes"]): string {
  const said = attributes["hook.decision"] ?? attributes["hook.ended"];
  return `${attributes["skill.name"]} ${attributes["hook.event"]} ${said}`;
}

function tooled(name: string, calls: string[]): NeutralTool {
  return makeTool({
    name,
    description: "",
    fields: { command: { type: "string", description: "" } },
    run: ({ command = "" }) => {
      calls.push(`${name} ${command}`.trim());
      return { content: "done", isError: false };
    },
  });
}

const DENY: Partial<CommandOutcome> = { code: 2, stderr: "no force\n" };
const says = (answers: Record<string, Partial<CommandOutcome>>): ReturnType<typeof saying> =>
  saying((command) => answers[command] ?? {});

describe("[F41] the life of a skill's hooks", () => {
  test("from when it is given until it is done", async () => {
    const sandbox = says({ check: { stdout: "careful" } });
    const { session, call } = await open(files(hooks(["PreToolUse", "Bash", "check"])), sandbox);
    const before = await call("Bash");
    await session.activate({ asked: "guarded", actor: "user" });
    const during = await call("Bash");
    const copy = sandbox.requests[0]?.variables["SKILL_DIR"] ?? "";
    const kept = existsSync(copy);
    session.complete("guarded");
    expect([before, during, await call("Bash"), kept, existsSync(copy)]).toEqual([
      "done",
      "done\n\n[hook of the skill `guarded`] careful",
      "done",
      true,
      false,
    ]);
  });

  test("they run on after the turn, and end with the session", async () => {
    const sandbox = says({});
    const { session, call } = await open(files(hooks(["PreToolUse", "", "check"], ["SessionEnd", "", "bye"])), sandbox);
    await session.activate({ asked: "guarded", actor: "user" });
    await session.turn("next");
    await call("Read");
    await session.end();
    await call("Read");
    expect(sandbox.requests.map(({ args }) => args.at(-1))).toEqual(["check", "bye"]);
    expect(existsSync(sandbox.requests[0]?.variables["SKILL_DIR"] ?? "")).toBe(false);
  });

  test("a skill that is loaded again, or has changed, has its hooks once, as they are now", async () => {
    const sandbox = says({});
    const { session, call, tree } = await open(files(hooks(["PreToolUse", "", "first"])), sandbox);
    await session.activate({ asked: "guarded", actor: "model" });
    await session.activate({ asked: "guarded", actor: "model" });
    await call("Read");
    tree.add({ "project/skills/guarded/SKILL.md": skill("guarded", undefined, hooks(["PreToolUse", "", "second"])) });
    await session.activate({ asked: "guarded", actor: "model" });
    await call("Read");
    expect(sandbox.requests.map(({ args }) => args.at(-1))).toEqual(["first", "second"]);
  });

  test.each<[what: string, policy: Record<string, unknown>, sandbox: SandboxProvider, reason: string]>([
    ["a rule", {}, says({}), "no rule allows its hooks"],
    ["a rule for hooks", { shell: ["extra"], scripts: ["extra"] }, says({}), "no rule allows its hooks"],
    ["a sandbox", ALLOWED, saying(() => ({}), "none"), "no sandbox is available on this machine"],
  ])("without %s they are off, and the user and the model learn that", async (_, policy, sandbox, reason) => {
    const { session, events, call } = await open(files(hooks(["PreToolUse", "", "check"])), sandbox, {}, policy);
    const { text, isError } = await session.activate({ asked: "guarded", actor: "model" });
    await call("Bash");
    expect([isError, text.endsWith("do not run, because the user has not allowed them."), events]).toEqual([
      false,
      true,
      [`SK442 its hooks are off: ${reason}`],
    ]);
  });

  test("[F12] a person can let them run, after seeing each command", async () => {
    const shown: (readonly string[])[] = [];
    const prompter = {
      ask: async ({ details }: { details: readonly string[] }) => {
        shown.push(details.slice(2));
        return "session";
      },
    };
    const { session, events } = await open(
      files(hooks(["PreToolUse", "Bash", "check", "check two"], ["Stop", "", "bye"])),
      says({}),
      { control: { prompter } },
      {},
    );
    await session.activate({ asked: "guarded", actor: "model" });
    expect([shown, events]).toEqual([[["  PreToolUse: check", "  PreToolUse: check two", "  Stop: bye"]], []]);
  });

  test("[F11] none of a project whose folder is not trusted", async () => {
    const sandbox = says({});
    const { tree } = await openRun({}, {});
    tree.add({
      "project/.git/HEAD": "",
      "project/.agents/skills/guarded/SKILL.md": skill("guarded", undefined, hooks(["PreToolUse", "", "check"])),
    });
    const skills = await openSkills({
      environment: tree.environment,
      files: tree.files,
      config: { run: { hooks: ["repo"] } },
    });
    const session = await skills.session({ control: { sandbox } });
    const { refusal } = await session.activate({ asked: "guarded", actor: "user" });
    await watched(session).call("Bash");
    expect([refusal?.code, sandbox.requests]).toEqual(["SK501", []]);
  });
});

describe("[F43] around a call of a tool", () => {
  test("a hook reads what is about to happen, and can refuse it", async () => {
    const sandbox = says({ check: DENY });
    const { session, call, calls, tree } = await open(files(hooks(["PreToolUse", "Bash", "check"])), sandbox);
    await session.activate({ asked: "guarded", actor: "user" });
    expect([await call("Bash", { command: "git push --force" }), await call("Read"), calls]).toEqual([
      'error: The call of `Bash` was not made: a hook of the skill `guarded` refuses it: "no force". Use what is allowed, or tell the user.',
      "done",
      ["Read"],
    ]);
    const [{ input = "", variables }] = sandbox.requests as [CommandRequest];
    expect(JSON.parse(input)).toEqual({
      session_id: "s",
      hook_event_name: "PreToolUse",
      cwd: tree.at("project"),
      skill_name: "guarded",
      skill_directory: variables["SKILL_DIR"],
      tool_name: "Bash",
      tool_input: { command: "git push --force" },
    });
  });

  test("later output reaches the model, and undoes nothing", async () => {
    const sandbox = says({ lint: { code: 2, stderr: "2 errors" }, log: { stdout: "logged" } });
    const more = hooks(["PostToolUse", "Write", "lint"], ["PostToolUse", "Read", "log"]);
    const { session, call, calls } = await open(
      files(more.replace('  PostToolUse:\n    - matcher: "Read"', '    - matcher: "Read"')),
      sandbox,
    );
    await session.activate({ asked: "guarded", actor: "user" });
    expect([await call("Write"), await call("Read"), calls]).toEqual([
      'done\n\n[a hook of the skill `guarded`] "2 errors"',
      "done\n\n[hook of the skill `guarded`] logged",
      ["Write", "Read"],
    ]);
    expect(JSON.parse(sandbox.requests[0]?.input ?? "")).toMatchObject({
      hook_event_name: "PostToolUse",
      tool_response: { content: "done", isError: false },
    });
  });

  test.each([
    ["Bash", "run_shell_command"],
    ["Write|Edit", "write_file"],
    ["^Read$", "readFile"],
    ["mcp__.*", "mcp__git__push"],
  ])("[F40] the matcher `%s` knows `%s`", async (matcher, tool) => {
    const { session, call } = await open(files(hooks(["PreToolUse", matcher, "check"])), says({ check: DENY }));
    await session.activate({ asked: "guarded", actor: "user" });
    expect([await call(tool), await call("other_tool")]).toEqual([expect.stringMatching(/^error: .*no force/), "done"]);
  });

  test("what a skill's own hook allows, it only does not object to", async () => {
    const allows = { stdout: JSON.stringify({ hookSpecificOutput: { permissionDecision: "allow" } }) };
    const more = `allowed-tools: Read\n${hooks(["PreToolUse", "", "check"])}`;
    const { session, call } = await open(files(more), says({ check: allows }));
    await session.activate({ asked: "guarded", actor: "user" });
    expect(await call("Bash", { command: "rm -rf x" })).toMatch(/^error: The call of `Bash` was not made/);
  });

  test("the first refusal is the last word; `ask` asks, and without a user it means no", async () => {
    const ask = {
      stdout: JSON.stringify({ hookSpecificOutput: { permissionDecision: "ask", permissionDecisionReason: "sure?" } }),
    };
    const run = async (answer?: string): Promise<string> => {
      const prompter = answer === undefined ? {} : { prompter: { ask: async () => answer } };
      const { session, call } = await open(files(hooks(["PreToolUse", "", "ask", "note"])), says({ ask }), {
        control: prompter,
      });
      await session.activate({ asked: "guarded", actor: "user" });
      return call("Read");
    };
    const sandbox = says({ no: DENY });
    const { session, call } = await open(files(hooks(["PreToolUse", "", "no", "never"])), sandbox);
    await session.activate({ asked: "guarded", actor: "user" });
    await call("Read");
    expect([await run(), await run("no"), await run("once"), sandbox.requests.length]).toEqual([
      expect.stringContaining('refuses it: "sure?"'),
      expect.stringContaining('refuses it: "sure?"'),
      "done",
      1,
    ]);
  });

  test("`check` and `afterTool` do the same for tools of any shape", async () => {
    const { session } = await open(
      files(hooks(["PreToolUse", "Bash", "check"], ["PostToolUse", "", "log"])),
      says({ check: DENY, log: { stdout: "logged" } }),
    );
    await session.activate({ asked: "guarded", actor: "user" });
    const call = (tool: string) => ({ tool, input: {}, actor: "model" as const });
    expect([
      await session.check(call("Bash")),
      (await session.check(call("Read"))).allowed,
      await session.afterTool(call("Read"), { content: "", isError: false }),
    ]).toEqual([
      {
        allowed: false,
        verdict: { decision: "deny", reason: '"no force"', by: "a hook of the skill `guarded`", code: "SK444" },
        text: expect.stringContaining('a hook of the skill `guarded` refuses it: "no force"'),
      },
      true,
      ["[hook of the skill `guarded`] logged"],
    ]);
  });
});

test("[B30] [F43] `check` runs no hook for a call that the skills at work do not grant", async () => {
  const sandbox = says({ check: { stdout: "seen" } });
  const more = `allowed-tools: Read\n${hooks(["PreToolUse", "", "check"])}`;
  const { session } = await open(files(more), sandbox);
  await session.activate({ asked: "guarded", actor: "user" });
  const call = (tool: string) => ({ tool, input: { path: "a" }, actor: "model" as const });
  const denied = await session.check(call("Bash"));
  const ranBefore = sandbox.requests.length;
  const allowed = await session.check(call("Read"));
  expect([denied.allowed, ranBefore, allowed.allowed, sandbox.requests.length]).toEqual([false, 0, true, 1]);
});

describe("[F51] of a skill that another agent works on", () => {
  test("they are in force for that agent, and not in the conversation that it was sent from", async () => {
    const said: string[] = [];
    const calls: string[] = [];
    const subagents: SubagentRunner = {
      run: async ({ session }) => {
        const [tool] = session.guard([tooled("Bash", calls)]);
        said.push((await tool?.execute({ command: "push" }))?.content ?? "");
        return { status: "done", summary: "tried" };
      },
    };
    const more = `context: fork\n${hooks(["PreToolUse", "Bash", "check"])}`;
    const { session, call } = await open(files(more), says({ check: DENY }), { control: { subagents } });
    await session.activate({ asked: "guarded", actor: "user" });
    expect([said, calls, await call("Bash")]).toEqual([
      [expect.stringContaining('refuses it: "no force"')],
      [],
      "done",
    ]);
  });
});

describe("[F41] once", () => {
  const more = hooks(["PreToolUse", "", "once check", "each"]);

  test("is once in a session, also of several calls at once, and after it was taken up again", async () => {
    const sandbox = says({});
    const { session, call, skills } = await open(files(more), sandbox);
    await session.activate({ asked: "guarded", actor: "user" });
    await Promise.all([call("Read"), call("Read"), call("Bash")]);
    session.complete("guarded");
    await session.activate({ asked: "guarded", actor: "user" });
    await call("Read");
    const state: unknown = JSON.parse(JSON.stringify(session));
    const later = await skills.session({ state, clock: () => 0, control: { sandbox } });
    await watched(later).call("Read");
    const ran = sandbox.requests.map(({ args }) => args.at(-1));
    expect([ran.filter((each) => each === "once check").length, ran.filter((each) => each === "each").length]).toEqual([
      1, 5,
    ]);
  });

  test("a taken up session has the hooks of the skills that are still at work, and no others", async () => {
    const sandbox = says({ check: DENY });
    const run = hooks(["PreToolUse", "Bash", "check"], ["SessionStart", "resume", "hello"]);
    const { session, skills } = await open({ ...files(run), ...files(run, "done") }, sandbox);
    await session.activate({ asked: "guarded", actor: "user" });
    await session.activate({ asked: "done", actor: "user" });
    session.complete("done");
    const later = await skills.session({ state: JSON.parse(JSON.stringify(session)), control: { sandbox } });
    const { call, events } = watched(later);
    await later.start();
    expect([await call("Bash"), events]).toEqual([
      expect.stringContaining("`guarded` refuses it"),
      ["guarded SessionStart exited", "guarded PreToolUse deny"],
    ]);
  });

  test("a resumed session does not run the hooks of a skill that lost its permission, and warns", async () => {
    const sandbox = says({ check: DENY });
    const run = hooks(["PreToolUse", "Bash", "check"], ["SessionStart", "resume", "hello"]);
    const { session, tree } = await open(files(run), sandbox);
    await session.activate({ asked: "guarded", actor: "user" });
    const skills = await openSkills({
      environment: tree.environment,
      files: tree.files,
      roots: [tree.at("project/skills")],
      config: { run: { hooks: [] } },
    });
    const state: unknown = JSON.parse(JSON.stringify(session));
    const later = await skills.session({ state, clock: () => 0, control: { sandbox } });
    const { call, calls, events } = watched(later);
    await later.start();
    expect([await call("Bash", { command: "push" }), calls, events, sandbox.requests]).toEqual([
      "done",
      ["Bash push"],
      ["SK442 its hooks are off: no rule allows its hooks"],
      [],
    ]);
  });

  test("of the host's own hooks it is ignored, with a warning", async () => {
    const sandbox = says({ own: { stdout: "hello" } });
    const own = {
      PreToolUse: [{ matcher: "Read", hooks: [{ type: "command", command: "own", once: true }] }],
      Nonsense: [],
    };
    const { call, events } = await open({}, sandbox, { control: { hooks: own } });
    expect([await call("Read"), await call("Read"), events]).toEqual([
      "done\n\n[hook of the host] hello",
      "done\n\n[hook of the host] hello",
      [
        "SK441 `PreToolUse[0].hooks[0].once` of the host's hooks is ignored outside of a skill's frontmatter: the hook runs each time",
        "SK440 `Nonsense` of the host's hooks is not a known event",
        "the host PreToolUse exited",
        "the host PreToolUse exited",
      ],
    ]);
  });
});

describe("[F43] a hook that breaks", () => {
  test.each<[what: string, outcome: Partial<CommandOutcome> | Error, said: string]>([
    ["by its exit code", { code: 1, stderr: "Traceback" }, "exit code 1"],
    ["by taking too long", { ended: "timed-out", code: null }, "timed-out"],
    ["by flooding us", { ended: "too-much-output", code: null }, "too-much-output"],
    ["by printing half of an object", { stdout: "{" }, "its output is not valid JSON"],
  ])("%s has no say, and the call is made", async (_, outcome, said) => {
    const sandbox = saying(() => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
    const { session, call, events } = await open(files(hooks(["PreToolUse", "", "check"])), sandbox);
    await session.activate({ asked: "guarded", actor: "user" });
    expect([await call("Read"), events[1]]).toEqual([
      "done",
      `SK443 a hook on \`PreToolUse\` failed and was ignored: ${said}`,
    ]);
  });

  const STDERR = [
    ["sh: 1: jq: not found", "jq"],
    ["/bin/sh: 12: node: not found", "node"],
    ["bash: line 1: jq: command not found", "jq"],
    ["/work/check.sh: line 3: rg: command not found", "rg"],
    ["first\nsh: 1: jq: not found\nlast", "jq"],
    ["zsh:1: command not found: jq", "jq"],
    [`sh: 1: ${"x".repeat(90)}: not found`, "x".repeat(90)],
  ].flatMap(([stderr, program]) =>
    [0, 1, 126, 127, 255].map((code): [string, Partial<CommandOutcome> | Error, string] => [
      `a missing program, exit code ${code}: ${stderr?.slice(0, 40)}`,
      { code, stderr: stderr ?? "", stdout: '{"decision":"allow"}' },
      `the program "${program}" is not found`,
    ]),
  );
  const UNABLE: [string, Partial<CommandOutcome> | Error, string][] = [
    ...STDERR,
    [
      "a script that is not executable",
      { code: 126, stderr: "sh: 1: ./a.sh: Permission denied" },
      'exit code 126 ("sh: 1: ./a.sh: Permission denied")',
    ],
    ["a program that nothing names", { code: 127 }, "exit code 127"],
    ["no sandbox", { ended: "not-started", code: null, reason: "bwrap is missing" }, "bwrap is missing"],
    ["a broken sandbox", new Error("no such thing"), 'it says: "no such thing"'],
  ];
  test.each(UNABLE)("%s: a call that it decides is not made without a yes", async (_, outcome, said) => {
    const sandbox = saying(() => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
    const { session, call, calls, events } = await open(files(hooks(["PreToolUse", "", "check"])), sandbox);
    await session.activate({ asked: "guarded", actor: "user" });
    const answer = await call("Read");
    expect([answer.includes("it cannot run"), calls, events[1]]).toEqual([
      true,
      [],
      `SK443 a hook on \`PreToolUse\` cannot run, so the call needs your approval: ${said}`,
    ]);
  });

  test("a skill whose own hook on its activation cannot run is refused", async () => {
    const sandbox = says({ check: { code: 127, stderr: "sh: 1: jq: not found" } });
    const { session, events } = await open(files(hooks(["SkillActivation", "", "check"])), sandbox);
    const given = await session.activate({ asked: "guarded", actor: "user" });
    expect([JSON.stringify(given), events]).toEqual([
      expect.stringMatching(/SK444.*it cannot run: the program .*jq.* is not found/),
      expect.arrayContaining([
        'SK443 a hook on `SkillActivation` cannot run, so the skill is refused: the program "jq" is not found',
      ]),
    ]);
  });

  test("a hook that only reports is ignored if it cannot run, and its own words do not count as a missing program", async () => {
    const sandbox = says({ report: { code: 127 }, check: { code: 0, stderr: "config: not found" } });
    const { session, call } = await open(
      files(hooks(["PostToolUse", "", "report"], ["PreToolUse", "", "check"])),
      sandbox,
    );
    await session.activate({ asked: "guarded", actor: "user" });
    expect(await call("Read")).toBe("done");
  });

  test("every run is an event without the text", async () => {
    const { session, call } = await open(
      files(hooks(["PreToolUse", "Bash", "once check"])),
      says({ "once check": DENY }),
    );
    const seen: object[] = [];
    session.events.on("hook", ({ attributes }) => seen.push(attributes));
    await session.activate({ asked: "guarded", actor: "user" });
    await call("Bash", { command: "secret" });
    expect(seen).toEqual([
      {
        "session.id": "s",
        "session.turn": 0,
        "skill.name": "guarded",
        "hook.event": "PreToolUse",
        "hook.matcher": "Bash",
        "hook.once": true,
        "hook.ended": "exited",
        "hook.code": 2,
        "hook.decision": "deny",
      },
    ]);
  });
});

describe("[F46] other events", () => {
  test("the end of a turn can be put off, but not for ever", async () => {
    const sandbox = says({ check: { code: 2, stderr: "tests are red" } });
    const { session } = await open(files(hooks(["Stop", "", "check"])), sandbox);
    expect(await session.stopping()).toBeUndefined();
    await session.activate({ asked: "guarded", actor: "user" });
    const said = [];
    for (let at = 0; at < 10; at++) said.push(await session.stopping());
    expect(said).toEqual([
      ...Array(8).fill('a hook of the skill `guarded` asks you to continue: "tests are red"'),
      undefined,
      undefined,
    ]);
    const again = sandbox.requests.map(
      ({ input = "" }) => (JSON.parse(input) as { stop_hook_active: boolean }).stop_hook_active,
    );
    expect(again.slice(0, 3)).toEqual([false, true, true]);
    await session.turn("next");
    expect(await session.stopping()).toContain("tests are red");
  });

  test("a skill at work can have a word on another one, and one on itself", async () => {
    const more = hooks(["SkillActivation", "other", "check"]);
    const sandbox = says({ check: DENY, hello: { stdout: "set up" } });
    const { session } = await open(
      { ...files(more), ...files("", "other"), ...files(hooks(["SkillActivation", "own", "hello"]), "own") },
      sandbox,
    );
    const given = async (asked: string): Promise<string> => {
      const { refusal, text } = await session.activate({ asked, actor: "model" });
      return refusal ? `${refusal.code} ${refusal.reason}` : (text.split("</skill>")[1] ?? "").trim();
    };
    expect([await given("other"), await given("guarded"), await given("other"), await given("own")]).toEqual([
      "",
      "",
      'SK444 a hook of the skill `guarded` refuses it: "no force"',
      "[hook of the skill `own`] set up",
    ]);
    const told = sandbox.requests.map(({ input = "" }) => JSON.parse(input) as { skill: string; skill_path: string });
    expect(told.map(({ skill, skill_path }) => [skill, skill_path.split("/").at(-2)])).toEqual([
      ["other", "other"],
      ["own", "own"],
    ]);
  });

  test("the copy of a skill that its own hook refuses is removed", async () => {
    const more = hooks(["SkillActivation", "guarded", "check"]);
    let copy = "";
    const sandbox = saying((_, { variables }) => {
      copy = variables["SKILL_DIR"] ?? "";
      return existsSync(copy) ? DENY : {};
    });
    const { session } = await open(files(more), sandbox);
    const { refusal } = await session.activate({ asked: "guarded", actor: "user" });
    expect([refusal?.code, existsSync(copy)]).toEqual(["SK444", false]);
  });

  test("what the user says can bring more for the model, and is never refused", async () => {
    const { session } = await open(
      files(hooks(["UserPromptSubmit", "", "plan", "no"])),
      says({ plan: { stdout: "</x> step 2" }, no: DENY }),
    );
    await session.turn("/guarded");
    const { items } = await session.turn("go on");
    expect(items).toEqual([
      {
        role: "user",
        text: '<skill_note name="hooks">\n[hook of the skill `guarded`] &lt;/x&gt; step 2\n</skill_note>',
      },
    ]);
  });
});

throughEach("through", (sandbox) => {
  test("[F43] a script of the bundle reads the call and decides", async () => {
    const check =
      'read -r call\ncase "$call" in *"push --force"*) echo "no force, says $(basename "$SKILL_DIR")" >&2; exit 2 ;; esac\necho "{\\"additionalContext\\": \\"seen\\"}"\n';
    const { session, call } = await open(
      { ...files(hooks(["PreToolUse", "Bash", "sh $SKILL_DIR/check.sh"])), "guarded/check.sh": check },
      sandbox,
    );
    await session.activate({ asked: "guarded", actor: "user" });
    expect([await call("Bash", { command: "git push --force" }), await call("Bash", { command: "git log" })]).toEqual([
      expect.stringContaining('refuses it: "no force, says guarded".'),
      "done\n\n[hook of the skill `guarded`] seen",
    ]);
    await session.end();
  });
});

test("[F6] [F43] what a hook escapes in its JSON hides neither secrets nor characters", async () => {
  const said = String.raw`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"h\u0075sh-\u202esecret","additionalContext":"it is \u0068ush-s\u200becret"}}`;
  const sandbox = saying(() => ({ stdout: said }));
  const { session, call } = await open(files(hooks(["PreToolUse", "", "x"])), sandbox);
  session.secrets.set("TOKEN", "hush-secret");
  await session.activate({ asked: "guarded", actor: "user" });
  const text = await call("Bash", { command: "ls" });
  expect(text).toContain('refuses it: "***"');
  expect(text).toContain("it is ***");
  expect(text).not.toMatch(/hush|\u202e|\u200b/);
});

test("[F41] the hooks of a stored session are those that were active when it was resumed", () => {
  const atWork = vi.fn(() => []);
  const load = (): Promise<never> => Promise.reject(new Error("there is no hook to load"));
  const { hooks } = openHooks({ control: {}, host: [], problems: [], fired: [], atWork, load });
  const held = hooks({} as HookedSession);
  expect([held.idle, held.idle, atWork.mock.calls.length]).toEqual([true, true, 1]);
});
