import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { expect, test } from "vitest";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import type { Diagnostic } from "../../../src/model/diagnostics/diagnostic.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { setTrusted } from "../../../src/ops/trust/trust-folder.ts";
import { searchOnce, searchOpen } from "../../../src/ops/use/search-once.ts";
import { cacheDirectory } from "../../../src/platform/environment.ts";
import { placeOf, type SearchAnswer, searchStored } from "../../../src/search/search-stored.ts";
import { makeTree, type Tree } from "../../tree.ts";

const SKILLS = "home/.agents/skills";
const QUERY = "topic7 here";
const COUNT = 60;

const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does ${name} work.\n---\n\n# About ${name}\n\n${body}\n`;

const optionsOf = ({ environment }: Tree): LoadOptions => ({ environment, defaultSkills: false });

/** Makes a tree whose load is stored. The load accepts young files, as if it ran an hour later. */
async function storedTree(load: (tree: Tree) => LoadOptions = optionsOf): Promise<Tree> {
  const tree = makeTree({
    ...Object.fromEntries(
      Array.from({ length: COUNT }, (_, at) => [
        `${SKILLS}/s${at}/SKILL.md`,
        skill(`s${at}`, `Speaks of topic${at} here.`),
      ]),
    ),
    "project/.git/HEAD": "",
    "project/.agents/skills/ours/SKILL.md": skill("ours", "Speaks of topic7 here, too."),
    "other/s7/SKILL.md": skill("s7", "Speaks of topic7 elsewhere."),
  });
  await searchOnce(QUERY, {}, load(tree), Date.now() + 3_600_000);
  return tree;
}

function answerOf(
  tree: Tree,
  load = optionsOf(tree),
  report?: (finding: Diagnostic) => void,
): SearchAnswer | undefined {
  const place = placeOf(load);
  return place && searchStored(QUERY, place, undefined, report);
}

async function fullAnswer(tree: Tree, load = optionsOf(tree)): Promise<SearchAnswer> {
  return searchOpen(QUERY, { cache: false }, await openSkills(load));
}

function fileOf(tree: Tree): string {
  const directory = `${cacheDirectory(tree.environment)}/search`;
  return `${directory}/${readdirSync(directory).find((name) => name.startsWith("load-"))}`;
}

test("[U29] the stored answer equals the answer after a load, with the skills that are withheld", async () => {
  const tree = await storedTree();
  const stored = answerOf(tree);
  expect(stored).toEqual(await fullAnswer(tree));
  expect(stored?.found.map(({ name, withheld }) => [name, withheld?.code])).toContainEqual(["ours", "SK501"]);
  expect(statSync(fileOf(tree)).mode & 0o777).toBe(0o600);
});

const CHANGES: [string, (tree: Tree) => void][] = [
  ["a body", (tree) => tree.add({ [`${SKILLS}/s7/SKILL.md`]: skill("s7", "Speaks of something else.") })],
  [
    "a frontmatter, with the same size and mtime",
    (tree) => {
      const path = tree.at(`${SKILLS}/s7/SKILL.md`);
      const { atime, mtime } = statSync(path);
      writeFileSync(path, readFileSync(path, "utf8").replace("Does", "Eats"));
      utimesSync(path, atime, mtime);
    },
  ],
  ["a new skill", (tree) => tree.add({ [`${SKILLS}/new/SKILL.md`]: skill("new", "Topic7 here.") })],
  ["a new skill in a skill", (tree) => tree.add({ [`${SKILLS}/s7/x/in/SKILL.md`]: skill("in", "Topic7 here.") })],
  ["a new root", (tree) => tree.add({ "home/.claude/skills/more/SKILL.md": skill("more", "Topic7 here.") })],
  ["a removed skill", (tree) => rmSync(tree.at(`${SKILLS}/s7`), { recursive: true })],
  ["a renamed skill", (tree) => renameSync(tree.at(`${SKILLS}/s7`), tree.at(`${SKILLS}/z7`))],
  [
    "a skill that a symlink replaced",
    (tree) => {
      rmSync(tree.at(`${SKILLS}/s7`), { recursive: true });
      symlinkSync(tree.at("other/s7"), tree.at(`${SKILLS}/s7`));
    },
  ],
  [
    "a root that a symlink replaced",
    (tree) => {
      renameSync(tree.at(SKILLS), tree.at("moved"));
      symlinkSync(tree.at("moved"), tree.at(SKILLS));
    },
  ],
  ["a setting", (tree) => tree.add({ "home/.config/skillwright/config.yaml": "disable: [s7]\n" })],
  ["a setting of the project", (tree) => tree.add({ "project/.skillwright/config.yaml": "disable: [s7]\n" })],
  [
    "a policy",
    (tree) => tree.add({ "home/.config/skillwright/policy.yaml": "rules:\n  - { match: s7, load: deny }\n" }),
  ],
  ["a trusted folder", (tree) => void setTrusted(tree.at("project"), true, tree.environment, [])],
  ["a lock", (tree) => tree.add({ "project/skills.lock": "{}" })],
];

