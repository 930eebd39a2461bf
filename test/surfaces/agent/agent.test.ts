/** Runs the agent in this process: several turns with one model, with changes of its skills between the turns. */
import { existsSync, rmSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { loadAgents } from "../../../src/catalog/load/load-agents.ts";
import { printable } from "../../../src/model/text/display/printable.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import { appendLine } from "../../../src/platform/writing/append-line.ts";
import { writeFileAtomically } from "../../../src/platform/writing/write-file.ts";
import type { Agent } from "../../../src/surfaces/agent/agent.ts";
import { DEFAULT_AGENT } from "../../../src/surfaces/agent/built-in-agents.ts";
import type { AgentEvent } from "../../../src/surfaces/agent/events.ts";
import { openAgent } from "../../../src/surfaces/agent/open-agent.ts";
import { completeLine } from "../../../src/surfaces/agent/terminal/complete-line.ts";
import { EventPrinter } from "../../../src/surfaces/agent/terminal/print-events.ts";
import { makeContextReport } from "../../../src/surfaces/agent/transcript/context-report.ts";
import { Sandbox } from "../cli/run.ts";
import { type ModelServer, type Script, startModel } from "./model-server.ts";
import { configFor, variables } from "./play.ts";

let agent: Agent | undefined;
let model: ModelServer | undefined;

afterEach(async () => {
  await agent?.close();
  await model?.close();
});

const skill = (name: string, more = "") => `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo ${name}.\n`;

async function open(script: Script, files: Record<string, string>, config = "") {
  model = await startModel(script);
  const box = new Sandbox(files);
  box.write({ "~/.config/skillwright/config.yaml": configFor(model.url, "openai", config) });
  const events: AgentEvent[] = [];
  const load = {
    cwd: box.project,
    environment: { cwd: box.project, home: box.home, platform: "linux" as const, variables: variables(box) },
  };
  agent = await openAgent({
    setup: await loadAgents(load),
    definition: DEFAULT_AGENT,
    load,
    wish: {},
    permissions: { allowed: [], full: false },
    directories: [],
    maxSteps: 5,
    emit: (event) => events.push(event),
    ports: {
      files: nodeFiles,
      spawn: nodeSpawn,
      write: writeFileAtomically,
      append: appendLine,
      clock: () => 0,
      random: () => "00000000",
    },
  });
  const opened = agent;
  const turn = (message: string) => opened.turn(message, new AbortController().signal);
  const messages = (at: number) =>
    (model?.requests[at]?.body["messages"] ?? []) as { role: string; content: unknown }[];
  /** Returns the beginnings of the messages of a request. */
  const sent = (at: number): string[] =>
    messages(at).map(({ role, content }) => `${role}: ${String(content).split("\n")[0]?.slice(0, 60)}`);
  const system = (at: number): string => String(messages(at)[0]?.content);
  return { box, events, turn, sent, system, agent: opened };
}

describe("[AG1] [AG9] several turns", () => {
  test("a skill that waits for a file is announced when work on that file begins; the system text stays", async () => {
    const {
      turn,
      sent,
      system,
      agent: opened,
    } = await open(
      [{ calls: [{ name: "read", input: { path: "a.py" } }] }, { text: "Read." }, { text: "Now I know." }],
      {
        "a.py": "print()\n",
        "~/.config/skillwright/skills/py/SKILL.md": skill("py", 'paths: "*.py"\n'),
        "~/.config/skillwright/skills/any/SKILL.md": skill("any"),
      },
    );
    await turn("Read it");
    await turn("And now?");
    expect(sent(2).slice(-2)).toEqual(["user: The list of skills has changed.", "user: And now?"]);
    expect(system(2)).toBe(system(0));
    expect(system(0)).not.toContain("<name>py</name>");
    const { catalog } = await opened.context();
    expect(catalog.skills).toBe(2);
  });

  test("[AG15] a window that is nearly full is made room in before the next turn", async () => {
    const { turn, sent, events } = await open(
      [{ text: "One." }, { text: "It was about one." }, { text: "Two." }],
      {},
      "llm: { provider: played, context_window: 110 }\n",
    );
    await turn("One?");
    await turn("Two?");
    expect(events.filter(({ type }) => type === "compacted")).toEqual([
      { type: "compacted", before: 2, after: 1, skills: [] },
    ]);
    expect(sent(2).slice(1)).toEqual(["user: Summary of the conversation so far:", "user: Two?"]);
  });

  test("a skill that goes away meanwhile is reported as gone", async () => {
    const { turn, box, sent } = await open(
      [{ text: "Hello." }, { calls: [{ name: "skill", input: { name: "any" } }] }, { text: "Gone." }],
      { "~/.config/skillwright/skills/any/SKILL.md": skill("any") },
    );
    await turn("Hello");
    rmSync(box.path("~/.config/skillwright/skills/any"), { recursive: true });
    await turn("Use it");
    expect(sent(2).at(-1)).toMatch(/^tool: The skill `any` was not loaded: /);
    expect(existsSync(box.path("~/.config/skillwright/skills"))).toBe(true);
  });
});

describe("[AG15] what the window holds", () => {
  test("each part, and every skill that is not told in full", () => {
    const report = makeContextReport({
      window: 1000,
      instructions: "x".repeat(40),
      catalog: {
        text: "c",
        used: { tokens: 7, characters: 28 },
        allowance: { amount: 20, unit: "tokens", from: "2 % of 1000 tokens" },
        entries: [
          { address: "a", coverage: "full" },
          { address: "b", coverage: "shortened" },
          { address: "c", coverage: "name-only" },
          { address: "d", coverage: "omitted" },
        ],
      } as never,
      tools: [],
      messages: [
        { role: "user", content: '<skill name="a" directory="/x">\nText\n</skill>' },
        {
          role: "assistant",
          content: [{ type: "tool-call", toolCallId: "1", toolName: "skill", input: { name: "b" } }],
        },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: "1",
              toolName: "skill",
              output: { type: "text", value: '<skill name="b" directory="/x">\nMore\n</skill>' },
            },
          ],
        },
      ],
    });
    expect(report).toEqual({
      window: 1000,
      instructions: 10,
      catalog: {
        tokens: 7,
        skills: 4,
        allowance: "20 tokens, 2 % of 1000 tokens",
        shortened: [
          { name: "b", coverage: "shortened" },
          { name: "c", coverage: "name-only" },
          { name: "d", coverage: "omitted" },
        ],
      },
      tools: [],
      skills: [
        { name: "a", tokens: 12 },
        { name: "b", tokens: 12 },
      ],
      messages: { count: 3, tokens: 27 },
      total: 44,
    });
  });
});

