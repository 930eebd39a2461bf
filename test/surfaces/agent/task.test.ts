/** Tests where `skillwright agent` reads its task, and where it writes its output. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { needs } from "../../needs.ts";
import { bin, Sandbox } from "../cli/run.ts";
import { type ModelServer, type Script, startModel } from "./model-server.ts";
import { configFor, run, variables } from "./play.ts";
import { TmuxTerminal } from "./tmux.ts";

let model: ModelServer | undefined;
let terminal: TmuxTerminal | undefined;

afterEach(async () => {
  terminal?.close();
  await model?.close();
});

async function boxWith(script: Script): Promise<Sandbox> {
  model = await startModel(script);
  const box = new Sandbox();
  box.write({ "~/.config/skillwright/config.yaml": configFor(model.url) });
  return box;
}

/** Returns the last message of the user in each request. */
function tasks(): unknown[] {
  return (model?.requests ?? []).map(({ body }) => (body["messages"] as { content: unknown }[]).at(-1)?.content);
}

describe("[AG9] a task on standard input", () => {
  test.each([
    ["as it is", [], "Count the files,\nplease.\n", "Count the files,\nplease.\n"],
    ["not if there is one among the arguments", ["Name", "them"], "Count the files.", "Name them"],
  ])("%s", async (_, args, input, task) => {
    const box = await boxWith([{ text: "Done." }]);
    const { code, stdout } = await run(box, ["agent", ...args], {}, input);
    expect([code, stdout, tasks()]).toEqual([0, "Done.\n", [task]]);
  });

  test.each([
    ["nothing", "", "error: no task was given\n"],
    ["blanks", " \n\n", "error: no task was given\n"],
    ["too much", "x".repeat(10_000_001), "error: the task is too long\nhelp: use at most 10000000 characters\n"],
  ])("%s is a mistake in the call, and asks no model", async (_, input, said) => {
    const box = await boxWith([{ text: "Done." }]);
    const { code, stdout, stderr } = await run(box, ["agent"], {}, input);
    expect([code, stdout, stderr.startsWith(said), tasks()]).toEqual([2, "", true, []]);
  });
});

needs("tmux").describe("[AG9] in a terminal, with standard output in a file", () => {
  test("the prompt is on standard error, and the file has what the model says", async () => {
    const box = await boxWith([{ text: "Hello, Ada." }]);
    const command = `"$0" "$1" agent --no-color > "$HOME/out"`;
    terminal = new TmuxTerminal(["sh", "-c", command, process.execPath, bin], box.project, variables(box));
    await terminal.shows(/^> ?$/m);
    terminal.type("I am Ada", "Enter");
    await terminal.shows(/> I am Ada\n(?:.*\n)*> ?$/);
    terminal.type("", "C-d");
    const screen = await terminal.shows("[ended 0]");
    expect([readFileSync(box.path("~/out"), "utf8"), screen.includes("Hello, Ada.")]).toEqual(["Hello, Ada.\n", false]);
  });
});