test.each(CHANGES)("[U29] %s ends the use of the stored load", async (_, change) => {
  const tree = await storedTree();
  expect(answerOf(tree)).toBeDefined();
  change(tree);
  expect(answerOf(tree)).toBeUndefined();
  expect(await searchOnce(QUERY, {}, optionsOf(tree))).toEqual(await fullAnswer(tree));
});

test("[U29] another variable that a load reads ends the use; any other variable does not", async () => {
  const tree = await storedTree();
  const with_ = (variables: Record<string, string>): LoadOptions => ({
    ...optionsOf(tree),
    environment: { ...tree.environment, variables: { ...tree.environment.variables, ...variables } },
  });
  expect(answerOf(tree, with_({ SKILLWRIGHT_HOME: tree.at("other") }))).toBeUndefined();
  expect(answerOf(tree, with_({ SOMETHING_ELSE: "1" }))).toBeDefined();
});

test("[U29] the values of variables are not stored, because one may be a secret", async () => {
  const tree = await storedTree(({ environment }) => ({
    defaultSkills: false,
    environment: { ...environment, variables: { SKILLWRIGHT_LLM_API_KEY: "sk-secret" } },
  }));
  expect(readFileSync(fileOf(tree), "utf8")).not.toContain("sk-secret");
});

test.each<[string, (tree: Tree) => LoadOptions]>([
  ["another working directory", (tree) => ({ ...optionsOf(tree), cwd: tree.at("other") })],
  ["another root", (tree) => ({ ...optionsOf(tree), roots: [tree.at("other")] })],
  ["another trust", (tree) => ({ ...optionsOf(tree), trust: "all" })],
  ["a host", (tree) => ({ ...optionsOf(tree), host: "codex" })],
])("[U29] a load with %s has no use for it", async (_, load) => {
  const tree = await storedTree();
  expect(answerOf(tree, load(tree))).toBeUndefined();
});

test("[U29] a load of young files is not stored, because they may change within one time stamp", async () => {
  const tree = await storedTree();
  rmSync(fileOf(tree));
  await searchOnce(QUERY, {}, optionsOf(tree));
  expect(answerOf(tree)).toBeUndefined();
});

test("[U29] a load under a policy is not stored, because a policy can depend on the time", async () => {
  const tree = await storedTree();
  tree.add({ "home/.config/skillwright/policy.yaml": "rules:\n  - { match: s9, load: deny }\n" });
  await searchOnce(QUERY, {}, optionsOf(tree), Date.now() + 3_600_000);
  expect(answerOf(tree)).toBeUndefined();
});

test("[U29] a stored load with damaged bytes is not used, or gives the same answer", async () => {
  const tree = await storedTree();
  const path = fileOf(tree);
  const bytes = readFileSync(path);
  const expected = answerOf(tree);
  let refused = 0;
  const step = 37;
  for (let at = 0; at < bytes.length; at += step) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] as number) ^ 0x55;
    writeFileSync(path, damaged);
    const found = answerOf(tree);
    if (found === undefined) refused++;
    else expect(found).toEqual(expected);
  }
  expect(refused / (bytes.length / step)).toBeGreaterThan(0.5);
});

test.each<[string, (path: string) => void]>([
  ["empty", (path) => writeFileSync(path, "")],
  ["cut off", (path) => writeFileSync(path, readFileSync(path).subarray(0, 3000))],
  ["longer", (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(8)]))],
  ["writable for others", (path) => chmodSync(path, 0o666)],
  [
    "a directory",
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
])("[U29] [U6] a stored load that is %s is reported and not used", async (_, damage) => {
  const tree = await storedTree();
  damage(fileOf(tree));
  const findings: string[] = [];
  expect(answerOf(tree, optionsOf(tree), ({ code }) => findings.push(code))).toBeUndefined();
  expect(findings).toEqual(["SK341"]);
});

test("[U29] an index that another search replaced is not used", async () => {
  const tree = await storedTree();
  tree.add({ [`${SKILLS}/s7/SKILL.md`]: skill("s7", "Speaks of something else.") });
  const before = readFileSync(fileOf(tree));
  await searchOnce(QUERY, {}, optionsOf(tree), Date.now() + 3_600_000);
  expect(answerOf(tree)).toEqual(await fullAnswer(tree));
  writeFileSync(fileOf(tree), before, { mode: 0o600 });
  expect(answerOf(tree)).toBeUndefined();
});
