import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applySeverities } from "../../../src/catalog/config/config.ts";
import { CONFIG_KEYS } from "../../../src/catalog/config/keys.ts";
import { variableName } from "../../../src/catalog/config/load-config.ts";
import { readConfigFile } from "../../../src/catalog/config/read-layer.ts";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import { CATALOGUE, CODES } from "../../../src/model/diagnostics/catalogue.ts";
import { DEFAULT_LIMITS } from "../../../src/model/limits.ts";
import { codes, denying, type Entries, findings, load, makeTree, outcomes, skill } from "../../tree.ts";

const ADMIN = "etc/skillwright/config.yaml";
const USER = "home/.config/skillwright/config.yaml";
const PROJECT = "project/.skillwright/config.yaml";

async function configOf(entries: Entries, variables: Record<string, string> = {}, options: LoadOptions = {}) {
  const tree = makeTree(entries, variables);
  const { config, snapshot } = await load(tree, { trust: "all", ...options });
  return { tree, config: tree.plain(config), snapshot };
}

describe("layers", () => {
  const layers: [string, Entries, Record<string, string>, LoadOptions, number, string][] = [
    ["no source", {}, {}, {}, 6, "default"],
    ["the administrator", { [ADMIN]: "limits: {max_depth: 1}" }, {}, {}, 1, "/etc/skillwright/config.yaml:1"],
    ["the user", { [USER]: "\nlimits:\n  max_depth: 2" }, {}, {}, 2, "/home/.config/skillwright/config.yaml:3"],
    ["the project", { [PROJECT]: "limits: {max_depth: 3}" }, {}, {}, 3, "/project/.skillwright/config.yaml:1"],
    ["a variable", {}, { SKILLWRIGHT_LIMITS_MAX_DEPTH: "4" }, {}, 4, "$SKILLWRIGHT_LIMITS_MAX_DEPTH"],
    ["the caller", {}, {}, { config: { "limits.max_depth": 5 } }, 5, "the command line"],
  ];

  test.each(layers)("[K1] %s sets a key", async (_, entries, variables, options, value, from) => {
    const { config } = await configOf(entries, variables, options);
    expect(config.limits).toEqual({ ...DEFAULT_LIMITS, maxDepth: value });
    expect(config.values.find((each) => each.key === "limits.max_depth")).toEqual({
      key: "limits.max_depth",
      value,
      from,
    });
  });

  test.each(layers.map((_, count) => [count]))("[K1] of the lowest %i layers, the highest wins", async (count) => {
    const set = layers.slice(0, count + 1);
    const entries: Entries = Object.assign({}, ...set.map(([, each]) => each));
    const variables = Object.assign({}, ...set.map(([, , each]) => each));
    const options = Object.assign({}, ...set.map(([, , , each]) => each));
    const { config } = await configOf(entries, variables, options);
    expect(config.limits.maxDepth).toBe(set.at(-1)?.[4]);
  });

  test("[K1] roots, disable and enable add up, lowest layer first", async () => {
    const { config } = await configOf(
      {
        [ADMIN]: "roots: [/a]\ndisable: [a]\nenable: [a1]\n",
        [USER]: "roots: /b\ndisable: b\n",
        [PROJECT]: "roots: [/c]\ndisable: [c]\n",
      },
      { SKILLWRIGHT_ROOTS: "/d:/e", SKILLWRIGHT_DISABLE: "d, e" },
      { config: { roots: ["/f"], disable: ["f"], enable: ["f1"] } },
    );
    const admin = "/etc/skillwright/config.yaml";
    const user = "/home/.config/skillwright/config.yaml";
    const project = "/project/.skillwright/config.yaml";
    expect(config.roots.map(({ path, from }) => ({ path, from }))).toEqual([
      { path: "/a", from: `${admin}:1` },
      { path: "/b", from: `${user}:1` },
      { path: "/c", from: `${project}:1` },
      { path: "/d", from: "$SKILLWRIGHT_ROOTS" },
      { path: "/e", from: "$SKILLWRIGHT_ROOTS" },
      { path: "/f", from: "the command line" },
    ]);
    expect(config.switches).toEqual([
      { pattern: "a", enabled: false, from: `${admin}:2` },
      { pattern: "a1", enabled: true, from: `${admin}:3` },
      { pattern: "b", enabled: false, from: `${user}:2` },
      { pattern: "c", enabled: false, from: `${project}:2` },
      { pattern: "d", enabled: false, from: "$SKILLWRIGHT_DISABLE" },
      { pattern: "e", enabled: false, from: "$SKILLWRIGHT_DISABLE" },
      { pattern: "f", enabled: false, from: "the command line" },
      { pattern: "f1", enabled: true, from: "the command line" },
    ]);
  });

  test("[K1] other lists are replaced", async () => {
    const { config } = await configOf(
      { [USER]: "project_root_markers: [a, b]" },
      {},
      { config: { project_root_markers: ["c"] } },
    );
    expect(config.projectRootMarkers).toEqual(["c"]);
  });

  test.each([
    ["SKILLWRIGHT_DEFAULT_SKILLS", "no", "default_skills", false],
    ["SKILLWRIGHT_DEFAULT_SKILLS", "1", "default_skills", true],
    ["SKILLWRIGHT_DEFAULT_SKILLS", "TRUE", "default_skills", true],
    ["SKILLWRIGHT_HOST", "skillwright", "host", "skillwright"],
    ["SKILLWRIGHT_SKILLS_PATH", "/x", "skills_path", "/x"],
    ["SKILLWRIGHT_PROJECT_ROOT_MARKERS", ".hg , .git,", "project_root_markers", [".hg", ".git"]],
    ["SKILLWRIGHT_LIMITS_MAX_ENTRIES", "17", "limits.max_entries", 17],
  ])("[K1] $%s=%s", async (name, text, key, value) => {
    const tree = makeTree({}, { [name]: text });
    const { config } = await load(tree, { defaultSkills: undefined as never });
    expect(config.values.find((each) => each.key === key)).toEqual({ key, value, from: `$${name}` });
  });

  test("[K1] reports a host that does not exist", async () => {
    await expect(load(makeTree(), { host: "nobody" })).rejects.toMatchObject({
      code: "SK305",
      message: "there is no host profile `nobody`",
      hint: expect.stringMatching(/^the profiles are `skillwright`, `claude-code`, /),
    });
  });
});

