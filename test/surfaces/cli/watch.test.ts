import { type ChildProcess, spawn } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { bin, Sandbox, skill } from "./run.ts";

const node = process.env["SKILLWRIGHT_TEST_NODE"] || process.execPath;

/** A watch that runs; `lines` waits until standard output has so many, and `begun` until it watches. */
class Running {
  readonly #box: Sandbox;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #stdout = "";
  #stderr = "";
  #wake: () => void = () => undefined;

  constructor(box: Sandbox, args: readonly string[]) {
    this.#box = box;
    this.#child = spawn(node, [bin, "watch", "--no-default-skills", ...args], {
      cwd: box.project,
      env: { PATH: "/nowhere", HOME: box.home },
    });
    this.#child.stdout?.on("data", (data) => this.#take(() => (this.#stdout += String(data))));
    this.#child.stderr?.on("data", (data) => this.#take(() => (this.#stderr += String(data))));
    this.#ended = new Promise((resolve) => this.#child.on("exit", resolve));
  }

  begun(): Promise<void> {
    return this.#until(() => this.#stderr.includes("ctrl-c") || this.#stdout.includes('"watching"'));
  }

  lines(count: number): Promise<void> {
    return this.#until(() => this.#stdout.split("\n").length > count);
  }

  async end(signal: NodeJS.Signals): Promise<{ code: number | null; stdout: string; stderr: string }> {
    this.#child.kill(signal);
    const code = await this.#ended;
    return { code, stdout: this.#box.hide(this.#stdout), stderr: this.#box.hide(this.#stderr) };
  }

  #take(add: () => void): void {
    add();
    this.#wake();
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }
}

const FILE = ".agents/skills/pdf/SKILL.md";

test("[HR10] a line for each skill that comes, changes and goes; ctrl-c ends it well", async () => {
  const box = new Sandbox({ "~/.agents/skills/notes/SKILL.md": skill("notes") });
  const running = new Running(box, []);
  await running.begun();
  box.write({ "~/.agents/skills/pdf/SKILL.md": skill("pdf") });
  await running.lines(1);
  box.write({ "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Another. Use when asked.") });
  await running.lines(2);
  box.write({ "~/.agents/skills/pdf/SKILL.md": `${skill("pdf", "Another. Use when asked.")}More.\n` });
  await running.lines(3);
  box.write({ "~/.agents/skills/pdf/SKILL.md": "No frontmatter.\n" });
  await running.lines(4);
  rmSync(box.path("~/.agents/skills/pdf"), { recursive: true });
  await running.lines(5);
  box.write({ "~/.config/skillwright/config.yaml": "disable: [notes]\n" });
  await running.lines(7);
  expect(await running.end("SIGINT")).toMatchSnapshot();
}, 30_000);

test("[HR10] --json: an object for each change, also through a host", async () => {
  const box = new Sandbox({ [`.claude/skills/old/SKILL.md`]: skill("old") });
  const running = new Running(box, ["--json", "--host", "claude-code", "--poll", "--poll-ms", "20"]);
  await running.begun();
  renameSync(box.path(".claude/skills/old"), box.path(".claude/skills/new"));
  await running.lines(2);
  const { code, stdout, stderr } = await running.end("SIGTERM");
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect({
    code,
    stderr,
    events: events.map((each) => ({ ...each, revision: "", revisionBefore: "" })),
  }).toMatchSnapshot();
}, 30_000);

test("[HR10] what cannot be watched is a usage error", () => {
  const box = new Sandbox({ [FILE]: skill("pdf") });
  expect([box.run(["watch", "--poll-ms", "no"]), box.run(["watch", "--cwd", "gone"])]).toMatchSnapshot();
});
