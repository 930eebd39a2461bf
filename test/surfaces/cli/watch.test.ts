import { type ChildProcess, spawn } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { waitFor } from "../../wait.ts";
import { bin, Sandbox, skill } from "./run.ts";

const node = process.env["SKILLWRIGHT_TEST_NODE"] || process.execPath;

/** A running watch. `lines` waits until standard output has this many lines, and `begun` until the watch is ready. */
class Running {
  readonly #box: Sandbox;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #stdout = "";
  #stderr = "";

  constructor(box: Sandbox, args: readonly string[]) {
    this.#box = box;
    this.#child = spawn(node, [bin, "list", "--watch", "--no-default-skills", ...args], {
      cwd: box.project,
      env: { PATH: "/nowhere", HOME: box.home },
    });
    this.#child.stdout?.on("data", (data) => {
      this.#stdout += String(data);
    });
    this.#child.stderr?.on("data", (data) => {
      this.#stderr += String(data);
    });
    this.#ended = new Promise((resolve) => this.#child.on("exit", resolve));
  }

  async begun(): Promise<void> {
    await waitFor("`watch` to begin", () => this.#stderr.includes("ctrl-c") || this.#stdout.includes('"watching"'));
  }

  async lines(count: number): Promise<void> {
    await waitFor(`line ${count} of \`watch\``, () => this.#stdout.split("\n").length > count);
  }

  async shows(text: string): Promise<void> {
    await waitFor(`${text} in a line of \`watch\``, () =>
      this.#stdout
        .split("\n")
        .slice(0, -1)
        .some((line) => line.includes(text)),
    );
  }

  async end(signal: NodeJS.Signals): Promise<{ code: number | null; stdout: string; stderr: string }> {
    this.#child.kill(signal);
    const code = await this.#ended;
    return { code, stdout: this.#box.hide(this.#stdout), stderr: this.#box.hide(this.#stderr) };
  }
}

const FILE = ".agents/skills/pdf/SKILL.md";

test("[HR3] a line for each skill that comes, changes and goes; ctrl-c ends it well", async () => {
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
});

test("[HR3] --json: an object for each change, also through a host", async () => {
  const box = new Sandbox({ [`.claude/skills/old/SKILL.md`]: skill("old") });
  const running = new Running(box, ["--json", "--host", "claude-code", "--poll", "--poll-ms", "20"]);
  await running.begun();
  renameSync(box.path(".claude/skills/old"), box.path(".claude/skills/new"));
  await running.shows('"name":"new"');
  const { code, stdout, stderr } = await running.end("SIGTERM");
  const [first, ...changes] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<"added" | "removed", readonly Record<string, unknown>[]>);
  // A load during the rename reports a separate change: the old file exists and cannot be read.
  const added = changes.flatMap((each) => each.added);
  const removed = changes.flatMap((each) => each.removed).map(({ name, path }) => ({ name, path }));
  expect({ code, stderr, first: { ...first, revision: "", revisionBefore: "" }, added, removed }).toMatchSnapshot();
});

test("[HR3] what cannot be watched is a usage error", () => {
  const box = new Sandbox({ [FILE]: skill("pdf") });
  expect([
    box.run(["list", "--watch", "--poll-ms", "no"]),
    box.run(["list", "--watch", "--cwd", "gone"]),
  ]).toMatchSnapshot();
});
