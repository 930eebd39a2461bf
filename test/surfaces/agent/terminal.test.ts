/** Runs `skillwright agent` in a real terminal. */
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { needs } from "../../needs.ts";
import { bin, Sandbox } from "../cli/run.ts";
import { type ModelServer, type Script, startModel } from "./model-server.ts";
import { configFor, type Ran, record, variables } from "./play.ts";
import { TmuxTerminal } from "./tmux.ts";

let model: ModelServer | undefined;
let terminal: TmuxTerminal | undefined;

afterEach(async () => {
  terminal?.close();
  await model?.close();
});

const SKILLS = {
  "~/.config/skillwright/skills/forms/SKILL.md":
    "---\nname: forms\ndescription: Fills in forms.\n---\nAsk for the table first.\n",
  "~/.config/skillwright/skills/format/SKILL.md": "---\nname: format\ndescription: Formats.\n---\nFormat $ARGUMENTS.\n",
  "~/.config/skillwright/skills/broken/SKILL.md": "no frontmatter\n",
};

async function start(script: Script, files: Record<string, string> = {}, args: readonly string[] = [], more = "") {
  model = await startModel(script);
  const box = new Sandbox({ ...SKILLS, ...files });
  box.write({ "~/.config/skillwright/config.yaml": configFor(model.url, "openai", more) });
  terminal = new TmuxTerminal([process.execPath, bin, "agent", "--no-color", ...args], box.project, variables(box));
  await terminal.shows(/^> ?$/m);
  return { box, terminal, model };
}

