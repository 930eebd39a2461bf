/** Checks the bench's messages and refusals. No test checks its figures. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { compareTable, judge } from "../../bench/compare.mjs";
import { chart } from "../../bench/lib/chart.mjs";
import { differences, thisMachine } from "../../bench/lib/machine.mjs";
import { comparison, ownTable, peerTable } from "../../bench/lib/tables.mjs";
import { ratioRows, replaceMarked, tableOf } from "../../bench/package.mjs";

const root = resolve(import.meta.dirname, "../..");

function row(skills: number, times: Readonly<Record<string, number>>) {
  const results = Object.entries(times).map(([name, ms]) => ({ name, ms, cpuMs: ms, peakMiB: 40, found: skills }));
  return { tree: String(skills), skills, results };
}

const ROWS = [
  row(10, { node: 30, floor: 40, least: 30, list: 45, pi: 300 }),
  row(1000, { node: 30, floor: 80, list: 80, pi: 800 }),
];

describe("[SP1] runs of different machines", () => {
  test("differ if anything differs that a figure depends on", () => {
    const machine = thisMachine();
    expect(differences(machine, thisMachine())).toEqual([]);
    expect(differences({ ...machine, cores: 3, node: "v1" }, { ...machine, cores: 5, node: "v2" })).toEqual([
      "cores: 3 and 5",
      "node: v1 and v2",
    ]);
  });

  test("are not compared", () => {
    const file = join(mkdtempSync(join(tmpdir(), "skw-bench-")), "other.json");
    writeFileSync(file, JSON.stringify({ machine: { ...thisMachine(), processor: "an abacus" } }));
    const { status, stdout, stderr } = spawnSync(process.execPath, ["bench/run.mjs", "--compare", file], {
      cwd: root,
      encoding: "utf8",
    });
    expect([status, stdout, stderr]).toEqual([
      2,
      "",
      `these are not runs of one machine, so they are not compared:\n  processor: an abacus and ${thisMachine().processor}\n`,
    ]);
  });

  test("runs of one machine are compared by their ratios to the floor", () => {
    const before = { date: "2026-01-01", rows: [row(10, { node: 30, floor: 20, list: 40 })] };
    expect(comparison(before, { date: "2026-01-02", rows: ROWS })).toBe(
      "\n| skills | program | program / floor, 2026-01-01 | program / floor, now |\n| ---: | --- | ---: | ---: |\n| 10 | list | 2.00 | 1.13 |",
    );
  });
});

describe("[SP1] a row of two builds", () => {
  const runs = (ms: number, cpuMs: number) => [0, 1, 2].map((more) => ({ ms: ms + more, cpuMs: cpuMs + more }));

  test.each([
    ["the same", [100, 50], false],
    ["noise in the times", [150, 50], false],
    ["noise in the processor time", [100, 60], false],
    ["just below the limit", [106, 52.5], false],
    ["slower", [108, 53], true],
    ["faster", [80, 40], false],
  ] as const)("%s", (_, [ms, cpuMs], slower) => {
    expect(judge({ before: runs(100, 50), after: runs(ms, cpuMs) }).slower).toBe(slower);
  });

  test("has both figures and their ratios", () => {
    const result = { name: "load", ...judge({ before: runs(100, 50), after: runs(201, 100) }) };
    expect(compareTable([result]).split("\n")[2]).toBe(
      "| load | 101.0 | 202.0 | 2.000 | 50.0 | 100.0 | 2.000 | slower |",
    );
  });
});

describe("[SP1] tables and a chart", () => {
  test("the own row has the figures of Node and of the floor", () => {
    expect(ownTable(ROWS).split("\n").slice(2)).toEqual([
      "| 10 | 30 | 40 | 45 | 1.13 | 0.75 | 1.50 | 45 / 40 | 40 / 40 |  |",
      "| 1000 | 30 | 80 | 80 | 1.00 |  | 2.67 | 80 / 80 | 40 / 40 |  |",
      "",
    ]);
  });

  test("lists every subject, fastest first, with its results", () => {
    expect(peerTable(ROWS).split("\n").slice(2, 6)).toEqual([
      "| 10 | least | 30 | 0.75 | 0.67 | 40 | 10 |",
      "| 10 | floor | 40 | 1.00 | 0.89 | 40 | 10 |",
      "| 10 | **`skillwright list --json`** | 45 | 1.13 | 1.00 | 40 | 10 |",
      "| 10 | pi | 300 | 7.50 | 6.67 | 40 | 10 |",
    ]);
  });

  test("the chart has a logarithmic line for each program", () => {
    const svg = chart({ rows: ROWS, date: "2026-01-02", machine: thisMachine() });
    const lines = [...svg.matchAll(/<polyline points="([^"]+)"/g)].map(([, points]) => points);
    expect([lines.length, lines[3], lines[4]]).toEqual([5, "60,296 610,245", "60,127 610,40"]);
    for (const name of ["node -e 0", "floor", "skillwright", "pi"]) expect(svg).toContain(`>${name}</text>`);
  });
});

describe("[SP7] the bench of the package", () => {
  const figures = (cpuMs: number, ms: number) => [1, 2, 9].map((each) => ({ cpuMs: cpuMs * each, ms: ms * each }));

  test("judges imports by processor time and commands by time, each beside its bar", () => {
    const all = {
      node: [10, 10],
      skillwright: [24, 10],
      session: [20, 90],
      "list, first run": [30, 15],
      large: [9, 30],
    };
    const rest = { "list with two hosts": [20, 20], initialize: [20, 26], floor: [10, 20] };
    const measured = Object.entries({ ...all, ...rest }).map(
      ([name, [cpuMs = 0, ms = 0]]) => [name, figures(cpuMs, ms)] as const,
    );
    expect(
      tableOf(ratioRows(new Map(measured)))
        .split("\n")
        .slice(2),
    ).toEqual([
      '| `import "skillwright"` adds | 1.40 × | 0.00 × | 1.20 × | above |',
      "| import, `openSkills` (10 skills), session and catalog | 2.00 × | 9.00 × | 2.50 × |  |",
      "| `list`, 10 skills, first run | 3.00 × | 1.50 × | 1.60 × |  |",
      "| `list`, the same with Claude Code and Codex on the machine | 2.00 × | 2.00 × |  |  |",
      "| MCP server until it answers `initialize` | 2.00 × | 2.60 × | 2.50 × | above |",
      "| `list --json`, 10,000 skills, to the bare read | 0.90 × | 1.50 × | 1.45 × | above |",
    ]);
  });

  test("writes between the marks of README.md, and nowhere else", () => {
    const marked = (text: string) => `a\n<!-- bench:package -->\n${text}<!-- /bench:package -->\nb\n`;
    expect(replaceMarked(marked("old\n"), "new $1")).toBe(marked("new $1\n"));
    expect(() => replaceMarked("a\n", "new")).toThrow("README.md has no `<!-- bench:package -->`");
  });
});
