import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { systemError } from "../../../src/platform/files/files.ts";
import { countFileWatches } from "../../file-watches.ts";
import { skill, type Tree } from "../../tree.ts";
import { SKILLS, type Watched, watched } from "./live.ts";

const FILE = `${SKILLS}/a/SKILL.md`;

function save(tree: Tree, path: string, text: string): void {
  writeFileSync(tree.at(`${path}.tmp`), text);
  renameSync(tree.at(`${path}.tmp`), tree.at(path));
}

/** Returns the files and directories that a load of the skills `a` and `b` reads, and the paths in `more`. */
function everything(...more: string[]): string[] {
  return [SKILLS, `${SKILLS}/SKILL.md`, FILE, `${SKILLS}/b/SKILL.md`, ...more].sort();
}

interface Step {
  readonly does: string;
  readonly change: (tree: Tree) => void;
  readonly told: readonly string[];
  readonly reads: readonly string[];
}

/** Steps that run one after the other in one tree with the skills `a` and `b`. */
const STEPS: readonly Step[] = [
  {
    does: "an edit in place",
    change: (tree) => writeFileSync(tree.at(FILE), skill("a", "Another. Use it when asked.")),
    told: ["changed a loaded (metadata)"],
    reads: [FILE],
  },
  {
    does: "a save that replaces the file",
    change: (tree) => save(tree, FILE, skill("a", "A third. Use it when asked.")),
    told: ["changed a loaded (metadata)"],
    reads: everything(),
  },
  {
    does: "an edit after that",
    change: (tree) => writeFileSync(tree.at(FILE), skill("a")),
    told: ["changed a loaded (metadata)"],
    reads: [FILE],
  },
  {
    does: "another body",
    change: (tree) => writeFileSync(tree.at(FILE), `${skill("a")}More.\n`),
    told: ["changed a loaded (body)"],
    reads: [FILE],
  },
  { does: "a permission", change: (tree) => chmodSync(tree.at(FILE), 0o600), told: [], reads: [FILE] },
  {
    does: "a file that no reader needs",
    change: (tree) => tree.add({ [`${SKILLS}/a/notes.txt`]: "x", "home/other.txt": "x" }),
    told: [],
    reads: everything(),
  },
  {
    does: "a file in a directory on the way to the skills",
    change: (tree) => tree.add({ "home/another.txt": "x", "project/another.txt": "x" }),
    told: [],
    reads: [],
  },
  {
    does: "a new skill",
    change: (tree) => tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c") }),
    told: [`added c loaded ${SKILLS}/c/SKILL.md`],
    reads: everything(`${SKILLS}/c/SKILL.md`),
  },
  {
    does: "another name",
    change: (tree) => writeFileSync(tree.at(`${SKILLS}/c/SKILL.md`), skill("cc")),
    told: ["changed cc loaded (metadata) was c", "diagnostics"],
    reads: everything(`${SKILLS}/c/SKILL.md`, `${SKILLS}/c/SKILL.md`),
  },
  {
    does: "a directory that is renamed",
    change: (tree) => renameSync(tree.at(`${SKILLS}/c`), tree.at(`${SKILLS}/cc`)),
    told: [`added cc loaded ${SKILLS}/cc/SKILL.md`, "removed cc loaded", "diagnostics"],
    reads: everything(`${SKILLS}/cc/SKILL.md`),
  },
  {
    does: "a skill that goes",
    change: (tree) => rmSync(tree.at(`${SKILLS}/cc`), { recursive: true }),
    told: ["removed cc loaded"],
    reads: everything(),
  },
  {
    does: "a root that appears later",
    change: (tree) => tree.add({ "project/.claude/skills/a/SKILL.md": skill("a") }),
    told: ["added a loaded project/.claude/skills/a/SKILL.md", "changed a overridden (outcome)", "roots"],
    reads: everything("project/.claude/skills", "project/.claude/skills/SKILL.md", "project/.claude/skills/a/SKILL.md"),
  },
  {
    does: "a root that goes",
    change: (tree) => rmSync(tree.at("project/.claude"), { recursive: true }),
    told: ["changed a loaded (outcome)", "removed a loaded", "roots"],
    reads: everything(),
  },
  {
    does: "a setting",
    change: (tree) => tree.add({ "home/.config/skillwright/config.yaml": "disable: [b]\n" }),
    told: ["changed b disabled (outcome)", "settings"],
    reads: everything("home/.config/skillwright/config.yaml"),
  },
  {
    does: "no setting",
    change: (tree) => rmSync(tree.at("home/.config"), { recursive: true }),
    told: ["changed b loaded (outcome)", "settings"],
    reads: everything(),
  },
];

