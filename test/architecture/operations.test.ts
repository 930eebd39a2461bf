/**
 * Checks that docs/operations.md and docs/json.md are complete, up to date, and consistent with the tables of the
 * surfaces.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { jsonPage } from "../../scripts/json-reference.mjs";
import { allOperations, EFFECTS, OTHER_ROUTES, operationsPage } from "../../scripts/operations.mjs";
import type { JsonSchema } from "../../src/model/schema.ts";
import { ALL_VERBS } from "../../src/ops/all-verbs.ts";
import * as shapes from "../../src/ops/answers/shapes.ts";
import { skillTools } from "../../src/session/tools/skill-tools.ts";
import { METHODS } from "../../src/surfaces/app-server/app-server.ts";
import { COMMANDS } from "../../src/surfaces/cli/commands.ts";
import { ROUTES } from "../../src/surfaces/http/routes.ts";
import { told } from "../session/tools/told-session.ts";

interface Operation {
  readonly name: string;
  readonly effects: readonly string[];
  readonly cli?: readonly string[];
  readonly http?: readonly string[];
  readonly app?: readonly string[];
  readonly mcp?: readonly string[];
  readonly console?: boolean;
}

const root = resolve(import.meta.dirname, "../..");
const operations = allOperations(ALL_VERBS) as unknown as readonly Operation[];
const methods = [...METHODS.values()];

function namesOf(surface: "cli" | "http" | "app" | "mcp"): string[] {
  const names = operations.flatMap((operation) => operation[surface] ?? []);
  return [...new Set(surface === "cli" ? names.map((text) => text.split(" ")[0] as string) : names)].sort();
}

function sourcesOf(folder: string): string {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  const sources = files.filter((name) => /\.tsx?$/.test(name)).sort();
  return sources.map((name) => readFileSync(join(root, folder, name), "utf8")).join("\n");
}

/** The requests that the Skills extension handles; docs/mcp.md describes them. */
const EXTENSION = ["skills/list", "skills/get", "resources/read", "resources/directory/read"];
const TOOLS = ["tools/list", "tools/call"];

describe("the table of operations", () => {
  test("has every command, route and method", () => {
    expect(namesOf("cli")).toEqual(COMMANDS.map(({ name }) => name).sort());
    expect(namesOf("http")).toEqual([...ROUTES.map(({ id }) => id), ...Object.keys(OTHER_ROUTES)].sort());
    expect(namesOf("app")).toEqual(methods.map(({ name }) => name).sort());
  });

  test("has every tool and request of MCP", async () => {
    const tools = await skillTools(told().session, { resources: true, search: true, scripts: true });
    const handlers = [...sourcesOf("src/surfaces/mcp").matchAll(/setRequestHandler\("([^"]+)"/g)].map(
      ([, name]) => name,
    );
    const requests = handlers.filter((name) => !TOOLS.includes(name as string));
    expect(namesOf("mcp")).toEqual([...tools.map(({ name }) => name), ...requests, ...EXTENSION].sort());
  });

  test("marks exactly the routes that the console requests", () => {
    const text = sourcesOf("src/surfaces/console").replaceAll(/\$\{[^}]*\}/g, "{}");
    const literals = [...text.matchAll(/["`](\/api\/[^"`?]*)["`]/g)].map(([, path]) => path as string);
    const about = [...text.matchAll(/skillPath\(([^()]*)\)/g)].flatMap(([, given = ""]) => {
      const rest = [...given.matchAll(/"(\/[a-z]+)"/g)].map(([, path]) => path as string);
      return rest.length > 0 ? rest : [""];
    });
    const asked = new Set([...literals, ...about.map((rest) => `/api/skills/{}${rest}`)]);
    const isAsked = (path: string): boolean => asked.has(path.replaceAll(/\{\w+\}/g, "{}"));
    const marked = operations.filter((each) => each.console).flatMap(({ http = [] }) => http);
    const paths = new Map(ROUTES.map(({ id, path }) => [id, path]));
    expect(marked.filter((id) => !isAsked(paths.get(id) ?? `/api/${id}`))).toEqual([]);
    const markedPaths = marked.map((id) => paths.get(id));
    const unmarked = ROUTES.filter(({ path }) => isAsked(path) && !markedPaths.includes(path));
    expect(unmarked.map(({ id }) => id)).toEqual([]);
  });

  test("states known effects, and `write` or `execute` where a table says `writes`", () => {
    expect(operations.filter(({ effects }) => effects.some((each) => !EFFECTS.includes(each)))).toEqual([]);
    const entries = [...ROUTES.map(({ id, writes }) => ({ name: id, writes })), ...methods];
    const wrong = operations.flatMap(({ name, effects, http = [], app = [] }) => {
      const changes = effects.includes("write") || effects.includes("execute");
      const found = entries.filter((entry) => [...http, ...app].includes(entry.name));
      return found.filter(({ writes }) => writes !== changes).map((entry) => `${name}: ${entry.name}`);
    });
    // The only exception, which the page also names: this operation starts programs but is not marked with `writes`.
    expect(wrong).toEqual([expect.stringMatching(/^Load a skill .*: skills\/load$/)]);
  });

  test("[SV34] lets no route contact another machine without `--write` or a token", () => {
    const ids = operations.filter(({ effects }) => effects.includes("network")).flatMap(({ http = [] }) => http);
    const open = ROUTES.filter(({ id, writes, contacts }) => ids.includes(id) && !writes && !contacts({} as never));
    expect([ids.length > 5, open.map(({ id }) => id)]).toEqual([true, []]);
  });

  test("is docs/operations.md", () => {
    expect(readFileSync(join(root, "docs/operations.md"), "utf8")).toBe(operationsPage(ROUTES, ALL_VERBS));
  });

  test("is docs/json.md, with the meaning of every field", () => {
    const page = readFileSync(join(root, "docs/json.md"), "utf8");
    expect(page).toBe(jsonPage(page, ALL_VERBS, shapes));
    expect(page.split("\n").filter((line) => /^\| `\w+` \| .* \| +\|$/.test(line))).toEqual([]);
    const described = (json: JsonSchema): boolean =>
      Object.values(json.properties ?? {}).every((each) => each.description !== undefined || each.$ref || each.anyOf);
    expect(Object.entries(shapes).filter(([, { json }]) => !described(json))).toEqual([]);
  });
});