describe("the project's own file", () => {
  const entries = {
    [PROJECT]: "limits:\n  max_depth: 1\ndefault_skills: false\nroots: [/evil]\nenable: ['*']\n",
    [USER]: "disable: [pdf]\n",
    "home/.agents/skills/pdf/SKILL.md": skill("pdf"),
  };

  test("[K2] applies if the folder is trusted", async () => {
    const { config, snapshot } = await configOf(entries);
    expect([config.limits.maxDepth, outcomes(snapshot)]).toEqual([1, { loaded: ["pdf"] }]);
  });

  test("[K2] has no effect in an untrusted folder, and SK033 reports this", async () => {
    const { tree, config, snapshot } = await configOf(entries, {}, { trust: "store" });
    expect(config.limits).toEqual(DEFAULT_LIMITS);
    expect(outcomes(snapshot)).toEqual({ disabled: ["pdf"] });
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK033",
        severity: "info",
        path: "/project/.skillwright/config.yaml",
        message: "the project's configuration is not used, because the folder is not trusted",
        help: "review the file, then run `skillwright trust`",
      },
    ]);
  });

  test("[K2] cannot set the path of a journal, even in a trusted folder", async () => {
    const { tree, config, snapshot } = await configOf({ [PROJECT]: "journal: ~/.bashrc\nhost: skillwright\n" });
    expect([config.journal, config.values.find(({ key }) => key === "journal")?.from]).toEqual([null, "default"]);
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK033",
        severity: "info",
        path: "/project/.skillwright/config.yaml",
        message: "`journal` is not used: a project's configuration cannot set it",
        help: "set it in your own configuration",
      },
    ]);
  });

  test("[K2] the user can, in a file or with a variable", async () => {
    const own = await configOf({ [USER]: "journal: ~/skills.jsonl\n" });
    expect(own.tree.plain(own.config.journal)).toBe("/home/skills.jsonl");
    const variable = await configOf({ [USER]: "journal: /a\n" }, { SKILLWRIGHT_JOURNAL: "/b" });
    expect(variable.config.journal).toBe("/b");
  });

  test("[K2] cannot set the project root", async () => {
    const { snapshot, tree } = await configOf({ [PROJECT]: "project_root_markers: [home]\n" });
    expect(snapshot.projectRoot).toBe(tree.at("project"));
  });
});

