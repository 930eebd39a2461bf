import { getEventListeners } from "node:events";
import { readFileSync, realpathSync, symlinkSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { memorySource } from "../../../src/catalog/load/sources.ts";
import type { Activation, ShellExpression } from "../../../src/model/conversation/activation.ts";
import type { CommandOutcome, CommandRequest, SandboxProvider } from "../../../src/model/conversation/control.ts";
import type { Refusal } from "../../../src/model/conversation/offer.ts";
import { openSkills, type Skills } from "../../../src/ops/open-skills.ts";
import type { ActivationOptions } from "../../../src/session/activate-from-catalog.ts";
import { closesHandles } from "../../handles.ts";
import { countEndListeners, NO_LISTENERS } from "../../listeners.ts";
import { makeTree, skill } from "../../tree.ts";
import { waitFor } from "../../wait.ts";
import { throughEach } from "../sandbox/here.ts";
import { openRun, saying } from "./open.ts";

function file(body: string, more = ""): string {
  return `---\nname: review\ndescription: Reviews a change.\n${more}---\n${body}`;
}

type Given = ActivationOptions & { readonly arguments?: string };

async function given(skills: Skills, { arguments: typed, ...circumstances }: Given): Promise<Activation | Refusal> {
  const request = { asked: "review", actor: "user" as const, ...(typed === undefined ? {} : { arguments: typed }) };
  const answer = await skills.activate(request, circumstances);
  return "activation" in answer ? answer.activation : answer.refusal;
}

async function body(skills: Skills, circumstances: Given): Promise<string> {
  const answer = await given(skills, circumstances);
  return "body" in answer ? answer.body : `refused: ${answer.code} ${answer.reason}`;
}

const TWO = file("Files: !`git diff`\n\n```!\nnode --version\n```\nEnd $ARGUMENTS\n");
const ALLOWED = { shell: ["extra"] };

describe("commands in a text", () => {
  test("[F20] each is replaced by what it says, in one pass over the original text", async () => {
    const { skills } = await openRun({ "review/SKILL.md": TWO }, ALLOWED);
    const sandbox = saying((command) => ({ stdout: `${command} said !\`rm\` $ARGUMENTS \${SKILL_DIR}\n` }));
    expect(await body(skills, { control: { sandbox }, arguments: "!`id` $0" })).toBe(
      "Files: git diff said !`rm` $ARGUMENTS ${SKILL_DIR}\n\nnode --version said !`rm` $ARGUMENTS ${SKILL_DIR}\nEnd !`id` $0\n",
    );
    expect(sandbox.requests.length).toBe(2);
  });

  test("[F20] neither output nor arguments bring a command, whatever they are", async () => {
    const { skills } = await openRun({ "review/SKILL.md": TWO }, ALLOWED);
    const hostile = fc.string({ unit: fc.constantFrom("!", "`", "\n", " ", "$", "0", "a", "```!\n", "$ARGUMENTS") });
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (said, typed) => {
        const sandbox = saying(() => ({ stdout: said }));
        await body(skills, { control: { sandbox }, arguments: typed });
        expect(sandbox.requests.map(({ args }) => args[args.indexOf("-c") + 1])).toEqual([
          "git diff",
          "node --version",
        ]);
      }),
      { numRuns: 30 },
    );
  });

  test("[F20] arguments reach a command as words and variables, never as text", async () => {
    const text = file("!`echo $0 $1 $who`", "arguments: [who, LD_PRELOAD]\n");
    const { skills } = await openRun({ "review/SKILL.md": text }, ALLOWED);
    const sandbox = saying(() => ({}));
    await body(skills, { control: { sandbox }, arguments: '"a; id" $(b)' });
    const [{ args, variables }] = sandbox.requests as [CommandRequest];
    expect([args.slice(-3), variables["ARGUMENTS"], variables["who"], variables["LD_PRELOAD"]]).toEqual([
      ["echo $0 $1 $who", "a; id", "$(b)"],
      '"a; id" $(b)',
      "a; id",
      undefined,
    ]);
    await body(skills, { control: { sandbox } });
    expect(sandbox.requests.at(-1)?.args.slice(-2)).toEqual(["echo $0 $1 $who", ""]);
  });

  test("[Q2] a command that was run has taken its arguments", async () => {
    const { skills } = await openRun({ "review/SKILL.md": file("!`echo $0`") }, ALLOWED);
    expect(await body(skills, { control: { sandbox: saying(() => ({ stdout: "x\n" })) }, arguments: "x" })).toBe("x");
    expect(await body(skills, { arguments: "x", shellExpressions: "show" })).toMatch(/ARGUMENTS: x$/);
  });

  test("[F10] none is run without a rule, and a rule may be of the very bytes", async () => {
    const { skills, tree, digest } = await openRun({ "review/SKILL.md": TWO }, {});
    const sandbox = saying(() => ({ stdout: "ran" }));
    expect(await body(skills, { control: { sandbox } })).toContain("[command not run: no policy allows commands");
    const options = { environment: tree.environment, files: tree.files, roots: [tree.at("project/skills")] };
    const config = { run: { shell: [digest("review")] } };
    const { openSkills } = await import("../../../src/ops/open-skills.ts");
    const allowed = await openSkills({ ...options, defaultSkills: false, config });
    expect(await body(allowed, { control: { sandbox } })).toMatch(/^Files: ran\n/);
    tree.add({ "project/skills/review/more.md": "x" });
    expect(await body(allowed, { control: { sandbox } })).toContain(
      "[command not run: no rule allows its shell expressions: `git diff`]",
    );
  });

  test("[F11] a project cannot switch it on, trusted or not", async () => {
    const files = { "review/SKILL.md": TWO };
    const { tree, skills } = await openRun(files, {}, { trust: "all" });
    tree.add({
      "project/.git/HEAD": "",
      "project/.skillwright/config.yaml": "run:\n  shell: [extra]\n  unsandboxed: true\n",
    });
    await skills.reload({ force: true });
    expect(await body(skills, {})).toContain("[command not run: no policy");
    expect(skills.snapshot.diagnostics.filter(({ code }) => code === "SK033").map(({ message }) => message)).toEqual([
      "`run.shell` is not used: a project's configuration cannot set it",
      "`run.unsandboxed` is not used: a project's configuration cannot set it",
    ]);
  });

  test("[F12] the user's word for this once is enough, and so is an answer", async () => {
    const { skills } = await openRun({ "review/SKILL.md": TWO }, {});
    const sandbox = saying(() => ({ stdout: "ran" }));
    expect(await body(skills, { control: { sandbox }, shellExpressions: "approved" })).toMatch(/^Files: ran\n/);
    const prompter = { ask: async () => "once" };
    expect(await body(skills, { control: { sandbox, prompter } })).toMatch(/^Files: ran\n/);
  });

  test("[F22] shows the commands, runs none, and reports what would run", async () => {
    const sandbox = saying(() => ({}));
    const shown = async (rules: string[]): Promise<readonly ShellExpression[] | undefined> => {
      const { skills } = await openRun({ "review/SKILL.md": file("!`id`") }, { shell: rules });
      const answer = await given(skills, { control: { sandbox }, shellExpressions: "show" });
      return "shell" in answer ? answer.shell : undefined;
    };
    expect([await shown(["extra"]), await shown([]), (await shown(["user"]))?.[0]?.refused, sandbox.requests]).toEqual([
      [{ command: "id", form: "inline", line: 1, refused: "only shown; your settings allow this command" }],
      [{ command: "id", form: "inline", line: 1, refused: "no policy allows commands of skills to run" }],
      "no rule allows its shell expressions",
      [],
    ]);
  });

  test("[F9] without a PATH none is run, and the reason names the PATH", async () => {
    const skills = await openSkills({
      ambient: false,
      sources: [memorySource("memory", { "review/SKILL.md": file("!`id`") })],
      config: { run: ALLOWED },
    });
    expect(await body(skills, {})).toMatch(
      /^\[command not run: no sandbox is available .*; the variable PATH is not set \(set PATH, or pass it in `environment\.variables`\)/,
    );
  });

  test("[F5] without a sandbox none is run, unless the policy says otherwise", async () => {
    const run = async (level: SandboxProvider["level"], policy: object): Promise<string> => {
      const { skills } = await openRun({ "review/SKILL.md": file("!`id`") }, { ...ALLOWED, ...policy });
      return body(skills, { control: { sandbox: saying(() => ({ stdout: "ran" }), level) } });
    };
    expect([await run("none", {}), await run("partial", {}), await run("none", { unsandboxed: true })]).toEqual([
      "[command not run: no sandbox is available on this machine: `id`]",
      "[command not run: the sandbox of this machine is not safe: `id`]",
      "ran",
    ]);
  });

  test("[F2] a command starts in the project, or in the copy of its skill with `in_skill_directory`", async () => {
    const startIn = async (more: object): Promise<readonly [string | undefined, boolean]> => {
      const { skills, tree } = await openRun({ "review/SKILL.md": file("!`id`") }, { ...ALLOWED, ...more });
      const sandbox = saying(() => ({}));
      await body(skills, { control: { sandbox } });
      const [request] = sandbox.requests;
      return [
        request?.cwd === tree.at("project") ? "project" : "elsewhere",
        request?.cwd === request?.variables["SKILL_DIR"],
      ];
    };
    expect([await startIn({}), await startIn({ in_skill_directory: true })]).toEqual([
      ["project", false],
      ["elsewhere", true],
    ]);
  });

  test("[F2] [F3] what a command is given", async () => {
    const { skills, tree } = await openRun(
      { "review/SKILL.md": file("!`id`"), "review/data.txt": "one" },
      {
        ...ALLOWED,
        environment: ["LANG", "GIVEN"],
        write: [`${process.cwd()}/src`],
        network: true,
        timeout_seconds: 7,
      },
      { config: {} },
    );
    let copied = "";
    const sandbox = saying((_, { variables }) => {
      copied = readFileSync(`${variables["SKILL_DIR"]}/data.txt`, "utf8");
      return {};
    });
    await body(skills, { control: { sandbox } });
    const [request] = sandbox.requests as [CommandRequest];
    const copy = request.variables["SKILL_DIR"] ?? "";
    const project = tree.at("project");
    expect(copied).toBe("one");
    expect(copy).not.toContain(project);
    expect({ ...request, program: "", variables: { ...request.variables, PATH: "" }, signal: undefined }).toEqual({
      program: "",
      args: expect.arrayContaining(["-c", "id"]),
      cwd: project,
      variables: {
        TERM: "dumb",
        PATH: "",
        ARGUMENTS: "",
        SKILL_DIR: copy,
        CLAUDE_SKILL_DIR: copy,
        PROJECT_DIR: project,
        CLAUDE_PROJECT_DIR: project,
      },
      timeoutMs: 7000,
      maxOutputBytes: 65_536,
      signal: undefined,
      confinement: {
        read: [project, copy, tree.at("project/skills/review")],
        write: [`${process.cwd()}/src`],
        network: true,
      },
    });
  });

  test("[F16] a protected name that a writable directory has is read-only", async () => {
    const place = makeTree({ "out/.git/config": "", "out/a.txt": "" });
    const { skills, tree } = await openRun(
      { "review/SKILL.md": file("!`id`") },
      { ...ALLOWED, write: [place.at("out")] },
    );
    const sandbox = saying(() => ({}));
    await body(skills, { control: { sandbox } });
    const [{ confinement, variables }] = sandbox.requests as [CommandRequest];
    expect(confinement).toEqual({
      read: [tree.at("project"), place.at("out/.git"), variables["SKILL_DIR"], tree.at("project/skills/review")],
      write: [place.at("out")],
      network: false,
    });
  });

  test("[F16] places of skills and of Skillwright below a writable directory are kept, whatever leads there", async () => {
    const { tree } = await openRun({ "review/SKILL.md": file("!`id`") }, ALLOWED);
    const { openSkills } = await import("../../../src/ops/open-skills.ts");
    const top = realpathSync(tree.at("project/.."));
    symlinkSync(top, `${top}/top-link`);
    for (const write of [top, `${top}/top-link`]) {
      const variables = { ...tree.environment.variables, XDG_CONFIG_HOME: `${top}/c`, XDG_CACHE_HOME: `${top}/x/y` };
      const environment = { ...tree.environment, variables, platform: "linux" as const };
      const config = { run: { ...ALLOWED, write: [write] } };
      const sandbox = saying(() => ({}));
      await body(await openSkills({ environment, roots: [tree.at("project/skills")], config }), {
        control: { sandbox },
      });
      const keep = sandbox.requests[0]?.confinement.keep ?? [];
      for (const place of ["c/skillwright", "x/y/skillwright", "project/skills"])
        expect(keep).toContain(`${write}/${place}`);
    }
  });

  test("[F3] a project that is the user's home, or above it, is not shown", async () => {
    const { skills, tree } = await openRun({ "review/SKILL.md": file("!`id`") }, ALLOWED);
    const { openSkills } = await import("../../../src/ops/open-skills.ts");
    const environment = { ...tree.environment, home: tree.at("project/skills") };
    const above = await openSkills({ environment, roots: [tree.at("project/skills")], config: { run: ALLOWED } });
    const requests = async (each: Skills): Promise<boolean> => {
      const sandbox = saying(() => ({}));
      await body(each, { control: { sandbox } });
      return sandbox.requests[0]?.confinement.read.includes(tree.at("project")) === true;
    };
    symlinkSync(tree.at("project/skills"), tree.at("home-link"));
    const linked = { ...environment, home: tree.at("home-link") };
    const through = await openSkills({
      environment: linked,
      roots: [tree.at("project/skills")],
      config: { run: ALLOWED },
    });
    // The link is in the project, and its target is outside of the project.
    tree.add({ "elsewhere/notes": "" });
    symlinkSync(tree.at("elsewhere"), tree.at("project/link"));
    const outside = await openSkills({
      environment: { ...environment, home: tree.at("project/link") },
      roots: [tree.at("project/skills")],
      config: { run: ALLOWED },
    });
    const all = [skills, above, through, outside].map(requests);
    expect(await Promise.all(all)).toEqual([true, false, false, false]);
  });

  test("[F14] bytes that changed since the text was read run nothing", async () => {
    const { skills, tree } = await openRun({ "review/SKILL.md": file("!`id`") }, ALLOWED);
    const path = tree.at("project/skills/review/SKILL.md");
    const head = skills.find("review")?.skill.path;
    expect(head).toBe(path);
    const sneaky = {
      ...tree.files,
      readFile: (at: string, max: number) =>
        at === path ? Buffer.from(file("!`rm -rf x`")) : tree.files.readFile(at, max),
    };
    const { openSkills } = await import("../../../src/ops/open-skills.ts");
    const raced = await openSkills({
      environment: tree.environment,
      files: sneaky,
      roots: [tree.at("project/skills")],
      config: { run: ALLOWED },
      defaultSkills: false,
    });
    const sandbox = saying(() => ({}));
    expect([await body(raced, { control: { sandbox } }), sandbox.requests]).toEqual([
      "refused: SK432 its file changed while its commands were made ready",
      [],
    ]);
  });

  test("[F14] a directory that cannot be hashed runs nothing", async () => {
    const { skills } = await openRun(
      { "review/SKILL.md": file("!`id`"), "review/link": { link: "/etc/passwd" } },
      ALLOWED,
    );
    expect(await body(skills, { control: { sandbox: saying(() => ({})) } })).toMatch(
      /^\[command not run: `.*\/link` is a link: `id`\]$/,
    );
  });
});

