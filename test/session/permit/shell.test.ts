/** The matcher of shell commands: what a rule grants, and what it does not. */
import { describe, expect, test } from "vitest";
import { splitTools } from "../../../src/format/parse/fields/tool-list.ts";
import { readCall } from "../../../src/session/permit/read-call.ts";
import { covers } from "../../../src/session/permit/rules/covers.ts";
import { readRules } from "../../../src/session/permit/rules/rule-set.ts";
import { EVASIONS } from "./evasions.ts";
import { ORDINARY } from "./ordinary.ts";
import { around } from "./surroundings.ts";

async function verdictOn(rules: string, command: unknown): Promise<string> {
  const read = readRules(rules.startsWith("Bash(") && !rules.includes("), ") ? [rules] : splitTools(rules));
  const covered = covers(read, await readCall("Bash", "shell", { command }), around);
  return "rule" in covered ? "granted" : covered.reason;
}

describe("[B11] not granted", () => {
  for (const [way, attempts] of Object.entries(EVASIONS))
    describe(way, () => {
      test.each(attempts)("%s: %j", async (rules, command) => {
        expect(await verdictOn(rules, command)).not.toBe("granted");
      });
    });

  test("more than 150 of them, none twice", () => {
    const all = Object.values(EVASIONS)
      .flat()
      .map((attempt) => attempt.join("\n"));
    expect(all.length).toBeGreaterThan(150);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("[B10] granted", () => {
  test.each(ORDINARY)("%s: %j", async (rules, command) => {
    expect(await verdictOn(rules, command)).toBe("granted");
  });

  test("an argument list, as a program is started without a shell", async () => {
    expect(await verdictOn("Bash(git *)", ["git", "log", "; rm x"])).toBe("granted");
    expect(await verdictOn("Bash(git *)", ["bash", "-lc", "git log | cat"])).toBe("granted");
    expect(await verdictOn("Bash(git *)", ["bash", "-lc", "git log | sh"])).toBe("nothing grants `sh`");
    expect(await verdictOn("Bash(git *)", ["rm", "x"])).toBe("nothing grants `rm`");
    expect(await verdictOn("Bash(git *)", [])).toBe("its command is not a text");
  });

  test("more than 60 of them", () => {
    expect(ORDINARY.length).toBeGreaterThan(60);
  });
});

describe("reasons are short clauses that say what is in the way", () => {
  test.each([
    ["[B12]", "git -c core.pager=sh log", "`git -c` can make it run something else"],
    ["[B12]", "git evil", "`git evil` can stand for anything"],
    ["[B12]", "git rebase --exec=x", "`git rebase` with `--exec=x` can run or write something else"],
    ["[B12]", "timeout 5 rm x", "nothing grants `rm`"],
    ["[B23]", "git checkout evil -- .claude", "it could change what decides over skills"],
    ["[B23]", "git pull evil main", "another repository than `origin` and `upstream` must be spelled out"],
    ["[B13]", "echo x | sh", "nothing grants `sh`"],
    ["[B13]", "echo x", "nothing grants `echo`"],
    ["[B13]", "cat /etc/passwd; git log", "nothing grants `cat`"],
    ["[B14]", "git log > x", "the command writes to `x`"],
    ["[B14]", "git log > /dev/tcp/a/1", "the command redirects to `/dev/tcp/a/1`"],
    ["[B11]", "git log $X", "`$X` can become several words when it runs"],
    ["[B11]", "$X log", "`$X` can become several words when it runs"],
    ["[B11]", "f() { git log; }; f", "the command has a function in it"],
    ["[B11]", "A=b git log", "the command sets `A`, which can change what runs"],
    ["[B11]", 'git "', "the command is not well-formed"],
    ["[B15]", `git ${"x".repeat(16_384)}`, "the command is too long to be looked at"],
    ["[B15]", `git ${"$(".repeat(300)}`, "the command is too intricate"],
    ["[B15]", `git ${"$(<<".repeat(100)}`, "the command is not well-formed"],
  ])("%s %j", async (_, command, reason) => {
    expect(await verdictOn("Bash(git *)", command)).toBe(reason);
  });
});

test.each([
  ["Bash", "echo x > .claude/settings.json"],
  ["Bash(prettier *)", "prettier --write .mcp.json"],
])("[B24] %s: %s is refused with the reason", async (rules, command) => {
  expect(await verdictOn(rules, command)).toBe("it could change what decides over skills");
});

test("[B10] where something else of a program is granted, it is said what is not", async () => {
  expect(await verdictOn("Bash(git add *)", "git add . && git commit -m x")).toBe("nothing grants `git commit`");
});

describe("[B15] a call of a shell that says more than its command", () => {
  test.each([
    [{ command: "git log", timeout: 5, description: "x", run_in_background: true }, "granted"],
    [{ cmd: "git log" }, "granted"],
    [{ command: "git log", cwd: null }, "granted"],
    [{ command: "git log", env: { PATH: "/tmp" } }, "it has `env` besides a command"],
    [{ command: "git log", cwd: "/tmp" }, "it has `cwd` besides a command"],
    [{ command: "git log", cmd: "rm x" }, "it has `cmd` besides a command"],
    [{ script: "git log" }, "it has `script` besides a command"],
    [{ command: 5 }, "its command is not a text"],
    [{}, "there is no command in it"],
    ['{"command":"git log"}', "granted"],
    ["git log", "there is no command in it"],
    [null, "there is no command in it"],
  ])("%j", async (input, expected) => {
    const covered = covers(readRules(["Bash(git *)"]), await readCall("shell", "shell", input), around);
    expect("rule" in covered ? "granted" : covered.reason).toBe(expected);
  });
});
