/** The guard of shell commands, compared with the decision table in `conformance/guard`. */
import { describe, expect, test } from "vitest";
import { readCall } from "../../../src/session/permit/read-call.ts";
import { findGrantingRule } from "../../../src/session/permit/rules/find-granting-rule.ts";
import { readToolRules } from "../../../src/session/permit/rules/rule-set.ts";
import { around, type GuardRow, tables, verdictOn, verdictOnCall } from "./surroundings.ts";

function whatOf({ line, call }: GuardRow): string {
  return line ?? JSON.stringify(call);
}

describe.each(tables)("[B10] [B11] [B12] [B14] [B22] [B23] [B24] $name", ({ rows, kind }) => {
  test.each(rows.map((row) => ({ ...row, what: whatOf(row) })))("$rule: $what", async (row) => {
    const { rule, line, call, verdict, reason } = row;
    const found = call ? verdictOnCall(rule, call.tool, call.input) : verdictOn(rule, line);
    expect(await found).toBe(verdict === "granted" ? "granted" : reason);
  });

  test("every row has a reason, and none appears twice", () => {
    expect(rows.filter(({ verdict, reason }) => !reason && (verdict === "asks" || kind !== "ordinary"))).toEqual([]);
    expect(new Set(rows.map((row) => `${row.rule}\n${whatOf(row)}`)).size).toBe(rows.length);
  });
});

describe("[B10] shares of granted ordinary lines", () => {
  const { rows = [] } = tables.find(({ kind }) => kind === "ordinary") ?? {};
  const share = (some: typeof rows): number => some.filter(({ verdict }) => verdict === "granted").length / some.length;

  test("80 % of all lines, 70 % of those without git", () => {
    expect(rows.length).toBeGreaterThan(200);
    expect(share(rows)).toBeGreaterThanOrEqual(0.8);
    expect(share(rows.filter((row) => !/\bgit\b/.test(whatOf(row))))).toBeGreaterThanOrEqual(0.7);
  });

  test("every line that runs a script of the active skill", () => {
    const runs = rows.filter((row) => /skills\/pdf\/scripts/.test(whatOf(row)));
    expect(runs.length).toBeGreaterThan(2);
    expect(runs.filter(({ verdict }) => verdict !== "granted")).toEqual([]);
  });
});

test("[B10] an argument list, for a program that is started without a shell", async () => {
  expect(await verdictOn("Bash(git *)", ["git", "log", "; rm x"])).toBe("granted");
  expect(await verdictOn("Bash(git *)", ["bash", "-lc", "git log | cat"])).toBe("granted");
  expect(await verdictOn("Bash(git *)", ["bash", "-lc", "git log | sh"])).toBe("no rule covers `sh`");
  expect(await verdictOn("Bash(git *)", ["rm", "x"])).toBe("no rule covers `rm`");
  expect(await verdictOn("Bash(git *)", [])).toBe("its command is not a string");
});

describe("[B15] bounds", () => {
  test.each([
    [`git log ${"x".repeat(16_384 - 8)}`, "granted"],
    [`git log ${"x".repeat(16_385 - 8)}`, "the line is too long"],
    [`git ${"$(".repeat(300)}`, "the line is too complex"],
    [`git ${"$(<<".repeat(100)}`, "the line is not valid shell syntax"],
    ["git \x01", "the line has control characters"],
    [`git log ${"{a,b}".repeat(80)}`, `\`{a,b}\` is only known at run time`],
    [`${"nice ".repeat(600)}git log`, "the line is too complex"],
  ])("%j", async (command, reason) => {
    expect(await verdictOn("Bash(git *)", command)).toBe(reason);
  });
});

test("[B10] if other uses of a program are granted, the reason names the use", async () => {
  expect(await verdictOn("Bash(git add *)", "git add . && git commit -m x")).toBe("no rule covers `git commit`");
});

test.each([
  ["env CI=1 LC_ALL=C git log", "granted"],
  ["env CI=1 LD_PRELOAD=./x git log", "`LD_PRELOAD=./x` is not a variable that only changes what is printed"],
])(
  "[B12] a rule that spells `env` and a variable out grants no other variable that changes what runs: %s",
  async (line, verdict) => {
    expect(await verdictOn("Bash(env CI=1 *), Bash(git *)", line)).toBe(verdict);
  },
);

describe("[B12] a `*` grants only installations that a lockfile pins or that need no network", () => {
  const managers = "pip pip3 uv npm pnpm yarn poetry pipenv bundle composer go".split(" ");
  const rules = managers.map((each) => `Bash(${each} *)`).join(", ");
  const uses = [" install", " i", " add x", " install x", " install -r requirements.txt", " sync", " update", " lock"];

  test.each(["yarn", ...managers.flatMap((each) => uses.map((use) => each + use))])("%s asks", async (line) => {
    expect(await verdictOn(rules, line)).not.toBe("granted");
  });

  test.each([
    "npm ci",
    "npm ci --ignore-scripts",
    "pnpm install --frozen-lockfile",
    "yarn install --frozen-lockfile",
    "uv sync --locked",
    "bundle install --local",
    "go mod download",
    "pip list",
    "pip freeze",
    "pip show requests",
  ])("%s is granted", async (line) => {
    expect(await verdictOn(rules, line)).toBe("granted");
  });
});

test.each(["Bash(git log *), Bash(git*)", "Bash(git*), Bash(git log *)"])(
  "[B1] a rule for a program by the beginning of its name counts beside a rule for one of its uses: %s",
  async (rules) => {
    expect(await verdictOn(rules, "git status")).toBe("granted");
  },
);

describe("[B15] a call of a shell that says more than its command", () => {
  test.each([
    [{ command: "git log", timeout: 5, description: "x", run_in_background: true }, "granted"],
    [{ cmd: "git log" }, "granted"],
    [{ command: "git log", cwd: null }, "granted"],
    [{ command: "git log", env: { PATH: "/tmp" } }, "it has `env` besides a command"],
    [{ command: "git log", cwd: "/tmp" }, "it has `cwd` besides a command"],
    [{ command: "git log", cmd: "rm x" }, "it has `cmd` besides a command"],
    [{ script: "git log" }, "it has `script` besides a command"],
    [{ command: 5 }, "its command is not a string"],
    [{}, "there is no command in it"],
    ['{"command":"git log"}', "granted"],
    ["git log", "there is no command in it"],
    [null, "there is no command in it"],
  ])("%j", async (input, expected) => {
    const covered = findGrantingRule(readToolRules(["Bash(git *)"]), await readCall("shell", "shell", input), around);
    expect("rule" in covered ? "granted" : covered.reason).toBe(expected);
  });
});