describe("the reported changes, and the reads that they need", () => {
  test("[HR4] [HR5] step by step", async () => {
    const live = await watched();
    const happened: Step[] = [];
    for (const { does, change } of STEPS) {
      live.reads();
      change(live.tree);
      const told = await live.told();
      happened.push({ does, change, told, reads: live.reads() });
      expect([does, await live.isFresh()]).toEqual([does, true]);
    }
    expect(happened).toEqual(STEPS);
  });
});

/** In each case, `needs` or `linked` depends on a distant file, and this file is then changed. */
const FAR: readonly [string, (tree: Tree) => void, (tree: Tree) => void, readonly string[]][] = [
  [
    "a program that a skill asks for",
    (tree) =>
      tree.add({ [`${SKILLS}/n/SKILL.md`]: skill("n", undefined, "eligibility:\n  required-bins: [convert]\n") }),
    (tree) => tree.add({ "bin/convert": { content: "#!/bin/sh\n", mode: 0o755 } }),
    ["changed n loaded (outcome)"],
  ],
  [
    "what a link leads to",
    (tree) => {
      tree.add({ "far/l/SKILL.md": skill("l") });
      symlinkSync(tree.at("far/l"), tree.at(`${SKILLS}/l`));
    },
    (tree) => save(tree, "far/l/SKILL.md", skill("l", "Another. Use it when asked.")),
    ["changed l loaded (metadata)"],
  ],
  [
    "the text of a file that a link stands for",
    (tree) => tree.add({ "far/l.md": skill("l"), [`${SKILLS}/l/SKILL.md`]: { link: tree.at("far/l.md") } }),
    (tree) => save(tree, "far/l.md", `${skill("l")}More.\n`),
    ["changed l loaded (body)"],
  ],
  [
    "a link in the middle of a chain",
    (tree) => {
      tree.add({ "far/l/SKILL.md": skill("l"), "far/m/SKILL.md": skill("m") });
      symlinkSync(tree.at("far/l"), tree.at("hop"));
      symlinkSync(tree.at("hop"), tree.at(`${SKILLS}/l`));
    },
    (tree) => {
      unlinkSync(tree.at("hop"));
      symlinkSync(tree.at("far/m"), tree.at("hop"));
    },
    ["changed m loaded (metadata) was l", "diagnostics"],
  ],
  [
    "a directory above the roots that moves away",
    (tree) => tree.add({ "home/.claude/skills/u/SKILL.md": skill("u") }),
    (tree) => renameSync(tree.at("home/.claude"), tree.at("home/elsewhere")),
    ["removed u loaded", "roots"],
  ],
  [
    "a sidecar",
    (tree) =>
      tree.add({
        [`${SKILLS}/s/SKILL.md`]: skill("s"),
        [`${SKILLS}/s/agents/openai.yaml`]: "interface:\n  display_name: S\n",
      }),
    (tree) => tree.add({ [`${SKILLS}/s/agents/openai.yaml`]: "interface:\n  display_name: T\n" }),
    ["changed s loaded (metadata)"],
  ],
];

test.each(FAR)("[HR1] %s", async (_, before, change, expected) => {
  const live = await watched();
  before(live.tree);
  await live.told();
  change(live.tree);
  expect([await live.told(), await live.isFresh()]).toEqual([expected, true]);
});

