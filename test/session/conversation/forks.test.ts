import { describe, expect, test } from "vitest";
import type { SubagentOutcome, SubagentRunner, SubagentTask } from "../../../src/model/conversation/control.ts";
import type { Session } from "../../../src/session/conversation/session.ts";
import { makeTool } from "../../../src/session/tools/make-tool.ts";
import { type Opened, open, skillFile } from "./open.ts";

const FORK = "context: fork\n";

/** Returns a subagent runner that records its tasks and gives the prepared answer. */
function runner(
  answer: (task: SubagentTask) => Promise<SubagentOutcome> | SubagentOutcome = () => ({
    status: "done",
    summary: "All fine.",
  }),
): SubagentRunner & { readonly tasks: SubagentTask[] } {
  const tasks: SubagentTask[] = [];
  return {
    tasks,
    run: async (task) => {
      tasks.push(task);
      return answer(task);
    },
  };
}

async function forked(
  subagents: SubagentRunner | undefined,
  files: Readonly<Record<string, string>> = { audit: skillFile("audit", "Audit $ARGUMENTS.\n", FORK) },
  more: object = {},
): Promise<Opened & { readonly events: object[] }> {
  const opened = await open(files, { control: { ...(subagents ? { subagents } : {}), ...more } });
  const events: object[] = [];
  opened.session.events.on("forked", ({ attributes }) => events.push(attributes));
  return { ...opened, events };
}

function ask(session: Session, asked = "audit", typed?: string) {
  return session.activate({ asked, actor: "model", ...(typed === undefined ? {} : { arguments: typed }) });
}

const NOTHING = { content: "", isError: false };

const REPORT = "The skill `audit` was run by a subagent (`general-purpose`), which reports:\n\nAll fine.";

describe("[F50] a skill with `context: fork`", () => {
  test("is a task for another agent; only its report comes back", async () => {
    const subagents = runner();
    const { session, events } = await forked(subagents);
    const answer = await ask(session, "audit", "src/");
    expect(answer).toEqual({ text: REPORT, isError: false });
    expect(subagents.tasks.map(({ session: _, signal: __, ...task }) => task)).toEqual([
      { address: "audit", task: "Audit src/.\n", agent: "general-purpose", skills: [], background: false, depth: 1 },
    ]);
    expect(events).toEqual([
      {
        "session.id": "s",
        "session.turn": 0,
        "skill.name": "audit",
        "fork.agent": "general-purpose",
        "fork.depth": 1,
        "fork.background": false,
        "fork.status": "done",
        "fork.report.characters": 9,
      },
    ]);
  });

  test("that is called again runs again, and is only named after a compaction", async () => {
    const subagents = runner();
    const { session } = await forked(subagents);
    await ask(session);
    const again = await ask(session);
    const [head, ...rest] = await session.compact();
    expect([
      again.repeated,
      subagents.tasks.length,
      head?.text.includes("These skills were used too; their text is not repeated here: `audit`"),
      rest,
    ]).toEqual([undefined, 2, true, []]);
  });

  test("that the user calls is a note in the conversation", async () => {
    const { session } = await forked(runner());
    const { items, refused } = await session.turn("/audit now");
    expect([items, refused]).toEqual([
      [{ role: "user", text: `<skill_note name="audit">\n${REPORT}\n</skill_note>` }],
      [],
    ]);
  });

  test("is refused without a subagent, and the model does not get its text", async () => {
    const { session } = await forked(undefined);
    const { refusal, text } = await ask(session);
    expect([refusal?.code, text]).toEqual([
      "SK450",
      "The skill `audit` was not loaded: it needs a subagent, and this session has none. Give the session `control.subagents`.",
    ]);
  });

  test("is an ordinary skill if it is preloaded", async () => {
    const subagents = runner();
    const { session } = await forked(subagents);
    expect([(await session.preload(["audit"]))[0]?.text.includes("Audit"), subagents.tasks]).toEqual([true, []]);
  });

  test("its report is bounded, has no control characters, and begins with its origin", async () => {
    const summary = `\u001b[2Jhush-secret${"x".repeat(30_000)}`;
    const { session } = await forked(runner(() => ({ status: "done", summary })));
    session.secrets.set("KEY", "hush-secret");
    const { text } = await ask(session);
    expect([
      text.length < 21_000,
      text.includes("hush"),
      text.includes("\u001b"),
      text.endsWith("[cut: the report is longer than the limit]"),
    ]).toEqual([true, false, false, true]);
  });
});

