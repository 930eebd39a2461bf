import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const words = "Reads and writes the files of one kind, and knows all that is to be known about them. ".repeat(6);
const tree = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `~/.claude/skills/tool-${at}/SKILL.md`,
    skill(`tool-${at}`, `${at}: ${words.slice(0, 60 + 40 * at)}`),
  ]),
);
const journal = [
  ...["a", "b", "c"].map((id) =>
    JSON.stringify({
      name: "offered",
      timeUnixNano: "1000000000",
      attributes: {
        "session.id": id,
        "catalog.listed": ["user:~/.claude/skills/tool-1", "user:~/.claude/skills/tool-2"].join("\n"),
      },
    }),
  ),
  JSON.stringify({
    name: "activated",
    timeUnixNano: "2000000000",
    attributes: { "session.id": "a", "skill.id": "user:~/.claude/skills/tool-1", "skill.name": "tool-1" },
  }),
].join("\n");

const make = (more: Record<string, string> = {}): Sandbox => new Sandbox({ ...tree, ...more });
const quiet = ["--no-default-skills"];

describe("[BU4] budget", () => {
  test.each([
    ["everything fits", ["--hosts", "skillwright", "--window", "200000"]],
    ["a small window", ["--hosts", "skillwright,claude-code,opencode", "--window", "3000", "--top", "2"]],
    ["no window", ["--hosts", "skillwright"]],
  ])("%s", (_, args) => {
    expect(make().run(["budget", ...quiet, ...args])).toMatchSnapshot();
  });

  test("what is used, unused and never read", () => {
    const box = make({
      "~/journal.jsonl": `${journal}\n`,
      "~/.config/skillwright/config.yaml": "journal: ~/journal.jsonl\n",
      "~/.claude/skills/long/SKILL.md": skill("long", `Long. ${"word ".repeat(400)}`),
    });
    expect(box.run(["budget", ...quiet, "--hosts", "skillwright", "--window", "3000"])).toMatchSnapshot();
  });

  test("as JSON", () => {
    const { stdout, code } = make().run(["budget", ...quiet, "--hosts", "skillwright", "--window", "3000", "--json"]);
    const { schema, hosts } = JSON.parse(stdout) as { schema: number; hosts: { costs: unknown[] }[] };
    expect([code, schema, hosts.length, hosts[0]?.costs.length]).toEqual([0, 2, 1, 12]);
    expect(hosts[0]).toMatchSnapshot();
  });

  test("invalid numbers, and an unknown proposal", () => {
    expect(make().run(["budget", "--window", "many"])).toMatchObject({ code: 2 });
    expect(make().run(["budget", "--apply", "hope"])).toMatchObject({ code: 2 });
  });
});

describe("[BU4] budget --apply", () => {
  const configOf = (box: Sandbox): string => {
    const path = join(box.home, ".config/skillwright/config.yaml");
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  const apply = (box: Sandbox, way: string, ...more: string[]): ReturnType<Sandbox["run"]> =>
    box.run(["budget", ...quiet, "--window", "3000", "--apply", way, ...more]);

  test("without approval, nothing is written", () => {
    const box = make();
    expect(apply(box, "raise")).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing was written") });
    expect(configOf(box)).toBe("");
  });

  test.each(["raise", "disable"])("%s: afterwards every skill is described, and comments stay", (way) => {
    const box = make({ "~/.config/skillwright/config.yaml": "# mine\nhost: skillwright # the default\n" });
    expect(apply(box, way, "--yes")).toMatchSnapshot();
    expect(configOf(box)).toMatchSnapshot();
    const after = box.run(["budget", ...quiet, "--hosts", "skillwright", "--window", "3000"]);
    expect(after.stdout).toContain("every skill is described");
    expect(apply(box, way, "--yes").stdout).toContain("nothing to change");
  });

  test("pin: what is used is shortened last", () => {
    const box = make({
      "~/journal.jsonl": journal,
      "~/.config/skillwright/config.yaml": "journal: ~/journal.jsonl\n",
    });
    apply(box, "pin", "--yes");
    expect(configOf(box)).toBe("journal: ~/journal.jsonl\ncatalog:\n  pinned:\n    - tool-1\n");
  });

  test("an invalid YAML file is left alone", () => {
    const box = make({ "~/.config/skillwright/config.yaml": "a: [\n" });
    const { stderr } = apply(box, "raise", "--yes");
    expect([stderr.includes("error[SK030]"), configOf(box)]).toEqual([true, "a: [\n"]);
  });
});

describe("[BU1] usage", () => {
  test("what is used, and what is unused", () => {
    const box = make({ "journal.jsonl": `${journal}\n{"damaged` });
    expect(box.run(["list", "--usage", ...quiet, "--journal", "journal.jsonl"])).toMatchSnapshot();
    expect(box.run(["list", "--usage", ...quiet, "--journal", "journal.jsonl", "--unused"]).stdout).toBe("tool-2\n");
    const { stdout } = box.run(["list", "--usage", ...quiet, "--journal", "journal.jsonl", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 2, sessions: 3, invalid: 1, unused: [{ address: "tool-2" }] });
  });

  test("no journal", () => {
    expect(make().run(["list", "--usage"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("journal: ~/.local/state/skillwright/journal.jsonl"),
      stderr: "",
    });
  });
});
