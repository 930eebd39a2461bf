import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaultRegistry } from "../../../src/install/fetch/npm/default-registry.ts";
import { npm } from "../../../src/install/fetch/npm/npm.ts";
import { projectRegistries, readNpmConfig } from "../../../src/install/fetch/npm/npm-config.ts";
import type { FetchedSource, SourceContext } from "../../../src/install/source.ts";
import { systemError } from "../../../src/platform/files/files.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import type { Fetch, FetchOptions } from "../../../src/platform/network/fetch.ts";
import { nodeFetch } from "../../../src/platform/network/node-fetch.ts";
import type { Spawned } from "../../../src/platform/processes/spawn.ts";
import { type Machine, makeMachine } from "../context.ts";
import { makeTarGz } from "./archives/make-tar.ts";
import { skillText } from "./contract/contract.ts";
import { writeTree } from "./git-fixture.ts";
import { packTree, type Registry, startRegistry } from "./registry.ts";

let machine: Machine;
let registry: Registry;
beforeEach(async () => {
  machine = makeMachine();
  registry = await startRegistry();
});
afterEach(async () => {
  await registry.close();
  machine.remove();
});

const skill = (path: string): Record<string, string> => ({ [`${path}/SKILL.md`]: skillText("x") });
const context = (changes: Partial<SourceContext> = {}): SourceContext =>
  machine.context({
    environment: { ...machine.context().environment, variables: { NPM_CONFIG_REGISTRY: registry.url } },
    ...changes,
  });
const brief = ({ skills, diagnostics }: FetchedSource): object => ({
  skills: skills.map(({ name, origin }) => `${name} ${origin.path}`),
  findings: diagnostics.map(({ code, message }) => `${code} ${message}`),
});

test("[I31] [I8] the origin has what led there: version, tarball and time", async () => {
  registry.publish("@acme/tools", "1.0.0", packTree(skill("skills/old")));
  registry.publish("@acme/tools", "1.1.0", packTree({ "SKILL.md": skillText("tools"), "notes.md": "" }));
  const progress: string[] = [];
  const { skills } = await npm.fetch(
    "npm:@acme/tools@^1",
    context({ progress: ({ what, done }) => void (done !== undefined && done > 0 && progress.push(what)) }),
  );
  expect(new Set(progress)).toEqual(
    new Set([`fetching ${registry.url}@acme%2ftools`, `fetching ${registry.url}@acme/tools/-/1.1.0.tgz`]),
  );
  expect(skills.map(({ name, origin }) => ({ name, origin }))).toEqual([
    {
      name: "tools",
      origin: {
        kind: "npm",
        source: "npm:@acme/tools@^1",
        resolved: "1.1.0",
        artifact: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        path: "",
        released: "2026-01-02T03:04:05.678Z",
      },
    },
  ]);
  expect(registry.asked).toEqual(["GET /@acme%2ftools -", "GET /@acme/tools/-/1.1.0.tgz -"]);
});

test("[I31] what else a package ships may be large; its skills may not", async () => {
  const limits = { ...context().limits, maxFileBytes: 4000, maxBytes: 16_000, maxRatio: 1e6 };
  const large = "x".repeat(5000);
  registry.publish("tools", "1.0.0", packTree({ ...skill("skills/a"), "bin/tool": large }));
  expect(brief(await npm.fetch("npm:tools", context({ limits })))).toEqual({ skills: ["a skills/a"], findings: [] });
  registry.publish("tools", "1.0.1", packTree({ ...skill("skills/a"), "skills/a/tool": large }));
  expect(brief(await npm.fetch("npm:tools", context({ limits })))).toEqual({
    skills: [],
    findings: ["SK642 `skills/a/tool` is larger than 4000 bytes"],
  });
});

test.each([
  ["skills", {}, ["a skills/a"]],
  ["a path", { skills: "./extra" }, ["b extra/b", "a skills/a"]],
  ["paths", { pi: { skills: ["extra", "./more/c/SKILL.md"] } }, ["b extra/b", "c more/c", "a skills/a"]],
  ["objects", { agents: { skills: [{ name: "b", path: "./extra/b" }] } }, ["b extra/b", "a skills/a"]],
  ["nothing of the kind", { skills: { a: 1 }, agents: [], pi: 7 }, ["a skills/a"], "a value that is not a string"],
  ["a path outside", { skills: ["../../etc", "/etc"] }, ["a skills/a"], "`../../etc`", "`/etc`"],
])("[I31] package.json declares %s", async (_, manifest, skills, ...wrong) => {
  const tree = {
    ...skill("skills/a"),
    ...skill("extra/b"),
    ...skill("more/c"),
    "package.json": JSON.stringify(manifest),
  };
  registry.publish("tools", "1.0.0", packTree(tree));
  expect(brief(await npm.fetch("npm:tools", context()))).toEqual({
    skills,
    findings: wrong.map(
      (what) => `SK608 \`package.json\` declares skills at ${what}, which is not a path inside the source`,
    ),
  });
});