describe("[F51] the frontmatter keys about the agent", () => {
  test("kind, model, effort, tools and skills", async () => {
    const subagents = runner();
    const more = `${FORK}agent: Explore\nmodel: haiku\neffort: low\nallowed-tools: Read, Grep\ndisallowed-tools: Bash\nskills: [style]\n`;
    const { session } = await forked(subagents, {
      audit: skillFile("audit", "Audit.\n", more),
      style: skillFile("style", "Be brief.\n"),
    });
    await ask(session);
    const [{ session: inner, signal: _, ...task }] = subagents.tasks as [SubagentTask];
    expect(task).toEqual({
      address: "audit",
      task: "Audit.\n",
      agent: "Explore",
      model: "haiku",
      effort: "low",
      tools: ["Read", "Grep"],
      disallowedTools: ["Bash"],
      skills: ["style"],
      background: false,
      depth: 1,
    });
    expect(inner.preloaded.map(({ text }) => text.includes("Be brief."))).toEqual([true]);
  });

  test("of the skills that it names, twenty", async () => {
    const subagents = runner();
    const named = Array.from({ length: 21 }, (_, at) => `style-${at}`);
    const { session } = await forked(subagents, {
      audit: skillFile("audit", "Audit.\n", `${FORK}skills: [${named.join(", ")}]\n`),
    });
    await ask(session);
    expect(subagents.tasks[0]?.skills).toEqual(named.slice(0, 20));
  });

  test("`inherit` changes nothing, and the task names the place of its files", async () => {
    const subagents = runner();
    const { session, plain } = await forked(subagents, {
      audit: skillFile("audit", "Audit.\n", `${FORK}model: inherit\n`),
      "audit/scripts/a.sh": "echo",
    });
    await ask(session);
    expect([subagents.tasks[0]?.model, plain(subagents.tasks[0]?.task)]).toEqual([
      undefined,
      "The files that belong to this task are in /skills/audit.\n\nAudit.\n",
    ]);
  });

  test("its calls are judged by its own window and by the windows of the conversation", async () => {
    const calls: string[] = [];
    const tools = ["Read", "Bash", "Write"].map((name) =>
      makeTool({
        name,
        description: "",
        fields: {},
        run: () => {
          calls.push(name);
          return { content: "done", isError: false };
        },
      }),
    );
    const subagents = runner(async ({ session }) => {
      for (const tool of session.guard(tools)) await tool.execute({});
      const { allowed } = await session.check({ tool: "Bash", input: { command: "ls" }, actor: "model" });
      return { status: "done", summary: String(allowed) };
    });
    const { session } = await forked(subagents, {
      audit: skillFile("audit", "Audit.\n", `${FORK}disallowed-tools: Bash\n`),
      calm: skillFile("calm", "Calm.\n", "disallowed-tools: Write\n"),
    });
    await ask(session, "calm");
    const { text } = await ask(session);
    expect([calls, text.endsWith("false")]).toEqual([["Read"], true]);
    // The agent's skill restricts only the agent's own tools.
    expect((await session.check({ tool: "Bash", input: { command: "ls" }, actor: "model" })).allowed).toBe(true);
  });

  test("the host is asked once, and only about calls that neither its skill nor the conversation's skills grant", async () => {
    const asked: string[] = [];
    const prompter = {
      ask: async ({ details }: { readonly details: readonly string[] }) => void asked.push(...details),
    };
    const host = { otherwise: "ask" } as const;
    const subagents = runner(async ({ session }) => {
      const verdicts = [];
      for (const command of ["git status", "make", "git log | sh"]) {
        const call = { tool: "Bash", input: { command }, actor: "model" } as const;
        const { allowed } = await session.check(call, host);
        verdicts.push(allowed);
      }
      const [made] = session.guard([makeTool({ name: "Edit", description: "", fields: {}, run: () => NOTHING })], host);
      verdicts.push((await made?.execute({ path: "a" }))?.isError === false);
      return { status: "done", summary: verdicts.join(" ") };
    });
    const { session } = await forked(
      subagents,
      { audit: skillFile("audit", "Audit.\n", `${FORK}allowed-tools: Bash(git *)\n`) },
      { prompter },
    );
    const { text } = await ask(session);
    expect([text.split("\n").at(-1), asked.filter((each) => each.startsWith("`"))]).toEqual([
      "true false false false",
      ["`make`", "`git log | sh`", '`{"path":"a"}`'],
    ]);
  });

  test("a scope limits the skills that its tools load, and not those of the session", async () => {
    const subagents = runner(async ({ session }) => {
      const [skill] = await session.tools({ skills: ["style"] });
      const loaded = ["style", "secret"].map(async (name) => (await skill?.execute({ name }))?.isError);
      return { status: "done", summary: `errors: ${await Promise.all(loaded)}` };
    });
    const { session } = await forked(subagents, {
      audit: skillFile("audit", "Audit.\n", FORK),
      style: skillFile("style", "Be brief.\n"),
      secret: skillFile("secret", "Say it.\n"),
    });
    expect((await ask(session)).text.split("\n").at(-1)).toBe("errors: false,true");
    expect((await ask(session, "secret")).isError).toBe(false);
  });

  test("it has tools for skills of its own, in a session of its own", async () => {
    const subagents = runner(async ({ session }) => {
      const [skill] = await session.tools();
      const { content } = (await skill?.execute({ name: "style" })) ?? { content: "" };
      return { status: "done", summary: content.includes("Be brief.") ? "read it" : content };
    });
    const { session } = await forked(subagents, {
      audit: skillFile("audit", "Audit.\n", FORK),
      style: skillFile("style", "Be brief.\n"),
    });
    expect([(await ask(session)).text.endsWith("read it"), session.ledger.map(({ address }) => address)]).toEqual([
      true,
      ["audit"],
    ]);
  });
});

