import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { needs } from "../../needs.ts";
import { waitFor } from "../../wait.ts";
import { bin, Sandbox, skill } from "./run.ts";

const tree = {
  "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fills in forms."),
  "~/.agents/skills/pdf/agents/openai.yaml": "dependencies:\n  tools:\n    - type: env_var\n      value: PDF_TOKEN\n",
  "~/.agents/skills/notes/SKILL.md": skill("notes", "Writes notes."),
  "~/.agents/skills/release-notes/SKILL.md": skill("release-notes", "Writes release notes."),
  "~/.agents/skills/broken/SKILL.md": "nothing\n",
};

describe("[PK7] without a terminal", () => {
  const box = new Sandbox(tree);
  const run = (input: string, ...args: string[]) =>
    box.run(["list", "--interactive", "--no-default-skills", ...args], { input });

  test("a number", () => {
    expect(run("2\n")).toMatchSnapshot();
  });

  test.each([
    ["a name", "notes\n", [], "$notes\n"],
    ["words to look for, then a number", "release\n1\n", [], "$release-notes\n"],
    ["several", "1 3\n", ["--many", "--print", "name"], "notes\nrelease-notes\n"],
    ["a path", "1\n", ["--print", "path"], "<tmp>/home/.agents/skills/notes/SKILL.md\n"],
    ["an id", "1\n", ["--print", "id"], "user:~/.agents/skills/notes\n"],
    ["with a search to begin with", "1\n", ["pdf"], "$pdf\n"],
    ["also what is rejected", "broken\n", ["--all", "--print", "name"], "broken\n"],
  ])("%s", (_, input, args, stdout) => {
    expect(run(input, ...args)).toMatchObject({ code: 0, stdout });
  });

  test("nothing chosen, and nothing there", () => {
    expect(run("")).toMatchObject({ code: 1, stdout: "" });
    expect(run("7\n")).toMatchObject({ code: 1, stdout: "" });
    expect(new Sandbox().run(["list", "--interactive", "--no-default-skills"])).toMatchObject({ code: 1, stdout: "" });
    expect(run("1\n", "--print", "colour").code).toBe(2);
  });

  test("as JSON", () => {
    expect(JSON.parse(run("1\n", "--json").stdout)).toMatchObject({
      schema: 2,
      skills: [{ name: "notes", scope: "user" }],
    });
  });

  test("list -i is the same", () => {
    expect(box.run(["list", "-i", "--no-default-skills"], { input: "1\n" }).stdout).toBe("$notes\n");
  });
});

needs("tmux").describe("[PK4] [PK7] in a real terminal", () => {
  const box = new Sandbox(tree);
  const socket = join(box.directory, "tmux");
  const run = (...args: string[]): string =>
    spawnSync("tmux", ["-S", socket, ...args], { encoding: "utf8", env: { ...process.env, TERM: "xterm" } }).stdout;
  afterAll(() => void run("kill-server"));
  let count = 0;

  /** Starts a command in a window of this size; its standard output goes to a file, as with `$(…)`. */
  const start = (args: string, size: [number, number] = [80, 12]) => {
    const name = `w${count++}`;
    const out = join(box.directory, `${name}.out`);
    const pick = `exec env -i PATH=${process.env["PATH"]} TERM=xterm NO_COLOR=1 HOME=${box.home} ${process.execPath} ${bin} ${args} --no-default-skills`;
    const command = `(sh -c 'echo $$ > ${out}.pid; ${pick}') > ${out}; echo "code $?" >> ${out}; case $(stty -a) in *-icanon*) echo -icanon ;; *) echo icanon ;; esac >> ${out}; sleep 30`;
    run(
      "new-session",
      "-d",
      "-s",
      name,
      "-x",
      String(size[0]),
      "-y",
      String(size[1]),
      "-c",
      box.project,
      "sh",
      "-c",
      command,
    );
    // The screen cuts a path, so the result depends on the length of the temporary directory's name.
    const screen = (): string =>
      run("capture-pane", "-p", "-t", name)
        .replace(/│ \/.*/g, "│ <path>")
        .trimEnd();
    return {
      name,
      screen,
      keys: (...keys: string[]) => run("send-keys", "-t", name, ...keys),
      out: () => box.hide(readFileSync(out, "utf8")),
      pid: () => Number(readFileSync(`${out}.pid`, "utf8")),
      // The keys are on the last line, so the screen is complete.
      until: (words: string) =>
        waitFor(`the screen to show "${words}"`, () =>
          [words, "enter choose"].every((each) => screen().includes(each)),
        ),
      ended: () => waitFor("the picker to end", () => /code \d+\n.*icanon/.test(readFileSync(out, "utf8"))),
    };
  };

  test("search, look, choose; the terminal is as it was", async () => {
    const { keys, screen, until, out, ended } = start("list --interactive");
    await until("3 of 3");
    expect(screen()).toMatchSnapshot("at first");
    keys("pd");
    await until("1 of 3");
    expect(screen()).toMatchSnapshot("after typing");
    keys("Enter");
    await ended();
    expect(out()).toBe("$pdf\ncode 0\nicanon\n");
    expect(screen()).toBe("");
  });

  test("several, on a screen that changes its size", async () => {
    const { name, keys, screen, until, out, ended } = start("pick --many --print name");
    await until("3 of 3");
    keys("Tab", "Tab");
    await until("2 chosen");
    run("resize-window", "-t", name, "-x", "40", "-y", "7");
    await waitFor("the smaller screen", () => screen().split("\n").length <= 7 && screen().includes("mark a…"));
    expect(screen()).toMatchSnapshot();
    keys("Enter");
    await ended();
    expect(out()).toBe("notes\npdf\ncode 0\nicanon\n");
  });

  test.each([
    ["escape", "Escape", 1],
    ["ctrl-c", "C-c", 130],
  ])("%s leaves without a choice", async (_, key, code) => {
    const { keys, until, out, ended } = start("list --interactive");
    await until("3 of 3");
    keys(key);
    await ended();
    expect(out()).toBe(`code ${code}\nicanon\n`);
  });

  test("a signal leaves the terminal as it was", async () => {
    const { pid, until, out, ended, screen } = start("list --interactive");
    await until("3 of 3");
    process.kill(pid(), "SIGTERM");
    await ended();
    expect(out()).toMatch(/^code 143\nicanon\n$/);
    expect(screen()).not.toContain("3 of 3");
  });
});