needs("tmux").describe("in a terminal", () => {
  test("[AG19] typing, streaming, history and completion", async () => {
    const {
      terminal: seen,
      model: played,
      box,
    } = await start([{ text: ["Hello", ", ", "Ada."] }, { text: "Formatted." }, { text: "And again." }]);
    seen.type("I am Ada", "Enter");
    await seen.shows("Hello, Ada.");
    seen.type("/form");
    await seen.pressUntil("Tab", /\/format\s+\/forms/);
    seen.type("a");
    await seen.pressUntil("Tab", /> \/format$/m);
    seen.type("this", "Enter");
    await seen.shows("Formatted.");
    seen.type("", "Up");
    await seen.shows(/> \/format\s+this$/m);
    seen.type("", "Up");
    await seen.shows(/> I am Ada$/m);
    seen.type(" again, with $form");
    await seen.pressUntil("Tab", /\$format\s+\$forms/);
    seen.type("s", "Enter");
    await seen.shows("And again.");
    seen.type("", "C-d");
    await seen.shows("[ended 0]");
    const bodies = played.requests.map(({ body }) => JSON.stringify(body["messages"]));
    expect(bodies[1]).toContain("Format this.");
    expect(bodies[2]).toContain("Ask for the table first.");
    expect(readFileSync(box.path("~/.local/share/skillwright/history/inputs.jsonl"), "utf8")).toContain('"I am Ada"\n');
  });

  test("[AG15] [AG19] commands of the agent", async () => {
    const { terminal: seen } = await start([{ text: "Hello." }, { text: "They said hello." }, { text: "Welcome." }]);
    seen.type("Hello", "Enter");
    await seen.shows("Hello.\n>");
    seen.type("/help", "Enter");
    await seen.shows("Tab completes names.");
    // The picker: an unavailable skill shows the reason, an available one starts the next message.
    seen.type("/skills", "Enter");
    await seen.shows("esc cancel");
    seen.type("broken", "Enter");
    await seen.shows(/broken {2}\(rejected\).*\n {4}SK001: there is no frontmatter\n>$/);
    seen.type("/skills", "Enter");
    await seen.shows("esc cancel");
    seen.type("", "Escape");
    await seen.shows(/> \/skills\n>$/);
    seen.type("/skills", "Enter");
    await seen.shows("esc cancel");
    seen.type("forms", "Enter");
    await seen.shows(/> \/forms$/);
    seen.type("", "C-c");
    await seen.shows(/> \/forms\n>$/);
    seen.type("/context", "Enter");
    await seen.shows(/about \d+ tokens/);
    seen.type("/compact", "Enter");
    await seen.shows("compacted 2 messages into 2");
    seen.type("Thanks", "Enter");
    await seen.shows("Welcome.");
    seen.type("/quit", "Enter");
    await seen.shows("[ended 0]");
  });

  test("[AG11] [AG23] questions: no, yes, and for the session", async () => {
    const call = { calls: [{ name: "shell", input: { command: "echo done >> log" } }] };
    const { terminal: seen, box } = await start([call, call, call, call, { text: "Fine." }]);
    seen.type("Do it", "Enter");
    await seen.shows("1. no");
    // After an invalid answer, the question is repeated.
    seen.type("perhaps", "Enter");
    await seen.shows(/number> perhaps\nnumber>/);
    seen.type("n", "Enter");
    await seen.shows(/The user refused[\s\S]*1\. no/);
    seen.type("y", "Enter");
    await seen.shows(/(?:1\. no[\s\S]*){3}/);
    seen.type("a", "Enter");
    await seen.shows("Fine.");
    expect(readFileSync(box.path("log"), "utf8")).toBe("done\ndone\ndone\n");
    seen.type("", "Up");
    await seen.shows(/> Do it$/m);
  });

  test("[AG23] a question without an answer ends after a while", async () => {
    const { terminal: seen, model: played } = await start(
      [
        {
          calls: [
            { name: "ask", input: { question: "Which one?", choices: "red\nblue" } },
            { name: "shell", input: { command: "true" } },
          ],
        },
        { text: "Then not." },
      ],
      {},
      [],
      "agent: { ask_timeout_seconds: 1 }\n",
    );
    seen.type("Choose", "Enter");
    await seen.shows("Then not.");
    const told = JSON.stringify(played.requests[1]?.body["messages"]);
    expect(told).toContain("the user gave no answer");
    expect(told).toContain("no answer came in time");
  });

  test("[AG23] what a skill needs is asked for together, a secret is shown nowhere", async () => {
    const {
      terminal: seen,
      box,
      model: played,
    } = await start(
      [
        { calls: [{ name: "skill", input: { name: "needy" } }] },
        { calls: [{ name: "shell", input: { command: "echo token: $NEEDY_TOKEN" } }] },
        { text: "Reported." },
      ],
      {
        "~/.config/skillwright/skills/needy/SKILL.md": "---\nname: needy\ndescription: Reports.\n---\nReport.\n",
        "~/.config/skillwright/skills/needy/agents/openai.yaml":
          "dependencies:\n  tools:\n    - { type: env_var, value: NEEDY_TOKEN, description: The token }\n    - { type: mcp, value: tracker, transport: streamable_http, url: 'https://tracker.example/mcp' }\n",
      },
      ["--allow", "shell"],
    );
    seen.type("Report", "Enter");
    await seen.shows("answer>");
    seen.type("tok-98765", "Enter");
    await seen.shows("number>");
    seen.type("1", "Enter");
    const screen = await seen.shows("Reported.");
    expect(JSON.stringify(played.requests[2]?.body["messages"])).toContain("token: ***");
    seen.type("", "C-d");
    const all = [{ code: 0, signal: null, stdout: await seen.shows("[ended 0]"), stderr: "" }];
    const { requests } = played;
    await expect(
      record({ ...(all[0] as Ran), box, requests, all }, [["--no-color", "--allow", "shell"]]),
    ).toMatchFileSnapshot("conversations/a-dependency-prompt.txt");
    const kept = [
      "inputs.jsonl",
      ...readdirSync(box.path("~/.local/share/skillwright/history/sessions")).map((name) => `sessions/${name}`),
    ]
      .map((name) => readFileSync(box.path(`~/.local/share/skillwright/history/${name}`), "utf8"))
      .join("");
    for (const text of [
      screen,
      kept,
      readFileSync(box.path("~/journal.jsonl"), "utf8"),
      JSON.stringify(played.requests.map(({ body }) => body)),
    ])
      expect(text).not.toContain("tok-98765");
  });
});
