/** The acceptance tables of the seeds in `conformance/seeds`, each case through the library, the command and MCP. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { LoadOptions } from "../../src/catalog/load/load.ts";
import { calledName } from "../../src/model/skills/skill.ts";
import { openSkills, type Skills } from "../../src/ops/open-skills.ts";
import { openMcp } from "../../src/surfaces/mcp/open-mcp.ts";
import { packageRoot } from "./cli/run.ts";
import { SharedSandbox as Sandbox } from "./cli/shared.ts";
import { connect } from "./mcp/connect.ts";

interface SeedCase {
  readonly title: string;
  /** Files that change before the requests. `without` lists removed paths. */
  readonly write?: Readonly<Record<string, string>>;
  readonly without?: readonly string[];
  /** The ids of the loaded skills, in order. */
  readonly listed?: readonly string[];
  /** Loads a skill as a model does. `{path}` becomes absolute. */
  readonly load?: string;
  readonly scope?: readonly string[];
  readonly gets?: readonly string[];
  readonly refused?: string;
  /** The names that the answer to an unknown word must list, and those that it must not. */
  readonly like?: readonly string[];
  readonly unlike?: readonly string[];
  /** The text about all skills for a model. */
  readonly catalog?: boolean;
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  readonly message?: string;
  readonly selects?: readonly string[];
  readonly tools?: readonly string[];
  readonly warns?: string;
  /** The answer over MCP, if it differs. */
  readonly mcp?: readonly string[];
}

interface SeedTable {
  readonly seed: string;
  readonly host: string;
  readonly files: Readonly<Record<string, string>>;
  readonly cases: readonly SeedCase[];
}

/** One interface to the skills: the library, the command or MCP. */
interface Way {
  listed(): Promise<readonly string[]>;
  load(asked: string, scope?: readonly string[]): Promise<{ text: string; code?: string }>;
  catalog(): Promise<string>;
  /** The requests that the command and MCP cannot express: the command prints no tools, and an MCP client sends no message and reads no warnings. */
  selects?(message: string): Promise<readonly string[]>;
  tools?(): Promise<readonly string[]>;
  warnings?(): Promise<readonly string[]>;
  close?(): Promise<void>;
}

const directory = join(packageRoot, "conformance", "seeds");
const tables = readdirSync(directory).map(
  (name) => JSON.parse(readFileSync(join(directory, name), "utf8")) as SeedTable,
);
const sandboxes: Sandbox[] = [];
afterAll(() => {
  for (const { directory: path } of sandboxes) rmSync(path, { recursive: true, force: true });
});

/**
 * The requests that an interface cannot express. If a case has only such requests, it is left out for the interface, so that it cannot pass without a check.
 */
const CANNOT = {
  library: [],
  command: ["tools"],
  mcp: ["message", "selects", "warns"],
} as const;
const QUESTIONS = ["listed", "load", "catalog", "message", "tools", "warns"] as const;

function canAsk(name: keyof typeof CANNOT, given: SeedCase): boolean {
  const cannot: readonly string[] = CANNOT[name];
  return QUESTIONS.some((question) => given[question] !== undefined && !cannot.includes(question));
}

describe.each(tables)("[V25] [MC35] $seed", ({ host, files, cases }) => {
  describe.each(["library", "command", "mcp"] as const)("through the %s", (name) => {
    const asked = cases.filter((each) => canAsk(name, each));
    test.each(asked.map((each) => [each.title, each] as const))("%s", async (_, given) => {
      const sandbox = new Sandbox(files);
      sandboxes.push(sandbox);
      const way = await WAYS[name](sandbox, host, given.scope);
      try {
        sandbox.write(given.write ?? {});
        for (const path of given.without ?? [])
          rmSync(sandbox.path(path), { recursive: true, force: true, maxRetries: 3 });
        await ask(given, way, sandbox, name === "mcp");
      } finally {
        await way.close?.();
      }
    });
  });
});

async function ask(given: SeedCase, way: Way, sandbox: Sandbox, overMcp: boolean): Promise<void> {
  const absolute = (text: string): string => text.replace(/\{([^}]+)\}/g, (_, path: string) => sandbox.path(path));
  if (given.listed) expect(await way.listed()).toEqual(given.listed);
  if (given.warns && way.warnings) expect(await way.warnings()).toContain(given.warns);
  if (given.tools && way.tools) expect(await way.tools()).toEqual(given.tools);
  if (given.message !== undefined && way.selects)
    expect(await way.selects(absolute(given.message))).toEqual(given.selects);
  if (given.catalog) {
    const text = await way.catalog();
    for (const part of overMcp ? (given.mcp ?? given.has ?? []) : (given.has ?? [])) expect(text).toContain(part);
    for (const part of given.lacks ?? []) expect(text).not.toContain(part);
  }
  if (given.load === undefined) return;
  const { text, code } = await way.load(absolute(given.load), given.scope);
  for (const part of given.gets ?? []) expect(text).toContain(part);
  for (const part of given.like ?? []) expect(text).toContain(part);
  for (const part of given.unlike ?? []) expect(text).not.toContain(part);
  if (given.gets) expect(code).toBeUndefined();
  if (given.refused) expect(code).toBe(overMcp ? "refused" : given.refused);
  for (const part of overMcp ? (given.mcp ?? []) : []) expect(text).toContain(part);
}

