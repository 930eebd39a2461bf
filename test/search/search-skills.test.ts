import {
  chmodSync,
  existsSync,
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
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import type { LoadOptions } from "../../src/catalog/load/load.ts";
import { memorySource } from "../../src/catalog/load/sources.ts";
import type { Diagnostic } from "../../src/model/diagnostics/diagnostic.ts";
import { openSkills } from "../../src/ops/open-skills.ts";
import { cacheDirectory, type Environment } from "../../src/platform/environment.ts";
import type { SkillSearchOptions } from "../../src/search/search-skills.ts";
import { makeTree, type Tree } from "../tree.ts";

const skill = (name: string, body = "", more = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name} work.\n${more}---\n\n# About ${name}\n\n${body}\n`;

const optionsOf = (tree: Tree): LoadOptions => ({ environment: tree.environment, trust: "all", defaultSkills: false });

interface Answer {
  readonly ids: string[];
  readonly read: number;
  readonly findings?: readonly string[];
}

/** Returns the skills that a new instance finds, the number of files it read, and findings about the stored index. */
async function search(tree: Tree, query: string, options: SkillSearchOptions = {}): Promise<Answer> {
  let read = 0;
  const findings: string[] = [];
  const skills = await openSkills(optionsOf(tree));
  const progress = (): void => {
    read++;
  };
  const onFinding = ({ code, message }: Diagnostic): void => {
    findings.push(`${code}: ${message.replaceAll(tree.at("."), "<tree>").replace(/index-[0-9a-f]{16}/, "index-…")}`);
  };
  const found = await skills.search(query, { progress, onFinding, ...options });
  return { ids: found.map(({ id }) => id), read, ...(findings.length > 0 ? { findings } : {}) };
}

const ID = "user:~/.agents/skills";
const FILE = "home/.agents/skills";

describe("[U11] search among the loaded skills", () => {
  const tree = makeTree({
    [`${FILE}/pdf/SKILL.md`]: skill("pdf", "Encrypts files.", "when_to_use: for invoices\ntriggers: [sign here]\n"),
    [`${FILE}/secret/SKILL.md`]: skill("secret", "Encrypts letters.", "disable-model-invocation: true\n"),
    [`${FILE}/theirs/SKILL.md`]: skill("theirs", "Encrypts parcels.", "user-invocable: false\n"),
    [`${FILE}/waits/SKILL.md`]: skill("waits", "Encrypts tables.", "paths: ['*.csv']\n"),
    "project/.agents/skills/pdf/SKILL.md": skill("pdf", "Encrypts pages."),
    [`${FILE}/broken/SKILL.md`]: "---\nname: broken\n---\n\nEncrypts nothing.\n",
  });

  test.each<[string, SkillSearchOptions, string[]]>([
    ["encrypts", {}, ["repo:.agents/skills/pdf", `${ID}/secret`, `${ID}/theirs`, `${ID}/waits`]],
    ["encrypts", { actor: "model" }, ["repo:.agents/skills/pdf", `${ID}/theirs`]],
    ["encrypts", { actor: "model", files: ["a.csv"] }, ["repo:.agents/skills/pdf", `${ID}/theirs`, `${ID}/waits`]],
    ["encrypts", { actor: "model", scope: { skills: ["th*"] } }, [`${ID}/theirs`]],
    ["encrypts", { actor: "user" }, ["repo:.agents/skills/pdf", `${ID}/secret`, `${ID}/waits`]],
    ["encrypts", { k: 1 }, ["repo:.agents/skills/pdf"]],
    ["encrypts", { bodies: false }, []],
    ["invoices", { everything: true, bodies: false }, [`${ID}/pdf`]],
    ["sign", { everything: true }, [`${ID}/pdf`]],
    ["nothing", { everything: true }, [`${ID}/broken`]],
    ["broken", {}, []],
  ])("%s with %j", async (query, options, expected) => {
    expect((await search(tree, query, options)).ids.sort()).toEqual([...expected].sort());
  });

  test("a hit has the skill's address and path", async () => {
    const skills = await openSkills(optionsOf(tree));
    expect(await skills.search("parcels")).toEqual([
      {
        address: "theirs",
        id: `${ID}/theirs`,
        name: "theirs",
        description: "Does theirs work.",
        path: tree.at(`${FILE}/theirs/SKILL.md`),
        score: expect.any(Number),
        terms: [{ term: "parcels", fields: ["body"] }],
        weak: true,
      },
    ]);
  });

  test("a source is searched like a directory", async () => {
    const skills = await openSkills({
      ambient: false,
      sources: [memorySource("mine", { "x/SKILL.md": skill("x", "Encrypts.") })],
    });
    expect(await skills.search("encrypt")).toMatchObject([
      { name: "x", terms: [{ term: "encrypt", fields: ["body"] }] },
    ]);
  });

  test("it follows reloads", async () => {
    const changing = makeTree({ [`${FILE}/pdf/SKILL.md`]: skill("pdf", "Old words.") });
    const skills = await openSkills(optionsOf(changing));
    expect(await skills.search("old")).toHaveLength(1);
    changing.add({
      [`${FILE}/pdf/SKILL.md`]: skill("pdf", "New words."),
      [`${FILE}/more/SKILL.md`]: skill("more", "New too."),
    });
    await skills.reload({ force: true });
    expect(await skills.search("old")).toHaveLength(0);
    expect(await Promise.all([skills.search("new"), skills.search("new", { k: 1 })])).toMatchObject([[{}, {}], [{}]]);
  });
});

describe("[D13] a catalog for a message", () => {
  const WORDS = "alpha beta gamma delta epsilon zeta theta iota kappa lambda sigma omega".split(" ");
  const tree = makeTree(
    Object.fromEntries(
      WORDS.map((word) => [
        `${FILE}/${word}/SKILL.md`,
        skill(word, `Speaks of ${word}s.`, `when_to_use: ${word} is wanted by somebody who knows what that is\n`),
      ]),
    ),
  );
  const budget = { fallbackChars: 205 };
  const described = async (options: object): Promise<string[]> => {
    const { entries } = await (await openSkills(optionsOf(tree))).catalog({ format: "bullets", budget, ...options });
    return entries.filter(({ coverage }) => coverage === "shortened").map(({ address }) => address);
  };

  test("skills that fit the message get descriptions; without the option, the catalog does not depend on the message", async () => {
    expect(await described({ message: "I need some omegas" })).toEqual(["omega"]);
    expect(await described({ message: "gammas, please" })).toEqual(["gamma"]);
    expect(await described({})).toEqual(["beta"]);
  });

  test("skills that fit the message keep their names if there is no room for all", async () => {
    const skills = await openSkills(optionsOf(tree));
    const names = async (message: string): Promise<string[]> => {
      const { entries } = await skills.catalog({ format: "bullets", budget: { fallbackChars: 175 }, message });
      return entries.filter(({ coverage }) => coverage !== "omitted").map(({ address }) => address);
    };
    expect(await names("I need some omegas")).toEqual(["alpha", "beta", "omega"]);
    expect(await names("gammas, please")).toEqual(["alpha", "beta", "gamma"]);
  });
});

describe("[U6] the index is stored", () => {
  const COUNT = 60;
  const many = (): Tree =>
    makeTree(
      Object.fromEntries(
        Array.from({ length: COUNT }, (_, at) => [
          `${FILE}/s${at}/SKILL.md`,
          skill(`s${at}`, `Speaks of topic${at} here.`),
        ]),
      ),
    );
  const directory = (tree: Tree): string => `${cacheDirectory(tree.environment)}/search`;
  const kept = (tree: Tree): string[] => readdirSync(directory(tree)).map((name) => `${directory(tree)}/${name}`);

  test("another process does not read the skills again", async () => {
    const tree = many();
    expect(await search(tree, "topic7")).toEqual({ ids: [`${ID}/s7`], read: COUNT });
    expect(kept(tree)).toEqual([
      expect.stringMatching(/\/home\/\.cache\/skillwright\/search\/index-[0-9a-f]{16}\.bin$/),
    ]);
    expect(await search(tree, "topic7")).toEqual({ ids: [`${ID}/s7`], read: 0 });
    expect((await search(tree, "speks of topic7", { k: 1 })).ids).toEqual([`${ID}/s7`]);
  });

  test("only added, changed, moved and removed skills are read", async () => {
    const tree = many();
    await search(tree, "topic7");
    tree.add({
      [`${FILE}/s7/SKILL.md`]: skill("s7", "Speaks of something else."),
      [`${FILE}/new/SKILL.md`]: skill("new", "Topic7 too."),
    });
    renameSync(tree.at(`${FILE}/s8`), tree.at(`${FILE}/moved`));
    rmSync(tree.at(`${FILE}/s9`), { recursive: true });
    expect(await search(tree, "topic7")).toEqual({ ids: [`${ID}/new`], read: 3 });
    expect(await search(tree, "topic8")).toEqual({ ids: [`${ID}/moved`], read: 0 });
    expect((await search(tree, "topic9")).ids).not.toContain(`${ID}/s9`);
  });

  test("a file that was only touched is read once", async () => {
    const tree = many();
    await search(tree, "topic7");
    utimesSync(tree.at(`${FILE}/s7/SKILL.md`), 1, 1);
    expect((await search(tree, "topic7")).read).toBe(1);
    expect((await search(tree, "topic7")).read).toBe(0);
  });

  const WHERE = "<tree>/home/.cache/skillwright/search/index-….bin";
  const DAMAGED = "it is damaged or of another version";
  const middle = (path: string): void => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(7, bytes.length - 400, bytes.length));
  };

  test.each<[string, (path: string) => void, string]>([
    ["damaged", (path) => writeFileSync(path, readFileSync(path).fill(7, 100, 200)), DAMAGED],
    ["damaged where the search reads it last", middle, DAMAGED],
    ["cut off", (path) => writeFileSync(path, readFileSync(path).subarray(0, 1000)), DAMAGED],
    ["empty", (path) => writeFileSync(path, ""), DAMAGED],
    ["writable for others", (path) => chmodSync(path, 0o666), "another user owns it or can write to it"],
    [
      "a symlink",
      (path) => {
        renameSync(path, `${path}.moved`);
        symlinkSync(`${path}.moved`, path);
      },
      "it cannot be read (ELOOP)",
    ],
  ])("an index that is %s is made again, with a message", async (_, damage, why) => {
    const tree = many();
    await search(tree, "topic7");
    damage(kept(tree)[0] as string);
    expect(await search(tree, "topic7")).toEqual({
      ids: [`${ID}/s7`],
      read: COUNT,
      findings: [`SK341: the search index \`${WHERE}\` is not used: ${why}`],
    });
    if (why !== "it cannot be read (ELOOP)")
      expect(await search(tree, "topic7")).toEqual({ ids: [`${ID}/s7`], read: 0 });
  });

  test("an index that is a directory is neither used nor replaced", async () => {
    const tree = many();
    await search(tree, "topic7");
    const [path = ""] = kept(tree);
    rmSync(path);
    mkdirSync(path);
    const { findings, ...answer } = await search(tree, "topic7");
    expect(answer).toEqual({ ids: [`${ID}/s7`], read: COUNT });
    expect(findings?.[0]).toContain("it cannot be read (EINVAL)");
    expect(findings?.[1]).toContain("cannot be written");
  });

  test("if nothing can be written, nothing is stored, and a message reports it", async () => {
    const tree = many();
    tree.add({ "home/.cache": "a file" });
    expect(await search(tree, "topic7")).toEqual({
      ids: [`${ID}/s7`],
      read: COUNT,
      findings: [
        `SK341: the search index cannot be written to \`${WHERE}\` (ENOTDIR), so every search reads all skills again`,
      ],
    });
  });

  test("only the user can read the file", async () => {
    const tree = many();
    await search(tree, "topic7");
    expect(statSync(kept(tree)[0] as string).mode & 0o777).toBe(0o600);
  });

  test("at most twelve indexes are stored", async () => {
    const tree = many();
    for (let at = 0; at < 20; at++) {
      const path = `${directory(tree)}/index-${String(at).padStart(16, "0")}.bin`;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "");
      utimesSync(path, at, at);
    }
    await search(tree, "topic7");
    const names = readdirSync(directory(tree)).sort();
    expect(names).toHaveLength(12);
    expect(names.slice(0, 11)).toEqual(
      Array.from({ length: 11 }, (_, at) => `index-${String(at + 9).padStart(16, "0")}.bin`).sort(),
    );
  });

  test.each<[string, SkillSearchOptions, LoadOptions]>([
    ["without bodies", { bodies: false }, {}],
    ["where the caller wants none", { cache: false }, {}],
    ["of fifty skills or fewer", {}, { config: { disable: ["s1*", "s2*"] } }],
    ["with `ambient: false`", {}, { ambient: false }],
  ])("nothing is kept %s", async (_, options, load) => {
    const tree = many();
    const skills = await openSkills({ ...optionsOf(tree), roots: [tree.at(FILE)], ...load });
    await skills.search("topic7", options);
    expect(existsSync(directory(tree))).toBe(false);
  });

  test("a caller can set the directory of the index", async () => {
    const tree = many();
    const skills = await openSkills({ ambient: false, roots: [tree.at(FILE)] });
    await skills.search("topic7", { cache: tree.at("mine") });
    expect(readdirSync(tree.at("mine/search"))).toHaveLength(1);
  });
});

test.each<[string, Pick<Environment, "platform" | "variables">, string]>([
  ["Linux", { platform: "linux", variables: {} }, "/home/me/.cache/skillwright"],
  ["Linux with XDG", { platform: "linux", variables: { XDG_CACHE_HOME: "/c" } }, "/c/skillwright"],
  [
    "Linux with a relative XDG path",
    { platform: "linux", variables: { XDG_CACHE_HOME: "c" } },
    "/home/me/.cache/skillwright",
  ],
  ["macOS", { platform: "darwin", variables: {} }, "/home/me/Library/Caches/skillwright"],
  ["Windows", { platform: "win32", variables: { LOCALAPPDATA: "D:\\l" } }, "D:\\l\\skillwright\\cache"],
])("[R3] the cache on %s", (_, environment, expected) => {
  expect(cacheDirectory({ cwd: "/", home: "/home/me", ...environment })).toBe(expected);
});
