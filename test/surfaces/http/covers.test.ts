import { expect, test } from "vitest";
import { ALL_VERBS } from "../../../src/ops/all-verbs.ts";
import { VERBS } from "../../../src/ops/verbs.ts";
import { COMMANDS } from "../../../src/surfaces/cli/commands.ts";
import { pathParameters } from "../../../src/surfaces/http/openapi.ts";
import { ROUTES } from "../../../src/surfaces/http/routes.ts";
import { routesOf } from "../../../src/surfaces/http/verb-routes.ts";

/**
 * `=name`: the request's field with the same meaning. `always`: every answer has it. Other text: the reason why there
 * is none.
 */
type Options = Readonly<Record<string, string>>;
type Covered = readonly [routes: readonly string[], options: Options] | string;

/** Every command that is not a verb: the routes and fields of its options, or the reason why it has none. */
const COVERS: Readonly<Record<string, Covered>> = {
  agent:
    "a conversation asks a person before it acts, at a terminal; over HTTP it would be a shell for every client that reaches it",
  serve: "it is what answers",
  mcp: "`/mcp`",
  "app-server": "the same for programs that start their server themselves",
  completion: "for shells",
};

/** Routes outside of the table: server-sent events. */
const OTHERS = ["events"];

test("[SV2] everything that the command line can do has a route, or a reason", async () => {
  const others = COMMANDS.filter(({ name }) => !VERBS.some((verb) => verb.name === name));
  expect(Object.keys(COVERS)).toEqual(others.map(({ name }) => name));
  for (const { name, load } of others) {
    const covered = COVERS[name] ?? "";
    if (typeof covered === "string") continue;
    const [ids, options] = covered;
    const routes = ids.map((id) => ROUTES.find((route) => route.id === id));
    expect([name, ids.filter((id, at) => !routes[at] && !OTHERS.includes(id))]).toEqual([name, []]);
    const takes = routes.flatMap((route) => Object.keys(route?.input.json.properties ?? {}));
    const fields = Object.values(options).flatMap((option) => (option.startsWith("=") ? [option.slice(1)] : []));
    expect([name, fields.filter((field) => !takes.includes(field))]).toEqual([name, []]);
    expect([name, Object.keys(options).sort()]).toEqual([name, Object.keys((await load()).options).sort()]);
  }
});

test("[SV2] and every route is a command's, a plan's, or the console's own", () => {
  const own = ["about", "skillHistory", "plan", "readPlannedFile", "applyPlan"];
  const used = new Set([
    ...ALL_VERBS.flatMap(routesOf).map(({ id }) => id),
    ...Object.values(COVERS).flatMap((covered) => (typeof covered === "string" ? [] : covered[0])),
  ]);
  expect(ROUTES.map(({ id }) => id).filter((id) => !used.has(id))).toEqual(own);
});

test("[SV28] what runs something of a skill, or lets something in, takes `--write`", () => {
  const acting = ["activateSkill", "runCommand", "runScript", "installPackages", "addServers", "approveServed"];
  for (const id of acting)
    expect(ROUTES.find((route) => route.id === id)).toMatchObject({ writes: true, method: "POST" });
  for (const { path, input } of ROUTES)
    expect(pathParameters(path).filter((name) => !input.json.required?.includes(name))).toEqual([]);
});