type MakeWay = (sandbox: Sandbox, host: string, scope?: readonly string[]) => Promise<Way>;

function optionsFor(sandbox: Sandbox, host: string): LoadOptions {
  const variables = { PATH: join(sandbox.directory, "bin"), HOME: sandbox.home };
  return {
    host,
    trust: "all",
    servers: false,
    environment: { cwd: sandbox.project, home: sandbox.home, platform: "linux", variables },
  };
}

/** The embedded skills belong to Skillwright, not to the seeds. */
const EMBEDDED = /^skill-(?:creator|doctor|installer)$/;

const throughLibrary: MakeWay = async (sandbox, host) => {
  const open = await openSkills(optionsFor(sandbox, host));
  const fresh = async (): Promise<Skills> => {
    await open.reload({ force: true });
    return open;
  };
  return {
    listed: async () => (await fresh()).skills.map(calledName).filter((name) => !EMBEDDED.test(name)),
    async load(asked, scope) {
      const request = { asked, actor: "model" } as const;
      const answer = await open.activate(request, scope ? { scope: { skills: scope } } : {});
      if ("activation" in answer) return { text: answer.activation.text };
      const { code, reason, help = "" } = answer.refusal;
      return { text: `${reason} ${help}`, code };
    },
    catalog: async () => (await open.catalog()).text,
    async selects(message) {
      return (await open.resolve(message)).selected.map(({ offered }) => offered.address);
    },
    tools: async () => (await (await fresh()).tools(undefined, { search: false })).map(({ name }) => name),
    warnings: async () => (await fresh()).snapshot.diagnostics.map(({ code }) => code),
    close: () => open.close(),
  };
};

const throughCommand: MakeWay = async (sandbox, host) => {
  const trusted = sandbox.run(["trust", "--yes"]);
  expect(trusted.code).toBe(0);
  const run = (args: readonly string[]) => sandbox.run([...args, "--host", host]);
  const json = (args: readonly string[]) => JSON.parse(run([...args, "--json"]).stdout);
  return {
    listed: async () =>
      (json(["list"]).skills as { name: string; hostId?: string }[])
        .map(calledName)
        .filter((name) => !EMBEDDED.test(name)),
    async load(asked, scope) {
      const limits = scope ? ["--agent-skills", scope.join(",")] : [];
      const { code, stdout, stderr } = run(["load", asked, "--actor", "model", ...limits]);
      if (code === 0) return { text: stdout };
      return { text: stderr, code: /error\[(\w+)\]/.exec(stderr)?.[1] ?? stderr };
    },
    catalog: async () => run(["catalog"]).stdout,
    async selects(message) {
      const { selected } = json(["explain", "--message", message]) as { selected: { address: string }[] };
      return selected.map(({ address }) => address);
    },
    warnings: async () => (json(["list"]).diagnostics as { code: string }[]).map(({ code }) => code),
  };
};

const throughMcp: MakeWay = async (sandbox, host, scope) => {
  const skills = await openSkills(optionsFor(sandbox, host));
  const { client, close } = await connect(
    await openMcp(skills, { version: "1", ...(scope ? { scope: { skills: scope } } : {}) }),
  );
  const { tool } = skills.profile;
  const toolList = async () => {
    await skills.reload({ force: true });
    return (await client.listTools()).tools;
  };
  return {
    async listed() {
      await skills.reload({ force: true });
      const { prompts } = await client.listPrompts();
      const names = prompts.map(({ name }) => name).filter((name) => !EMBEDDED.test(name));
      const listed = skills.skills.map(calledName).filter((name) => !EMBEDDED.test(name));
      // Prompts are sorted by name. They omit skills for models only, and include the commands of skills.
      const typable = skills.skills.filter(({ manifest }) => manifest.userInvocable !== false).map(calledName);
      for (const name of listed) if (typable.includes(name) && !name.includes("/")) expect(names).toContain(name);
      return listed;
    },
    async load(asked) {
      const answer = await client.callTool({
        name: tool?.name ?? "skill",
        arguments: { [tool?.parameter ?? "name"]: asked },
      });
      const text = (answer.content as { text: string }[]).map((each) => each.text).join("");
      return answer.isError ? { text, code: "refused" } : { text };
    },
    catalog: async () => (await toolList()).map(({ description }) => description).join("\n"),
    tools: async () => (await toolList()).map(({ name }) => name),
    async close() {
      await close();
      await skills.close();
    },
  };
};

const WAYS = { library: throughLibrary, command: throughCommand, mcp: throughMcp } as const;