describe("errors in a file", () => {
  test.each([
    ["colour: red\n", "SK031", "`colour` is not a configuration key", 1, 1, 6],
    ["# mine\nlimits:\n  max_deep: 3\n", "SK031", "`limits.max_deep` is not a configuration key", 3, 3, 8],
    ["__proto__: 1\n", "SK031", "`__proto__` is not a configuration key", 1, 1, 9],
    ["limits: 3\n", "SK031", "`limits` is not a configuration key", 1, 1, 6],
    ["diagnostics:\n  SK999: off\n", "SK031", "`SK999` is not a diagnostic code", 2, 3, 1],
    [
      "limits:\n  max_depth: deep\n",
      "SK032",
      "`limits.max_depth` should be a whole number above zero; it is ignored",
      2,
      14,
      4,
    ],
    [
      "limits:\n  max_depth: 0\n",
      "SK032",
      "`limits.max_depth` should be a whole number above zero; it is ignored",
      2,
      14,
      1,
    ],
    [
      "limits:\n  max_depth: -3\n",
      "SK032",
      "`limits.max_depth` should be a whole number above zero; it is ignored",
      2,
      14,
      2,
    ],
    [
      "limits:\n  max_depth: 1.5\n",
      "SK032",
      "`limits.max_depth` should be a whole number above zero; it is ignored",
      2,
      14,
      3,
    ],
    ["roots:\n  - 1\n", "SK032", "`roots` should be a list of paths; it is ignored", 2, 3, 1],
    [
      "default_skills: maybe\n",
      "SK030",
      "`default_skills` should be `true` or `false`; until it is corrected, every skill is withheld",
      1,
      17,
      5,
    ],
    ["host: [a]\n", "SK032", "`host` should be text; it is ignored", 1, 7, 1],
    ["skills_path: 7\n", "SK032", "`skills_path` should be a path; it is ignored", 1, 14, 1],
    [
      "disable: {a: b}\n",
      "SK030",
      "`disable` should be a list of strings; until it is corrected, every skill is withheld",
      1,
      10,
      1,
    ],
    ["settings: 3\n", "SK032", "`settings` should be a mapping; it is ignored", 1, 11, 1],
    [
      "diagnostics:\n  SK104: error\n",
      "SK032",
      "`diagnostics` should be a mapping of codes to `off`, `info` or `warning`; it is ignored",
      2,
      3,
      1,
    ],
    [
      "host: [\n",
      "SK030",
      expect.stringMatching(
        /^the configuration is not valid YAML \(.+\); until it is corrected, every skill is withheld$/,
      ),
      2,
      1,
      1,
    ],
    [
      "- a\n- b\n",
      "SK030",
      "the configuration is not a mapping; until it is corrected, every skill is withheld",
      1,
      1,
      1,
    ],
    [
      "just text",
      "SK030",
      "the configuration is not a mapping; until it is corrected, every skill is withheld",
      1,
      1,
      1,
    ],
  ])("[K3] [K4] %j → %s", async (text, code, message, line, column, length) => {
    const { tree, config, snapshot } = await configOf({ [USER]: text });
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code,
        severity: CATALOGUE[code as keyof typeof CATALOGUE].severity,
        message,
        path: `/${USER}`,
        at: { path: `/${USER}`, line, column, length, text: text.split("\n")[line - 1] ?? "" },
        help: expect.any(String),
      },
    ]);
    if (text.includes("SK999")) return;
    expect(config.values).toEqual((await configOf({})).config.values);
  });

  test.each([
    ...["disabled", "Disable", "DISABLE", "disables", "dissable", "disabel", "diable", "disable ", "default_skill"],
    ...["defaultskills", "default-skills", "Default_Skills", "<<"],
  ])("[K4] the unknown key `%s` may be meant to withhold skills, so all skills are withheld", async (key) => {
    const { snapshot } = await configOf({ [USER]: `"${key}": [pdf]\n` });
    expect(codes(snapshot.diagnostics)).toEqual(["SK030"]);
    expect(snapshot.skills.every(({ withheld }) => withheld?.code === "SK030")).toBe(true);
  });

  test("[K3] the other keys of a file with one bad key apply", async () => {
    const { config, snapshot } = await configOf({ [USER]: "color: red\nlimits: {max_depth: 2, max_entries: no}\n" });
    expect(config.limits).toEqual({ ...DEFAULT_LIMITS, maxDepth: 2 });
    expect(codes(snapshot.diagnostics)).toEqual(["SK031", "SK032"]);
  });

  test.each([
    ["SKILLWRIGHT_LIMITS_MAX_DEPTH", "six", "a whole number above zero"],
    ["SKILLWRIGHT_LIMITS_MAX_DEPTH", "0", "a whole number above zero"],
    ["SKILLWRIGHT_LIMITS_MAX_DEPTH", "1e3", "a whole number above zero"],
  ])("[K3] $%s=%s changes nothing", async (name, text, expected) => {
    const { config, snapshot } = await configOf({}, { [name]: text });
    expect(config.limits).toEqual(DEFAULT_LIMITS);
    expect(snapshot.diagnostics).toEqual([
      {
        code: "SK032",
        severity: "warning",
        message: `\`$${name}\` should be ${expected}; it is ignored`,
        help: "correct or unset the variable",
      },
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["a misspelt key", { color: "red" }, "SK031"],
    ["a wrong type", { "limits.max_depth": "deep" }, "SK032"],
    ["a list that is not one", { disable: 7 }, "SK030"],
  ])("[K3] the caller's configuration is checked like a file: %s", async (_, config, code) => {
    const loaded = await configOf({}, {}, { config });
    expect(codes(loaded.snapshot.diagnostics)).toEqual([code]);
    expect(loaded.config.limits).toEqual(DEFAULT_LIMITS);
  });

  test("[K1] the caller's configuration can be nested like a file", async () => {
    const { config } = await configOf({}, {}, { config: { limits: { max_depth: 2 } } });
    expect(config.limits).toEqual({ ...DEFAULT_LIMITS, maxDepth: 2 });
  });

  test("[K1] a single text is a list of one in the caller's configuration, as in a file", async () => {
    const { config } = await configOf({}, {}, { config: { disable: "pdf" } });
    expect(config.switches).toEqual([{ pattern: "pdf", enabled: false, from: "the command line" }]);
  });

  test.each<[string, string]>([
    ["empty", ""],
    ["comments", "# nothing\n"],
  ])("[K4] a file of nothing but %s is fine", async (_, text) => {
    expect((await configOf({ [USER]: text })).snapshot.diagnostics).toEqual([]);
  });

  test("[K4] a file that cannot be read sets nothing", async () => {
    const tree = makeTree({ [USER]: "limits: {max_depth: 1}\n" });
    const { config, snapshot } = await load(tree, { files: denying(tree.files, [tree.at(USER)]) });
    expect(config.limits).toEqual(DEFAULT_LIMITS);
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK030",
        severity: "error",
        path: `/${USER}`,
        message: "the configuration cannot be read (you may not read it); until it can, every skill is withheld",
        help: "check the file and its permissions, then run `skillwright config`",
      },
    ]);
  });

  test.each<[string, Entries, string[]]>([
    ["a directory", { [`${USER}/x`]: "" }, [`SK030 /${USER}`]],
    ["more than a million bytes", { [USER]: "#".repeat(1_000_001) }, [`SK030 /${USER}`]],
    ["a file where its directory should be", { "home/.config/skillwright": "" }, ["SK030 /home/.config/skillwright"]],
    ["a second document", { [USER]: "host: skillwright\n---\nhost: b\n" }, [`SK030 /${USER}:2:1`]],
  ])("[K4] %s", async (_, entries, expected) => {
    const { tree, snapshot } = await configOf(entries);
    expect(findings(tree, snapshot.diagnostics)).toEqual(expected);
  });

  test.each([
    ["keys", (at: number) => `k${at}: x\n`],
    ["anchors", (at: number) => `k${at}: &a${at} x\n`],
    ["maps", (at: number) => `k${at}: { a: 1 }\n`],
    ["lists", (at: number) => `k${at}: [1]\n`],
  ])("[K4] of too many unknown %s the first thousand are reported, and all skills are withheld", (_, line) => {
    for (const count of [1000, 1001, 20_000]) {
      const text = Array.from({ length: count }, (_each, at) => line(at)).join("");
      const { diagnostics } = readConfigFile({ path: "/c.yaml", text, base: "/", home: "/" });
      const expected = count === 1000 ? [1000, 0] : [1000, 1];
      expect(["SK031", "SK030"].map((code) => diagnostics.filter((each) => each.code === code).length)).toEqual(
        expected,
      );
    }
  });

  test("[K4] an alias bomb is a diagnostic", async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${"bcdefghi".replaceAll(
      /./g,
      (key) =>
        `${key}: &${key} [${Array(10)
          .fill(`*${String.fromCharCode(key.charCodeAt(0) - 1)}`)
          .join()}]\n`,
    )}`;
    const { tree, snapshot } = await configOf({ [USER]: bomb });
    expect(findings(tree, snapshot.diagnostics)).toEqual([expect.stringMatching(/^SK030 /)]);
  });
});

describe("the sources of values", () => {
  test("[K1] every key of the table is there, in its order, with its default", async () => {
    const tree = makeTree();
    const { config } = await load(tree, { defaultSkills: undefined as never });
    expect(config.values).toEqual(CONFIG_KEYS.map(({ key, default: value }) => ({ key, value, from: "default" })));
  });

  test("[K1] an added list names all of its places, with lines", async () => {
    const { config } = await configOf(
      { [ADMIN]: "host: skillwright\nroots: [/a]\n", [USER]: "\n\nroots: [/b]\n" },
      {},
      { config: { roots: ["/c"] } },
    );
    expect(config.values[0]).toEqual({
      key: "roots",
      value: ["/a", "/b", "/c"],
      from: "/etc/skillwright/config.yaml:2, /home/.config/skillwright/config.yaml:3, the command line",
    });
  });

  test("[K1] mappings are joined key by key and name all of their places", async () => {
    const { config } = await configOf({ [ADMIN]: "settings: {a: 1, b: 1}\n", [USER]: "settings: {b: 2}\n" });
    expect(config.settings).toEqual({ a: 1, b: 2 });
    expect(config.values.find((each) => each.key === "settings")).toEqual({
      key: "settings",
      value: { a: 1, b: 2 },
      from: "/etc/skillwright/config.yaml:1, /home/.config/skillwright/config.yaml:1",
    });
  });

  test("[K1] [P15] `__proto__` among the settings is a setting", async () => {
    const { config } = await configOf({ [USER]: "settings:\n  __proto__: {x: 1}\n  constructor: 2\n" });
    expect(Object.entries(config.settings)).toEqual([
      ["__proto__", { x: 1 }],
      ["constructor", 2],
    ]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});

describe("paths", () => {
  test.each([
    [ADMIN, "skills", "/etc/skillwright/skills"],
    [ADMIN, "../x", "/etc/x"],
    [USER, "skills", "/home/.config/skillwright/skills"],
    [PROJECT, "skills", "/project/skills"],
    [PROJECT, "./tools/skills", "/project/tools/skills"],
    [PROJECT, "../x", "/x"],
    [USER, "~/x", "/home/x"],
    [USER, "'~'", "/home"],
    [USER, "/abs", "/abs"],
  ])("[K1] in %s, %s means %s", async (file, written, expected) => {
    for (const key of ["roots", "skills_path"]) {
      const { config } = await configOf({ [file]: `${key}: ${written}\n`, "project/sub": { special: "directory" } });
      expect(config.roots).toEqual([expect.objectContaining({ path: expected, from: `/${file}:1` })]);
    }
  });

  test("[K1] paths of variables and flags are meant from the working directory", async () => {
    const tree = makeTree(
      { "project/v/a/SKILL.md": skill("a"), "project/f/b/SKILL.md": skill("b") },
      { SKILLWRIGHT_ROOTS: "v" },
    );
    expect(outcomes((await load(tree, { roots: ["./f"] })).snapshot)).toEqual({ loaded: ["a", "b"] });
  });

  test("[K1] skills_path is one more root", async () => {
    const { snapshot } = await configOf({
      [USER]: "skills_path: mine\nroots: [more]\n",
      "home/.config/skillwright/mine/a/SKILL.md": skill("a"),
      "home/.config/skillwright/more/b/SKILL.md": skill("b"),
    });
    expect(outcomes(snapshot)).toEqual({ loaded: ["a", "b"] });
  });
});

describe("severities", () => {
  const files = { "home/.agents/skills/pdf/SKILL.md": skill("pdf-tools") };
  const of = async (setting: string, entries: Entries = files): Promise<string[]> => {
    const { snapshot } = await configOf({ ...entries, [USER]: `diagnostics: {${setting}}\n` });
    return snapshot.diagnostics.map((each) => `${each.code} ${each.severity}`);
  };

  test.each([
    ["SK104: info", ["SK104 info"]],
    ["SK104: off", []],
    ["SK104: warning", ["SK104 warning"]],
    ["SK105: off", ["SK104 warning"]],
  ])("[K7] %s → %j", async (setting, expected) => {
    expect(await of(setting)).toEqual(expected);
  });

  test.each(["off", "info", "warning"] as const)("[K7] no error becomes %s", (severity) => {
    const all = CODES.map((code) => ({ code, severity: CATALOGUE[code].severity, message: "" }));
    const changed = applySeverities(all, Object.fromEntries(CODES.map((code) => [code, severity])));
    const errors = CODES.filter((code) => CATALOGUE[code].severity === "error");
    expect(changed.filter((each) => each.severity === "error").map((each) => each.code)).toEqual(errors);
    expect(changed).toHaveLength(severity === "off" ? errors.length : CODES.length);
  });

  test("[K7] a rejected skill stays rejected", async () => {
    const { snapshot } = await configOf({
      [USER]: "diagnostics: {SK001: off}\n",
      "home/.agents/skills/pdf/SKILL.md": "x",
    });
    expect([outcomes(snapshot), codes(snapshot.diagnostics)]).toEqual([{ rejected: ["pdf"] }, ["SK001"]]);
  });

  test.each<[string, Entries]>([
    [
      "SK202",
      { "home/.agents/skills/a/pdf/SKILL.md": skill("pdf"), "home/.agents/skills/b/pdf/SKILL.md": skill("pdf") },
    ],
    ["SK022", { [ADMIN]: "roots: [/nowhere]\n" }],
    ["SK210", { [ADMIN]: "disable: [nobody]\n" }],
    ["SK023", { "home/.agents/skills/empty/x": "" }],
  ])("[K7] %s can be switched off in every layer", async (code, entries) => {
    expect(await of("SK105: off", entries)).toEqual([`${code} warning`]);
    expect(await of(`${code}: off`, entries)).toEqual([]);
  });

  test("[K7] the diagnostic about an untrusted folder can be made an information", async () => {
    const entries = { "project/.agents/skills/pdf/SKILL.md": skill("pdf"), [USER]: "diagnostics: {SK501: info}\n" };
    const { snapshot } = await configOf(entries, {}, { trust: "store" });
    expect(snapshot.diagnostics.map((each) => `${each.code} ${each.severity}`)).toEqual(["SK501 info"]);
  });
});

describe("the budget of the catalog", () => {
  test.each<[string, Record<string, string>, object]>([
    ["", {}, {}],
    [
      "catalog:\n  max_pct: 0.05\n  fallback_chars: 900\n  max_entry_chars: 80\n",
      {},
      { maxPct: 0.05, fallbackChars: 900, maxEntryChars: 80 },
    ],
    ["catalog: {max_pct: 1}\n", { SKILLWRIGHT_CATALOG_MAX_PCT: ".5" }, { maxPct: 0.5 }],
    ["", { SKILLWRIGHT_CATALOG_FALLBACK_CHARS: "900" }, { fallbackChars: 900 }],
  ])("[D7] %j with %j: %j", async (text, variables, expected) => {
    const { config, snapshot } = await configOf(text === "" ? {} : { [USER]: text }, variables);
    expect([config.catalog, codes(snapshot.diagnostics)]).toEqual([expected, []]);
  });

  test.each(["0", "-0.1", "1.01", "2 %", "a lot", "true"])("[D7] %s is not a share", async (value) => {
    const { config, snapshot } = await configOf({ [USER]: `catalog: {max_pct: ${value}}\n` });
    expect([config.catalog, snapshot.diagnostics.map((each) => each.message)]).toEqual([
      {},
      ["`catalog.max_pct` should be a number above 0 and at most 1; it is ignored"],
    ]);
    const { snapshot: other } = await configOf({}, { SKILLWRIGHT_CATALOG_MAX_PCT: value });
    expect(codes(other.diagnostics)).toEqual(["SK032"]);
  });
});

describe("the table of keys", () => {
  test("[K3] every key has a type, a default of that type and a line of text", () => {
    for (const key of CONFIG_KEYS) {
      expect(key.summary).toMatch(/^[^A-Z].*[^.]$/);
      const set = {
        text: "x",
        boolean: true,
        count: 1,
        fraction: 0.5,
        temperature: 1.5,
        severity: "medium",
        texts: ["x"],
        paths: ["/x"],
        path: "/x",
        severities: {},
        map: {},
        servers: {
          linear: { url: "https://linear.test/mcp" },
          files: { command: "npx", args: ["x"], env: { A: "b" } },
        },
        suppressions: [{ code: "SK824", path: "pdf", reason: "our own installer" }],
        "run-rules": ["user"],
      };
      const text = key.key.split(".").reduceRight<unknown>((inner, part) => ({ [part]: inner }), set[key.type]);
      const { value, diagnostics } = readConfigFile({ path: "c", text: JSON.stringify(text), base: "/", home: "/" });
      expect([value.values.get(key.key)?.value, diagnostics]).toEqual([set[key.type], []]);
    }
  });

  test.each([
    [{ a: { command: "x" } }, true],
    [{ a: { url: "https://a.test", headers: { a: "b" }, enabled: false } }, true],
    [{}, true],
    [{ a: {} }, false],
    [{ a: { command: "x", url: "y" } }, false],
    [{ a: { command: "x", more: 1 } }, false],
    [{ a: { command: "x", args: "y" } }, false],
    [{ a: { command: "x", env: { A: 1 } } }, false],
    [[], false],
  ])("[K3] `mcp: %j` is valid: %s", (servers, counts) => {
    const text = JSON.stringify({ mcp: servers });
    const { value, diagnostics } = readConfigFile({ path: "c", text, base: "/", home: "/" });
    expect([value.values.has("mcp"), diagnostics.map(({ code }) => code)]).toEqual([counts, counts ? [] : ["SK032"]]);
  });

  test.each([
    [{}, true],
    [{ digest: "sha256:1" }, true],
    [{ reason: " " }, false],
    [{ code: "SK104" }, false],
    [{ diggest: "sha256:1" }, false],
  ])("[K3] [G21] a suppression with %j is valid: %s", (more, counts) => {
    const suppress = [{ code: "SK824", path: "pdf", reason: "our own installer", ...more }];
    const text = JSON.stringify({ audit: { suppress } });
    const { value, diagnostics } = readConfigFile({ path: "c", text, base: "/", home: "/" });
    expect([value.values.has("audit.suppress"), diagnostics.map(({ code }) => code)]).toEqual([
      counts,
      counts ? [] : ["SK032"],
    ]);
  });

  test("[K3] the published schema has exactly these keys", () => {
    const schema = JSON.parse(readFileSync(new URL("../../../schemas/config.schema.json", import.meta.url), "utf8"));
    const keys = (node: { properties?: object }, prefix = ""): string[] =>
      Object.entries(node.properties ?? {}).flatMap(([key, value]) =>
        value.properties ? keys(value, `${prefix}${key}.`) : [prefix + key],
      );
    expect(keys(schema).sort()).toEqual(CONFIG_KEYS.map((each) => each.key).sort());
  });

  test("[K3] every variable is named after its key", () => {
    expect(CONFIG_KEYS.map((each) => variableName(each)).filter((name) => name !== undefined)).toEqual([
      "SKILLWRIGHT_ROOTS",
      "SKILLWRIGHT_SKILLS_PATH",
      "SKILLWRIGHT_HOST",
      "SKILLWRIGHT_PROJECT_ROOT_MARKERS",
      "SKILLWRIGHT_DEFAULT_SKILLS",
      "SKILLWRIGHT_DISABLE",
      "SKILLWRIGHT_ENABLE",
      "SKILLWRIGHT_MCP_WAIT_SECONDS",
      "SKILLWRIGHT_GIT_HOST",
      "SKILLWRIGHT_JOURNAL",
      "SKILLWRIGHT_INSTALL_REQUIRE_SIGNATURES",
      "SKILLWRIGHT_INSTALL_MIN_RELEASE_AGE_DAYS",
      "SKILLWRIGHT_INSTALL_YES_UP_TO",
      "SKILLWRIGHT_URLS",
      "SKILLWRIGHT_CLAWHUB_URL",
      "SKILLWRIGHT_LIMITS_MAX_DEPTH",
      "SKILLWRIGHT_LIMITS_MAX_DIRECTORIES",
      "SKILLWRIGHT_LIMITS_MAX_ENTRIES",
      "SKILLWRIGHT_LIMITS_MAX_SKILL_BYTES",
      "SKILLWRIGHT_LIMITS_MAX_FRONTMATTER_BYTES",
      "SKILLWRIGHT_CATALOG_MAX_PCT",
      "SKILLWRIGHT_CATALOG_FALLBACK_CHARS",
      "SKILLWRIGHT_CATALOG_MAX_ENTRY_CHARS",
      "SKILLWRIGHT_CATALOG_PINNED",
      "SKILLWRIGHT_DEFAULT_AGENT",
      "SKILLWRIGHT_AGENTS_PATH",
      "SKILLWRIGHT_HISTORY_PATH",
      "SKILLWRIGHT_LLM_PROVIDER",
      "SKILLWRIGHT_LLM_MODEL",
      "SKILLWRIGHT_LLM_API_KEY",
      "SKILLWRIGHT_LLM_API_BASE",
      "SKILLWRIGHT_LLM_TEMPERATURE",
      "SKILLWRIGHT_LLM_MAX_TOKENS",
      "SKILLWRIGHT_LLM_CONTEXT_WINDOW",
      "SKILLWRIGHT_AGENT_EFFORT",
      "SKILLWRIGHT_AGENT_MAX_STEPS",
      "SKILLWRIGHT_AGENT_ASK_TIMEOUT_SECONDS",
    ]);
  });
});