describe("[F22] a command that fails", () => {
  const outcomes: [what: string, command: string, outcome: Partial<CommandOutcome>, reason: string | undefined][] = [
    ["by its exit code", "make", { code: 3, stderr: "no rule\nstop\n" }, 'exit code 3; it says: "no rule\\nstop"'],
    ["silently", "make", { code: 2, stdout: "\n" }, "exit code 2"],
    ["killed", "make", { code: null }, "it was killed"],
    ["late", "make", { ended: "timed-out", code: null }, "it took longer than 120 seconds"],
    ["stopped", "make", { ended: "aborted", code: null }, "it was stopped"],
    ["not, but finds nothing", "grep x y", { code: 1 }, undefined],
    ["not, but says too much", "yes", { ended: "too-much-output", code: null, stdout: "y\ny\ny" }, undefined],
    ["of several", "grep x y | sort; false", { code: 1 }, "exit code 1"],
    [
      "of a search that breaks",
      "grep x y",
      { code: 2, stderr: "y: No such file" },
      'exit code 2; it says: "y: No such file"',
    ],
  ];

  test.each(outcomes)("%s", async (_, command, outcome, reason) => {
    const files = { "review/SKILL.md": file(`A !\`${command}\` z\n`) };
    const sandbox = saying(() => outcome);
    const aborting = await openRun(files, ALLOWED);
    const marking = await openRun(files, { ...ALLOWED, mark_failures: true });
    const said = outcome.ended === "too-much-output" ? "y\ny\n[cut: the output is longer than the limit]" : "";
    expect([
      await body(aborting.skills, { control: { sandbox } }),
      await body(marking.skills, { control: { sandbox } }),
    ]).toEqual(
      reason === undefined
        ? [`A ${said} z\n`, `A ${said} z\n`]
        : [
            `refused: SK432 its command \`${command}\` failed: ${reason}`,
            `A [command failed: ${reason}: \`${command}\`] z\n`,
          ],
    );
  });

  test("ends the rest, or leaves it alone, as the policy says", async () => {
    const files = { "review/SKILL.md": file("!`one`\n\n```!\ntwo\nthree\n```\n!`four`\n") };
    const sandbox = (): ReturnType<typeof saying> =>
      saying((command) => ({ code: command === "two\nthree" ? 1 : 0, stdout: command }));
    const aborting = sandbox();
    const marking = sandbox();
    await body((await openRun(files, ALLOWED)).skills, { control: { sandbox: aborting } });
    const text = await body((await openRun(files, { ...ALLOWED, mark_failures: true })).skills, {
      control: { sandbox: marking },
    });
    expect([aborting.requests.length, marking.requests.length, text]).toEqual([
      2,
      3,
      'one\n\n[commands failed: exit code 1; it says: "two\\nthree"]\n```\ntwo\nthree\n```\nfour\n',
    ]);
  });

  test("says how to go on without the command", async () => {
    const { skills } = await openRun({ "review/SKILL.md": file("!`make`\n") }, ALLOWED);
    const session = await skills.session({ control: { sandbox: saying(() => ({ code: 2 })) } });
    expect((await session.activate({ asked: "review", actor: "user" })).refusal).toMatchObject({
      code: "SK432",
      reason: "its command `make` failed: exit code 2",
      help: "correct the command; `run.mark_failures: true` loads the skill and marks the failed command",
    });
  });

  test("ends with all commands of its text after five minutes", async () => {
    const { skills } = await openRun({ "review/SKILL.md": file("!`make`\n") }, ALLOWED);
    const timers = vi.spyOn(globalThis, "setTimeout");
    await body(skills, { control: { sandbox: saying(() => ({})) } });
    const waits = timers.mock.calls.map(([, milliseconds]) => milliseconds);
    timers.mockRestore();
    expect(waits.filter((milliseconds) => (milliseconds ?? 0) > 120_000)).toEqual([300_000]);
  });

  test("a preview runs no command, also one that is allowed", async () => {
    const { skills } = await openRun({ "review/SKILL.md": TWO }, ALLOWED);
    const sandbox = saying(() => ({ stdout: "ran" }));
    const { shell } = (await given(skills, { preview: true, control: { sandbox } })) as Activation;
    expect([shell?.map(({ command }) => command), sandbox.requests]).toEqual([["git diff", "node --version"], []]);
  });

  test("32 commands of a text are run", async () => {
    const { skills } = await openRun({ "review/SKILL.md": file("!`a`\n".repeat(32)) }, ALLOWED);
    const sandbox = saying(() => ({}));
    await body(skills, { control: { sandbox } });
    expect(sandbox.requests.length).toBe(32);
  });

  test("more commands than are run for a text are not run", async () => {
    const { skills } = await openRun({ "review/SKILL.md": file("!`a`\n".repeat(33)) }, ALLOWED);
    const sandbox = saying(() => ({}));
    expect(await body(skills, { control: { sandbox } })).toContain(
      "[command not run: it has 33 commands, more than the 32",
    );
    expect(sandbox.requests).toEqual([]);
  });
});