describe("[AG19] what Tab offers", () => {
  const known = { commands: ["/help", "/skills"], skills: ["help", "pdf"], called: ["help", "lint", "pdf"] };

  test.each<[string, string[], string]>([
    ["/", ["/help ", "/lint ", "/pdf ", "/skills "], "/"],
    ["/he", ["/help "], "/he"],
    ["say /he", [], "say /he"],
    ["use $p", ["$pdf "], "$p"],
    ["$", ["$help ", "$pdf "], "$"],
    ["cost: 5$p", [], "cost: 5$p"],
    ["hello", [], "hello"],
  ])("%j", (line, words, part) => {
    expect(completeLine(line, known)).toEqual([words, part]);
  });
});

test("[AG19] a terminal is not sent what a stranger wrote to move it", () => {
  const written: string[] = [];
  const as = (text: string) => text;
  const write = (text: string) => void written.push(text);
  const printer = new EventPrinter({ out: write, err: write, printable, dim: as, yellow: as, red: as, terminal: true });
  printer.show({ type: "text", text: "a\x1b[2Jb\n" });
  printer.show({ type: "tool-call", id: "1", tool: "x\x1b]0;y\x07", input: { z: "\x1b[31m" } });
  printer.show({ type: "tool-result", id: "1", tool: "x", isError: true, content: "\x1b[H" });
  printer.show({ type: "warning", code: "SK001", message: "\x1b[H" });
  expect(written.join("")).not.toMatch(/[\x00-\x08\x0b-\x1f]/);
});