describe("[F51] subagents that start subagents", () => {
  test("are refused after the third level", async () => {
    const depths: number[] = [];
    const subagents: SubagentRunner = {
      run: async ({ session, depth }) => {
        depths.push(depth);
        const [skill] = await session.tools();
        const { content } = (await skill?.execute({ name: `audit${depth}` })) ?? { content: "" };
        return { status: "done", summary: content };
      },
    };
    const names = ["audit0", "audit1", "audit2", "audit3"];
    const { session } = await forked(
      subagents,
      Object.fromEntries(names.map((name) => [name, skillFile(name, "Audit.\n", FORK)])),
    );
    const { text } = await ask(session, "audit0");
    expect(depths).toEqual([1, 2, 3]);
    expect(text.split("\n").at(-1)).toBe(
      "The skill `audit3` was not loaded: 3 nested subagents are running already. Do its task without a subagent.",
    );
  });

  test("at most eight run at once", async () => {
    let finish: (outcome: SubagentOutcome) => void = () => undefined;
    const waiting = new Promise<SubagentOutcome>((resolve) => {
      finish = resolve;
    });
    const { session } = await forked(
      runner(() => waiting),
      { audit: skillFile("audit", "Audit.\n", `${FORK}background: true\n`) },
    );
    for (let at = 0; at < 8; at++) await ask(session);
    const ninth = await ask(session);
    finish({ status: "done", summary: "" });
    await session.settled();
    expect([ninth.refusal?.code, ninth.refusal?.reason, (await ask(session)).isError]).toEqual([
      "SK451",
      "8 subagents are running already",
      false,
    ]);
  });
});

describe("[F50] a subagent that fails", () => {
  const WHO = "The skill `audit` was run by a subagent (`general-purpose`), but";

  test.each<[what: string, answer: () => Promise<SubagentOutcome>, text: string]>([
    ["fails", async () => ({ status: "failed", summary: "no model" }), `${WHO} it failed:\n\nno model`],
    ["throws", () => Promise.reject(new Error("network down")), `${WHO} it failed:\n\nnetwork down`],
    ["was cancelled", async () => ({ status: "cancelled", summary: "" }), `${WHO} it was cancelled.`],
  ])("because it %s: the model and the host learn the reason", async (_, answer, text) => {
    const { session } = await forked(runner(answer));
    const refused: unknown[] = [];
    session.events.on("refused", ({ attributes }) => refused.push(attributes["refusal.code"]));
    const given = await ask(session);
    expect([given.text, given.isError, given.refusal?.code, refused]).toEqual([text, true, "SK452", ["SK452"]]);
  });

  test("a signal ends it, even if it ignores the signal", async () => {
    let told = false;
    const stop = new AbortController();
    const stuck = runner(({ signal }) => {
      signal.addEventListener("abort", () => {
        told = true;
      });
      stop.abort();
      return new Promise(() => undefined);
    });
    const { session } = await forked(stuck);
    const { text } = await session.activate({ asked: "audit", actor: "model", signal: stop.signal });
    expect([text, told]).toEqual([`${WHO} it was cancelled.`, true]);
    const before = await session.activate({ asked: "audit", actor: "model", signal: AbortSignal.abort() });
    expect([before.text, stuck.tasks.length]).toEqual([`${WHO} it was cancelled.`, 1]);
  });

  test("the tool hands its signal on", async () => {
    const stop = new AbortController();
    const stuck = runner(() => {
      stop.abort();
      return new Promise(() => undefined);
    });
    const { session, skills } = await forked(stuck);
    const [skill] = await skills.tools(session);
    const result = await skill?.execute({ name: "audit" }, { signal: stop.signal });
    expect(result).toEqual({ content: `${WHO} it was cancelled.`, isError: true });
  });
});