describe("[F6] what a command says", () => {
  test("has no character that hides, and no secret", async () => {
    const { skills } = await openRun({ "review/SKILL.md": file("!`a`") }, ALLOWED);
    const sandbox = saying(() => ({ stdout: "\u001b[2Jred\u0007 hu\u200bsh \r\nx\u202e\n", stderr: "hush!\n" }));
    const redact = (text: string): string => text.replaceAll("hush", "***");
    expect(await body(skills, { control: { sandbox }, redact })).toBe("[2Jred *** \nx\n[stderr]\n***!");
  });

  test("has no secret that the settings pass on", async () => {
    const { skills } = await openRun(
      { "review/SKILL.md": file("!`a`") },
      { ...ALLOWED, environment: ["API_KEY", "PATH"] },
    );
    const sandbox = saying((_, { variables }) => ({ stdout: `${variables["API_KEY"]} ${variables["PATH"]}` }));
    expect(await body(skills, { control: { sandbox } })).toBe(`*** ${process.env["PATH"]}`);
  });

  test("is cut at a line, where half of one could be half a secret", async () => {
    const { skills } = await openRun({ "review/SKILL.md": file("!`a`") }, ALLOWED);
    const sandbox = saying(() => ({ ended: "too-much-output", code: null, stdout: "one\nkey=hus" }));
    expect(await body(skills, { control: { sandbox } })).toBe("one\n[cut: the output is longer than the limit]");
  });
});

