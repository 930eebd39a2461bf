/**
 * The agent is stopped at any point: every started process ends, no file is half written, and the conversation can
 * continue.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { isRunning, newMark, processesWith, waitForEnd } from "../../alive.ts";
import { needs } from "../../needs.ts";
import { waitFor } from "../../wait.ts";
import { bin, Sandbox } from "../cli/run.ts";
import { type ModelServer, type Script, startModel } from "./model-server.ts";
import { configFor, run, transcripts, variables } from "./play.ts";
import { TmuxTerminal } from "./tmux.ts";

let model: ModelServer | undefined;
let terminal: TmuxTerminal | undefined;

afterEach(async () => {
  terminal?.close();
  await model?.close();
});

async function boxWith(script: Script, files: Record<string, string> = {}, more = ""): Promise<Sandbox> {
  model = await startModel(script);
  const box = new Sandbox(files);
  box.write({ "~/.config/skillwright/config.yaml": configFor(model.url, "openai", more) });
  return box;
}

const never = new Promise<never>(() => undefined);

/** Returns a program that ignores SIGTERM, with a child that does, too. */
const stubborn = (mark: string): string =>
  `trap '' INT TERM HUP; sh -c "trap '' INT TERM HUP; sleep 300 # ${mark}"; : ${mark}`;

describe("[AG19] a task that is stopped", () => {
  const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

  test.each(Object.entries(CODES))("%s while the model speaks", async (signal, code) => {
    const box = await boxWith([{ text: ["I was ", "saying"], until: never }, { text: "On." }]);
    const child = spawn(process.execPath, [bin, "agent", "Speak"], {
      cwd: box.project,
      env: variables(box),
      stdio: ["ignore", "pipe", "pipe"],
    });
    await shown(child, "saying");
    child.kill(signal as NodeJS.Signals);
    expect(await once(child, "close")).toEqual([code, null]);
    const again = await run(box, ["agent", "--resume", "last", "Go on"]);
    expect([again.code, again.stdout]).toEqual([0, "On.\n"]);
    expect(JSON.stringify(model?.requests[1]?.body["messages"])).toContain("I was saying\\n[interrupted here]");
  });

  test.each(Object.entries(CODES))("%s while a command runs", async (signal, code) => {
    const mark = newMark();
    const box = await boxWith([{ calls: [{ name: "shell", input: { command: stubborn(mark) } }] }, { text: "On." }]);
    const child = spawn(process.execPath, [bin, "agent", "Run it", "--allow", "shell"], {
      cwd: box.project,
      env: variables(box),
      stdio: "ignore",
    });
    await waitFor("both processes of the command", () => processesWith(mark).length >= 2);
    child.kill(signal as NodeJS.Signals);
    expect(await once(child, "exit")).toEqual([code, null]);
    await waitForEnd(mark);
    expect((await run(box, ["agent", "--resume", "last", "Go on"])).stdout).toBe("On.\n");
  });
});

needs("tmux").describe("[AG19] Ctrl-C in a terminal", () => {
  async function open(box: Sandbox, args: readonly string[] = []): Promise<TmuxTerminal> {
    terminal = new TmuxTerminal([process.execPath, bin, "agent", "--no-color", ...args], box.project, variables(box));
    await terminal.shows(/^> ?$/m);
    return terminal;
  }

  test("while the model speaks", async () => {
    const seen = await open(await boxWith([{ text: ["One, ", "two"], until: never }, { text: "Three." }]));
    seen.type("Count", "Enter");
    await seen.shows("One, two");
    seen.type("", "C-c");
    await seen.shows(/stopped\n> ?$/m);
    seen.type("Go on", "Enter");
    await seen.shows("Three.");
    seen.type("", "C-c");
    await seen.shows("[ended 0]");
  });

  test("while a command runs", async () => {
    const mark = newMark();
    const seen = await open(
      await boxWith([{ calls: [{ name: "shell", input: { command: stubborn(mark) } }] }, { text: "Fine." }]),
      ["--allow", "shell"],
    );
    seen.type("Run it", "Enter");
    await waitFor("both processes of the command", () => processesWith(mark).length >= 2);
    seen.type("", "C-c");
    await seen.shows(/stopped\n> ?$/m);
    await waitForEnd(mark);
    seen.type("And?", "Enter");
    await seen.shows("Fine.");
  });

  test("while a question is open, and nothing is written", async () => {
    const box = await boxWith(
      [{ calls: [{ name: "edit", input: { path: "a.txt", old: "one", new: "two" } }] }, { text: "Fine." }],
      { "a.txt": "one" },
    );
    const seen = await open(box);
    seen.type("Change it", "Enter");
    await seen.shows("number>");
    seen.type("2");
    seen.type("", "C-c");
    await seen.shows(/stopped\n> ?$/m);
    expect([readFileSync(box.path("a.txt"), "utf8"), readdirSync(box.project).sort()]).toEqual([
      "one",
      [".git", "a.txt"],
    ]);
    seen.type("And?", "Enter");
    await seen.shows("Fine.");
  });

  test("while a skill asks for what it needs", async () => {
    const box = await boxWith([{ text: "Fine." }], {
      "~/.config/skillwright/skills/needy/SKILL.md": "---\nname: needy\ndescription: Reports.\n---\nReport.\n",
      "~/.config/skillwright/skills/needy/agents/openai.yaml":
        "dependencies:\n  tools:\n    - type: env_var\n      value: NEEDY_TOKEN\n      description: The token\n",
    });
    const seen = await open(box);
    seen.type("/needy", "Enter");
    await seen.shows("answer>");
    seen.type("half a secr");
    seen.type("", "C-c");
    expect(await seen.shows(/stopped\n> ?$/m)).not.toContain("half");
    expect(model?.requests).toEqual([]);
    seen.type("And?", "Enter");
    await seen.shows("Fine.");
  });

  test("the terminal goes away, and all that was started goes with it", async () => {
    const mark = newMark();
    const seen = await open(await boxWith([{ calls: [{ name: "shell", input: { command: stubborn(mark) } }] }]), [
      "--allow",
      "shell",
    ]);
    const { pid } = seen;
    seen.type("Run it", "Enter");
    await waitFor("both processes of the command", () => processesWith(mark).length >= 2);
    seen.close();
    await waitForEnd(mark);
    await waitFor("the end of the command `agent`", () => !isRunning(pid));
  });
});

test("[AG13] messages before a kill are stored", async () => {
  const box = await boxWith([{ calls: [{ name: "list" }] }, { text: "Half", until: never }, { text: "On." }]);
  const child = spawn(process.execPath, [bin, "agent", "List it"], {
    cwd: box.project,
    env: variables(box),
    stdio: ["ignore", "pipe", "pipe"],
  });
  await shown(child, "Half");
  child.kill("SIGKILL");
  await once(child, "close");
  expect(
    readFileSync(transcripts(box)[0] ?? "", "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).message?.role),
  ).toEqual([undefined, "user", "assistant", "tool"]);
  expect((await run(box, ["agent", "--resume", "last", "Go on"])).stdout).toBe("On.\n");
});

/** Waits until a program has printed a text. Its later output is still read. */
function shown(child: ChildProcess, wanted: string): Promise<void> {
  let text = "";
  return new Promise((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes(wanted)) resolve();
    });
  });
}