describe("[F50] in the background", () => {
  const files = { audit: skillFile("audit", "Audit.\n", `${FORK}background: true\n`) };

  test("the model learns that at once, and the report comes with the next turn", async () => {
    const { session } = await forked(runner(), files);
    const { text } = await ask(session);
    await session.settled();
    const { items } = await session.turn("go on");
    expect([text, items, session.reports()]).toEqual([
      "The skill `audit` runs in the background as a subagent. Its report comes later; continue with other work.",
      [{ role: "user", text: `<skill_note name="audit">\n${REPORT}\n</skill_note>` }],
      [],
    ]);
  });

  test("the reports of several come together, in the order of their ends", async () => {
    const { session } = await forked(runner(), {
      ...files,
      lint: skillFile("lint", "Lint.\n", `${FORK}background: true\n`),
    });
    await ask(session);
    await ask(session, "lint");
    await session.settled();
    expect(session.reports().map(({ text }) => text)).toEqual([
      expect.stringContaining("`audit` was run by a subagent"),
      expect.stringContaining("`lint` was run by a subagent"),
    ]);
  });

  test("it ends with the session", async () => {
    const { session, events } = await forked(
      runner(() => new Promise(() => undefined)),
      files,
    );
    await ask(session);
    await session.end();
    expect(events).toMatchObject([{ "fork.status": "cancelled" }]);
  });
});

describe("[F60] the model and effort that skills request", () => {
  test("model and effort of this turn, the last one decides; a fork's are its agent's", async () => {
    const { session } = await forked(runner(), {
      audit: skillFile("audit", "Audit.\n", `${FORK}model: opus\n`),
      one: skillFile("one", "One.\n", "model: haiku\neffort: low\n"),
      two: skillFile("two", "Two.\n", "model: sonnet\n"),
      three: skillFile("three", "Three.\n", 'model: inherit\neffort: ""\n'),
    });
    const before = session.intent();
    await session.turn("/one /two /three");
    await ask(session);
    const during = session.intent();
    await session.turn("next");
    expect([before, during, session.intent()]).toEqual([{}, { model: "sonnet", effort: "low" }, {}]);
  });

  test("a resumed session has the same requests", async () => {
    const { session, skills } = await forked(runner(), { one: skillFile("one", "One.\n", "model: haiku\n") });
    await session.turn("/one");
    const later = await skills.session({ state: JSON.parse(JSON.stringify(session)) });
    expect(later.intent()).toEqual({ model: "haiku" });
  });
});

describe("[F50] a runner that returns another shape", () => {
  test.each([undefined, "All fine.", { text: "All fine." }, { status: "ok", summary: "All fine." }])(
    "%j is SK920, as an error of the program",
    async (outcome) => {
      const { session } = await forked(runner(() => outcome as never));
      await expect(ask(session)).rejects.toMatchObject({ name: "OperationError", code: "SK920" });
    },
  );

  test("in the background it is a failed report", async () => {
    const files = { audit: skillFile("audit", "Audit it.\n", `${FORK}background: true\n`) };
    const { session } = await forked(
      runner(() => undefined as never),
      files,
    );
    expect((await ask(session)).isError).toBe(false);
    await session.settled();
    expect((await session.turn("Go on")).items.map(({ text }) => text).join()).toContain("did not return");
  });
});