describe("[F20] handlers, timers and handles are gone after the commands", () => {
  test.each([
    ["that succeed", { stdout: "x" }, /^Files: x/],
    ["that fail", { code: 3 }, /^refused: SK432/],
    ["that cannot start", { ended: "not-started" }, /^Files: \[command not run/],
  ] as const)("%s", async (_, outcome, text) => {
    const { skills } = await openRun({ "review/SKILL.md": TWO }, ALLOWED);
    const { signal } = new AbortController();
    const endListeners = countEndListeners();
    let during = 0;
    const sandbox = saying(() => {
      during = getEventListeners(signal, "abort").length;
      return outcome;
    });
    const said = await closesHandles(() => body(skills, { control: { sandbox }, signal }));
    const after = [getEventListeners(signal, "abort").length, endListeners()];
    expect([said, during, after]).toEqual([expect.stringMatching(text), 1, [0, NO_LISTENERS]]);
  });
});

throughEach("through", (sandbox) => {
  test("[F7] [F20] handlers, timers and handles are gone after a command", async () => {
    const { skills } = await openRun({ "review/SKILL.md": file("!`sleep 100 & echo x`") }, ALLOWED);
    const { signal } = new AbortController();
    const endListeners = countEndListeners();
    expect(await closesHandles(() => body(skills, { control: { sandbox }, signal }))).toBe("x");
    await waitFor("the end of all listeners", () => isDeepStrictEqual(endListeners(), NO_LISTENERS));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("[F2] [F3] [F20] it works on the project, and finds neither secrets nor a home", async () => {
    const { skills, tree } = await openRun(
      {
        "review/SKILL.md": file(
          '!`cat "$SKILL_DIR/data.txt" ../project/notes; env; ls -A ~; cat $OTHER/.ssh/id; echo x > notes; echo y > "$SKILL_DIR/data.txt"; true`',
        ),
        "review/data.txt": "data\n",
      },
      { ...ALLOWED, environment: ["OTHER"] },
    );
    tree.add({ "project/notes": "notes\n", "home/.ssh/id": "hush-home" });
    const text = await body(skills, { control: { sandbox } });
    expect(text).toContain("data\nnotes\n");
    expect(text).not.toContain("hush");
    expect([readFileSync(tree.at("project/notes"), "utf8"), skill("x").length > 0]).toEqual(["notes\n", true]);
  });
});