test("[I8] a package as npm itself packs it", async () => {
  writeTree(join(machine.work, "tools"), {
    "package.json": JSON.stringify({ name: "tools", version: "1.0.0", license: "MIT" }),
    "skills/pdf/SKILL.md": skillText("pdf"),
    "skills/pdf/run.sh": { text: "#!/bin/sh\n", executable: true },
    [`skills/pdf/${"deep/".repeat(8)}${"name".repeat(20)}.md`]: "long\n",
  });
  const variables = { PATH: process.env["PATH"], HOME: machine.home, npm_config_cache: join(machine.home, "cache") };
  execFileSync("npm", ["pack", "--silent", "--pack-destination", machine.work], {
    cwd: join(machine.work, "tools"),
    env: variables,
  });
  registry.publish("tools", "1.0.0", readFileSync(join(machine.work, "tools-1.0.0.tgz")));
  const fetched = await npm.fetch("npm:tools", context());
  expect(brief(fetched)).toEqual({ skills: ["pdf skills/pdf"], findings: [] });
  expect(fetched.skills[0]?.bundle.files.map(({ path, executable }) => [path, executable])).toEqual([
    ["SKILL.md", false],
    [`${"deep/".repeat(8)}${"name".repeat(20)}.md`, false],
    ["run.sh", true],
  ]);
});

describe("[I32] npm's own default", () => {
  const asked = (answer: Partial<Spawned> | Error): SourceContext =>
    machine.context({
      spawn: async (program, args, options) => {
        expect([program, ...args]).toEqual(["npm", "config", "get", "registry"]);
        expect(options).toEqual({
          cwd: machine.temporary,
          variables: {
            PATH: process.env["PATH"],
            HOME: machine.home,
            npm_config_cache: expect.stringMatching(/\/temporary\/npm$/),
            npm_config_logs_max: "0",
            npm_config_update_notifier: "false",
          },
          timeoutMs: 20_000,
          maxOutputBytes: 4096,
        });
        if (answer instanceof Error) throw answer;
        return { code: 0, stdout: Buffer.from(""), stderr: "", ended: "exited", ...answer };
      },
    });

  test("is what npm says", async () => {
    const context = asked({ stdout: Buffer.from("https://registry.test\n") });
    expect(await defaultRegistry(context)).toEqual({ url: "https://registry.test/" });
  });

  test.each([
    ["there is no npm", systemError("ENOENT", "npm"), "SK604"],
    ["npm fails", { code: 1 }, "SK604"],
    ["npm says something else", { stdout: Buffer.from("undefined\n") }, "SK603"],
  ])("%s", async (_, answer, code) => {
    await expect(defaultRegistry(asked(answer))).rejects.toMatchObject({ code });
  });
});

