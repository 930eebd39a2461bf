import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const box = new Sandbox({
  "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in PDF forms."),
  "~/.agents/skills/deploy/SKILL.md": skill("deploy", "Deploy a service."),
  "many/a/pdf/SKILL.md": skill("pdf", "Merge PDF files."),
  "many/b/pdf/SKILL.md": skill("pdf", "Split PDF files."),
  "many/c/SKILL.md": "---\nname: broken\n---\n\nEncrypts PDF files.\n",
  "queries.jsonl": '{"query":"split files","id":7}\n\n"encrypt"\n{"query":["nothing","merge"]}\n{"no":1}\n',
});
const run = (args: string[], input = ""): ReturnType<Sandbox["run"]> =>
  box.run(["search", "--no-default-skills", ...args], { input });

test("[U12] the best skills, and why", () => {
  expect(run(["fill forms"])).toEqual({
    code: 0,
    stderr: "",
    stdout: ` 1. pdf
    Fill in PDF forms.
    fill (description), forms (description)
`,
  });
});

test("[O19] a skill that no model gets is marked as withheld, for each reason", () => {
  const one = new Sandbox({
    "from/changed/SKILL.md": skill("changed", "Counts sheep."),
    ".agents/skills/foreign/SKILL.md": skill("foreign", "Counts sheep."),
    "~/.agents/skills/own/SKILL.md": skill("own", "Counts sheep."),
  });
  one.run(["add", "./from/changed", "--user", "--yes"]);
  writeFileSync(one.path("~/.agents/skills/changed/SKILL.md"), skill("changed", "Counts sheep, and more."));
  const reasons = { changed: "it has changed since it was approved", foreign: "the folder is not trusted" };
  const { hits } = one.json(["search", "sheep", "--no-default-skills"]) as unknown as {
    hits: readonly { name: string; withheld?: { reason: string } }[];
  };
  const marked = hits.flatMap(({ name, withheld }) => (withheld ? [[name, withheld.reason]] : []));
  expect([hits.length, Object.fromEntries(marked)]).toEqual([3, reasons]);
  const lines = one.run(["search", "sheep", "--no-default-skills"]).stdout.split("\n");
  const titles = lines.filter((line) => /^ \d\./.test(line)).map((line) => line.slice(4));
  const expected = Object.entries(reasons).map(([name, reason]) => `${name}  withheld (${reason})`);
  expect(titles.sort()).toEqual([...expected, "own"]);
});

test("[U12] as JSON", () => {
  expect(box.json(["search", "--no-default-skills", "deploying", "-k", "1"])).toEqual({
    schema: 2,
    host: "skillwright",
    revision: expect.any(String),
    query: "deploying",
    match: "good",
    hits: [
      {
        address: "deploy",
        id: "user:~/.agents/skills/deploy",
        name: "deploy",
        description: "Deploy a service.",
        path: "<tmp>/home/.agents/skills/deploy/SKILL.md",
        score: expect.any(Number),
        terms: [{ term: "deploying", fields: ["name", "description", "headings"] }],
      },
    ],
  });
});

test("[U12] many queries over one directory, whatever became of its files", () => {
  expect(run(["--queries", "queries.jsonl", "--root", "many", "-k", "2", "--json"])).toEqual({
    code: 1,
    stdout: `["<tmp>/project/many/b/pdf/SKILL.md","<tmp>/project/many/a/pdf/SKILL.md"]
["<tmp>/project/many/c/SKILL.md"]
["<tmp>/project/many/a/pdf/SKILL.md"]
[]
`,
    stderr: expect.stringContaining(
      "error[SK340]: the line is neither a string nor an object with `query`\n  ┌─ queries.jsonl:5:1\n",
    ),
  });
  expect(run(["--queries", "-", "--root", "many"], '"merge"')).toEqual({
    code: 0,
    stdout: '["<tmp>/project/many/a/pdf/SKILL.md"]\n',
    stderr: "",
  });
});

test.each([
  [["unheard"], 1, "no match: none of 2 skills has any of these words\n"],
  [[], 2, "error: `search` takes QUERY… [options]\nhelp: see `skillwright search --help`\n"],
  [
    ["pdf", "-k", "0"],
    2,
    "error: `--hits 0` is not a whole number from 1 to 1000\nhelp: see `skillwright search --help`\n",
  ],
  [["--queries", "/dev/zero"], 1, "error[SK005]: `/dev/zero` is not a regular file\n"],
  [["--queries", "gone.jsonl"], 1, "error[SK004]: the queries in `gone.jsonl` cannot be read (ENOENT)\n"],
])("[U12] search %j ends with %i", (args, code, stderr) => {
  expect(run(args)).toEqual({ code, stdout: "", stderr: expect.stringContaining(stderr) });
});

test("[U14] a request that no skill fits gets the nearest skills, and a note", () => {
  const { code, stdout, stderr } = run(["split my dinner bill and merge files with encrypted forms for accountants"]);
  expect([code, stderr]).toEqual([0, "no good match among 2 skills; the nearest skills are:\n"]);
  expect(stdout).toContain("1. pdf");
});