describe("[HR6] without hints", () => {
  /** Reports no events below the home, as if the system's limit of watches was reached. */
  const limited = (): Promise<Watched> =>
    watched({
      watcher: (real) => ({
        ...real,
        watch(path, listener) {
          if (path.includes("/home/")) throw systemError("ENOSPC", path);
          return real.watch(path, listener);
        },
      }),
    });

  test.each<[string, () => Promise<Watched>, readonly string[]]>([
    ["beyond the limit", limited, ["SK352"]],
    ["on a network mount", () => watched({ watcher: (real) => ({ ...real, isRemote: () => true }) }), []],
    ["when asked to", () => watched({ watch: { poll: true } }), []],
  ])("%s every change is found all the same", async (_, open, codes) => {
    const live = await open();
    const told: string[] = [];
    const steps: ((tree: Tree) => void)[] = [
      (tree) => writeFileSync(tree.at(FILE), skill("a", "Another. Use it when asked.")),
      (tree) => save(tree, FILE, skill("a", "Anothes. Use it when asked.")),
      (tree) => tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c") }),
      (tree) => rmSync(tree.at(`${SKILLS}/b`), { recursive: true }),
      (tree) => tree.add({ "home/.claude/skills/d/SKILL.md": skill("d") }),
      (tree) => rmSync(tree.at(SKILLS), { recursive: true }),
      (tree) => tree.add({ [`${SKILLS}/e/SKILL.md`]: skill("e") }),
    ];
    for (const step of steps) {
      step(live.tree);
      told.push(...(await live.told()).filter((line) => !line.endsWith("(body)")));
      expect(await live.isFresh()).toBe(true);
    }
    expect(told).toEqual([
      "changed a loaded (metadata)",
      "changed a loaded (metadata)",
      `added c loaded ${SKILLS}/c/SKILL.md`,
      "removed b loaded",
      "added d loaded home/.claude/skills/d/SKILL.md",
      "roots",
      "removed a loaded",
      "removed c loaded",
      "roots",
      `added e loaded ${SKILLS}/e/SKILL.md`,
      "roots",
    ]);
    expect(live.watch.diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  test("a change shows by itself", async () => {
    const live = await watched({ watch: { poll: true, pollMs: 10 } });
    const next = new Promise<string>((resolve) => live.watch.on(({ added }) => resolve(added[0]?.name ?? "")));
    live.tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c") });
    expect(await next).toBe("c");
  });
});

test("[HR7] a directory that moves away and comes back", async () => {
  const live = await watched();
  const told: string[] = [];
  live.watch.onDiagnostics((diagnostics) => told.push(diagnostics.map(({ code }) => code).join()));
  renameSync(live.tree.at("project"), live.tree.at("moved"));
  expect([await live.told(), live.watch.snapshot.skills.length]).toEqual([[], 2]);
  live.tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c") });
  expect(await live.told()).toEqual([]);
  renameSync(live.tree.at("moved"), live.tree.at("project"));
  expect([await live.told(), told]).toEqual([[`added c loaded ${SKILLS}/c/SKILL.md`], ["SK353", ""]]);
});

test("[HR7] even a mistake of our own ends nothing", async () => {
  let broken = true;
  const live = await watched({
    watcher: (real) => ({
      ...real,
      readLink(path) {
        if (broken) throw new Error("what was not thought of");
        return real.readLink(path);
      },
    }),
  });
  live.tree.add({ "far/l/SKILL.md": skill("l"), [`${SKILLS}/l`]: { link: live.tree.at("far/l") } });
  expect([await live.told(), live.watch.diagnostics.map(({ message }) => message)]).toEqual([
    [],
    ["the skills cannot be loaded: what was not thought of"],
  ]);
  broken = false;
  live.tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c") });
  expect([await live.told(), live.watch.diagnostics, await live.isFresh()]).toEqual([
    [`added c loaded ${SKILLS}/c/SKILL.md`, `added l loaded ${SKILLS}/l/SKILL.md`, "diagnostics"],
    [],
    true,
  ]);
});

describe("[HR7] who watches", () => {
  test("two share one, and with the last nothing is left", async () => {
    const watches = countFileWatches();
    const live = await watched({ watch: { persistent: true } });
    const second = await live.hub.watch("", {}, {}, () => undefined);
    expect(second.snapshot).toBe(live.watch.snapshot);
    const told: string[] = [];
    second.on(({ added }) => told.push(...added.map(({ name }) => name)));
    await live.watch.close();
    live.tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c") });
    await second.settled();
    expect([told, (await watches.open()) > 0]).toEqual([["c"], true]);
    await second.close();
    expect(await watches.open()).toBe(0);
    watches.stop();
  });

  test("a listener that was called off hears nothing", async () => {
    const live = await watched();
    const told: string[] = [];
    const off = live.watch.on(({ revision }) => told.push(revision));
    off();
    live.tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c") });
    expect([(await live.told()).length, told]).toEqual([1, []]);
  });
});

test("[HR5] taken one by one: changes that came between two requests are one change", async () => {
  const live = await watched();
  const changes = live.watch[Symbol.asyncIterator]();
  live.tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c") });
  await live.watch.settled();
  writeFileSync(live.tree.at(FILE), `${skill("a")}More.\n`);
  await live.watch.settled();
  rmSync(live.tree.at(`${SKILLS}/b`), { recursive: true });
  await live.watch.settled();
  const { value } = await changes.next();
  expect({
    added: value?.added.map(({ name }: { name: string }) => name),
    changed: value?.changed.map(({ name, parts }: { name: string; parts: unknown }) => [name, parts]),
    removed: value?.removed.map(({ name }: { name: string }) => name),
  }).toEqual({ added: ["c"], changed: [["a", ["body"]]], removed: ["b"] });
  const last = changes.next();
  await live.watch.close();
  expect(await last).toEqual({ done: true, value: undefined });
});

test("[HR4] a source that tells of its changes is asked when it does, and not before", async () => {
  let name = "first";
  let asked = 0;
  const listeners = new Set<() => void>();
  const source = {
    name: "remote",
    list: () => [`${name}/SKILL.md`],
    read() {
      asked++;
      return Buffer.from(skill(name));
    },
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const live = await watched({ load: { sources: [source] } });
  live.tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c") });
  const before = [await live.told(), asked];
  name = "second";
  for (const listener of listeners) listener();
  expect([before, [await live.told(), asked]]).toEqual([
    [[`added c loaded ${SKILLS}/c/SKILL.md`], 1],
    [["added second loaded ", "removed first loaded"], 2],
  ]);
  await live.watch.close();
  expect(listeners.size).toBe(0);
});

test("[HR4] findings of a source are also reported while it is watched", async () => {
  const remarks = [{ code: "SK027", severity: "warning" as const, message: "half of it" }];
  const source = {
    name: "remote",
    from: "somewhere",
    namespace: "far:",
    list: () => ["a/SKILL.md"],
    head: () => Buffer.from(skill("a")),
    read: () => Buffer.from(skill("a")),
    withheld: () => ({ code: "SK912", reason: "not yet" }),
    diagnostics: remarks as never,
    onChange: () => () => undefined,
  };
  const live = await watched({ names: [], load: { sources: [source] } });
  live.tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c") });
  await live.told();
  const { skills, roots, diagnostics } = live.watch.snapshot;
  expect(skills.map(({ skill: { name }, withheld }) => [name, withheld?.code])).toEqual([
    ["far:a", "SK912"],
    ["c", undefined],
  ]);
  expect([roots[0]?.from, diagnostics.filter(({ code }) => code === "SK027").length]).toEqual(["somewhere", 1]);
});

test("[HR5] files beside the skills, in directories that are there and in one that comes", async () => {
  const beside = ({ skills }: { skills: readonly { skill: { directory: string } }[] }) =>
    skills.map((each) => `${each.skill.directory}/evals`);
  const live = await watched({ watch: { beside } });
  const set = `${SKILLS}/a/evals/cases.yaml`;
  const told: string[][] = [];
  const then = async (change: () => void): Promise<void> => {
    change();
    told.push(await live.told());
  };
  await then(() => live.tree.add({ [set]: "- x\n" }));
  await then(() => save(live.tree, set, "- y\n"));
  await then(() => writeFileSync(live.tree.at(set), "- zz\n"));
  await then(() => writeFileSync(live.tree.at(FILE), `${skill("a")}More.\n`));
  await then(() => live.tree.add({ [`${SKILLS}/c/SKILL.md`]: skill("c"), [`${SKILLS}/c/evals/a.json`]: "[]" }));
  await then(() => rmSync(live.tree.at(`${SKILLS}/a/evals`), { recursive: true }));
  await then(() => live.tree.add({ [`${SKILLS}/a/other/x`]: "" }));
  expect(told).toEqual([
    ["beside"],
    ["beside"],
    ["beside"],
    ["changed a loaded (body)"],
    [`added c loaded ${SKILLS}/c/SKILL.md`, "beside"],
    ["beside"],
    [],
  ]);
});

test("[HR3] a thousand files at once are one change", async () => {
  const live = await watched({ names: [] });
  const sizes: number[] = [];
  const told = new Promise<void>((resolve) =>
    live.watch.on(({ added }) => {
      sizes.push(added.length);
      resolve();
    }),
  );
  for (let at = 0; at < 1000; at++) {
    mkdirSync(live.tree.at(`${SKILLS}/s${at}`), { recursive: true });
    writeFileSync(live.tree.at(`${SKILLS}/s${at}/SKILL.md`), skill(`s${at}`));
  }
  await told;
  await live.watch.settled();
  expect([sizes, await live.isFresh()]).toEqual([[1000], true]);
});