describe("[I32] npm's configuration", () => {
  const config = (variables: Record<string, string>, project = "", user = ""): ReturnType<typeof readNpmConfig> =>
    readNpmConfig(
      { cwd: "/work/app/src", home: "/home", platform: "linux", variables },
      memoryFiles({
        "/work/app/package.json": "{}",
        "/work/app/.npmrc": project,
        "/home/.npmrc": user,
        "/other": user,
      }),
    );

  test.each([
    ["npm's own without any", {}, "", "", "a", undefined],
    ["the user's", {}, "", "registry = https://u.test/npm", "a", { url: "https://u.test/npm/" }],
    [
      "comments and quotes",
      {},
      "",
      '; registry=x\n#registry=y\nregistry="https://q.test/"',
      "a",
      { url: "https://q.test/" },
    ],
    [
      "the project's before the user's",
      {},
      "registry=https://p.test/",
      "registry=https://u.test/",
      "a",
      { url: "https://p.test/", from: "/work/app/.npmrc" },
    ],
    [
      "a variable before both",
      { NPM_CONFIG_REGISTRY: "https://v.test" },
      "registry=https://p.test/",
      "",
      "a",
      { url: "https://v.test/" },
    ],
    [
      "a scope's before any",
      { npm_config_registry: "https://v.test" },
      "",
      "@acme:registry=https://s.test/",
      "@acme/a",
      { url: "https://s.test/" },
    ],
    [
      "a scope's variable, in any case",
      { "npm_config_@acme:registry": "https://v.test" },
      "",
      "",
      "@Acme/a",
      { url: "https://v.test/" },
    ],
    ["no other scope's", {}, "", "@acme:registry=https://s.test/", "@other/a", undefined],
    ["the user's variables", { HOST: "e.test" }, "", "registry=https://${HOST}/", "a", { url: "https://e.test/" }],
    ["no variable in a project's file", { SECRET: "s" }, "registry=https://${SECRET}.evil.test/", "", "a", undefined],
    [
      "another file of the user's",
      { npm_config_userconfig: "/other" },
      "",
      "registry=https://o.test/",
      "a",
      { url: "https://o.test/" },
    ],
  ])("%s", (_, variables, project, user, name, expected) => {
    expect(config(variables, project, user).registryOf(name)).toEqual(expected);
  });

  test.each(["file:///etc", "https://u:p@h.test/", "nonsense", "javascript:1"])("%s is SK603", (url) => {
    expect(() => config({ npm_config_registry: url }).registryOf("a")).toThrow(
      expect.objectContaining({ code: "SK603" }),
    );
  });

  const TOKENS = "//h.test/npm/:_authToken=${TOKEN}\n//h.test/:_auth=YTpi\n//x.test/:_authToken=${MISSING}\n";
  test.each([
    ["https://h.test/npm/a", "Bearer t"],
    ["https://h.test/npm/a/-/1.tgz", "Bearer t"],
    ["https://h.test/other", "Basic YTpi"],
    ["https://h.test.evil.test/npm/a", undefined],
    ["https://x.test/a", undefined],
    ["https://evil.test/h.test/npm/", undefined],
  ])("a token goes to its server alone: %s", (url, expected) => {
    expect(config({ TOKEN: "t" }, "", TOKENS).authorizationFor(url)).toBe(expected);
    expect(config({ TOKEN: "t" }, TOKENS, "").authorizationFor(url)).toBeUndefined();
  });

  test("a registry that the project chose is reported and does not pass for the user's", async () => {
    registry.publish("tools", "1.0.0", packTree(skill("skills/a")));
    writeTree(machine.work, { "package.json": "{}", ".npmrc": `registry=${registry.url}\n` });
    const options: FetchOptions[] = [];
    const fetched = await npm.fetch(
      "npm:tools",
      machine.context({
        fetch: (url, given) => {
          options.push(given);
          return nodeFetch(url, { ...given, typed: true });
        },
      }),
    );
    expect(brief(fetched)).toEqual({
      skills: ["a skills/a"],
      findings: [`SK609 this project's \`.npmrc\` sends npm to the registry ${registry.url}`],
    });
    expect(options.map(({ typed }) => typed)).toEqual([false, false]);
  });

  test("a tarball with more than one directory is refused", async () => {
    registry.publish(
      "tools",
      "1.0.0",
      makeTarGz([
        { name: "a/SKILL.md", content: "x" },
        { name: "b/SKILL.md", content: "y" },
      ]),
    );
    await expect(npm.fetch("npm:tools", context())).rejects.toMatchObject({
      message: expect.stringMatching(/^`tools` is not packed /),
    });
  });

  test("the registries that a project names, for all packages and for a scope, each with its file", () => {
    const environment = { cwd: "/work/app/src", home: "/home", platform: "linux", variables: {} } as const;
    const files = memoryFiles({
      "/work/app/package.json": "{}",
      "/work/app/.npmrc": "registry=https://p.test/\n@acme:registry=https://a.test/\n=x\ncolor=true\n",
    });
    expect(projectRegistries(environment, files)).toEqual([
      { key: "registry", value: "https://p.test/", path: "/work/app/.npmrc" },
      { key: "@acme:registry", value: "https://a.test/", path: "/work/app/.npmrc" },
    ]);
  });

  test("[T8] no request goes to a registry that only an untrusted project names", async () => {
    const other = await startRegistry();
    for (const each of [registry, other]) each.publish("tools", "1.0.0", packTree(skill("skills/a")));
    writeTree(machine.work, { "package.json": "{}", ".npmrc": `registry=${other.url}\n@acme:registry=${other.url}\n` });
    const asked: string[] = [];
    const fetch: Fetch = (url, given) => {
      asked.push(url);
      return nodeFetch(url, { ...given, typed: true });
    };
    writeTree(machine.home, { ".npmrc": `registry=${registry.url}\n` });
    const fetched = await npm.fetch("npm:tools", machine.context({ fetch, trusts: () => false }));
    expect(brief(fetched)).toMatchObject({
      findings: ["SK609 this project's `.npmrc` names a registry, which is not used: the folder is not trusted"],
    });
    expect(asked.filter((url) => url.startsWith(other.url))).toEqual([]);
    expect(asked).toHaveLength(2);
    await other.close();
  });

  test("only the registry's own server counts as the user's word", async () => {
    const other = await startRegistry();
    other.publish("tools", "1.0.0", packTree(skill("skills/a")));
    registry.publish("tools", "1.0.0", packTree(skill("skills/a")), { tarball: `${other.url}tools/-/1.0.0.tgz` });
    const typed: unknown[] = [];
    const fetch: Fetch = (url, given) => {
      typed.push(given.typed);
      return nodeFetch(url, { ...given, typed: true });
    };
    await npm.fetch("npm:tools", context({ fetch }));
    expect(typed).toEqual([true, false]);
    await other.close();
  });
});

describe("[I36] what a project depends on", () => {
  const manifest = (name: string, more = {}): string => JSON.stringify({ name, version: "1.0.0", ...more });
  const fetchHere = (text = "npm:."): Promise<FetchedSource> => npm.fetch(text, machine.context());

  test("direct dependencies, in npm's layout; theirs are not", async () => {
    writeTree(machine.work, {
      "package.json": JSON.stringify({
        dependencies: { tools: "^1", "@acme/kit": "*", plain: "1", missing: "1", "../evil": "1" },
        devDependencies: { single: "1" },
      }),
      "node_modules/tools/package.json": manifest("tools", { skills: "extra" }),
      ...skill("node_modules/tools/skills/a"),
      ...skill("node_modules/tools/extra/b"),
      ...skill("node_modules/tools/test/c"),
      "node_modules/@acme/kit/package.json": manifest("@acme/kit"),
      ...skill("node_modules/@acme/kit/skills/d"),
      "node_modules/plain/package.json": manifest("plain"),
      ...skill("node_modules/plain/docs/e"),
      "node_modules/single/package.json": manifest("single"),
      "node_modules/single/SKILL.md": skillText("single"),
      "node_modules/transitive/package.json": manifest("transitive"),
      ...skill("node_modules/transitive/skills/f"),
      ...skill("node_modules/tools/node_modules/deep/skills/g"),
    });
    const fetched = await fetchHere();
    expect(brief(fetched)).toEqual({
      skills: ["d @acme/kit/skills/d", "single single", "b tools/extra/b", "a tools/skills/a"],
      findings: [],
    });
    expect(fetched.skills[0]?.origin).toEqual({
      kind: "npm",
      source: `npm:${machine.work}`,
      resolved: "@acme/kit@1.0.0",
      path: "@acme/kit/skills/d",
    });
  });

  test("in pnpm's layout, where each is a link into a store", async () => {
    const store = "node_modules/.pnpm/tools@1.0.0/node_modules/tools";
    writeTree(machine.work, {
      "package.json": JSON.stringify({ dependencies: { tools: "1", alias: "npm:tools@1", mine: "workspace:*" } }),
      [`${store}/package.json`]: manifest("tools"),
      ...skill(`${store}/skills/a`),
      "node_modules/tools": { link: ".pnpm/tools@1.0.0/node_modules/tools" },
      "packages/mine/package.json": manifest("mine"),
      ...skill("packages/mine/skills/b"),
      "node_modules/mine": { link: "../packages/mine" },
    });
    expect(brief(await fetchHere())).toEqual({
      skills: ["a tools/skills/a"],
      findings: ["SK606 `mine` is a link to a local directory, not a package of a registry, and is left out"],
    });
  });

  test("hoisted above a workspace, but not above its repository", async () => {
    writeTree(machine.work, {
      ".git/HEAD": "",
      "app/package.json": JSON.stringify({ dependencies: { tools: "1" } }),
      "node_modules/tools/package.json": manifest("tools"),
      ...skill("node_modules/tools/skills/a"),
    });
    expect(brief(await fetchHere("npm:./app"))).toEqual({ skills: ["a tools/skills/a"], findings: [] });
    writeTree(machine.work, { "app/.git": "gitdir: elsewhere" });
    expect(brief(await fetchHere("npm:./app"))).toMatchObject({ skills: [] });
  });

  test("a package that links its skills to elsewhere gives none", async () => {
    writeTree(machine.work, {
      "package.json": JSON.stringify({ dependencies: { tools: "1" } }),
      ...skill("private/a"),
      "node_modules/tools/package.json": manifest("tools", { skills: ["linked/a", "./file"] }),
      "node_modules/tools/skills": { link: "../../private" },
      "node_modules/tools/linked": { link: "../../private" },
      "node_modules/tools/file": "",
    });
    expect(brief(await fetchHere())).toMatchObject({ skills: [] });
  });

  test("two packages with a skill of one name: the first package keeps it", async () => {
    writeTree(machine.work, {
      "package.json": JSON.stringify({ dependencies: { b: "1", a: "1" } }),
      ...Object.fromEntries(["a", "b"].map((name) => [`node_modules/${name}/package.json`, manifest(name)])),
      ...skill("node_modules/a/skills/same"),
      ...skill("node_modules/b/skills/same"),
    });
    expect(brief(await fetchHere())).toEqual({
      skills: ["same a/skills/same"],
      findings: ["SK606 `b/skills/same` has the same name as `a/skills/same`, and is left out"],
    });
  });

  test("without a package.json it is SK602", async () => {
    await expect(fetchHere()).rejects.toMatchObject({ code: "SK602" });
  });
});
