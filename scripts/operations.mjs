// `node scripts/operations.mjs`: writes docs/operations.md from the tables of the surfaces and the reviewed table below, and the
// tables of docs/json.md from the answers of the verbs. A test fails if a command, route, method or tool is missing here, or if
// a page is not up to date.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { importRooms } from "./import-rooms.mjs";
import { jsonPage } from "./json-reference.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

export const EFFECTS = ["read", "write", "execute", "network"];

const row = (group, name, effects, surfaces, note) => ({ group, name, effects: effects.split(" "), note, ...surfaces });
const see = row.bind(undefined, "See");
const _author = row.bind(undefined, "Write");
const run = row.bind(undefined, "Run");
const manage = row.bind(undefined, "Manage");
const serve = row.bind(undefined, "Serve");

/**
 * Facts that are not in the verbs' own files, by `verb.operation`: other names of an operation, and the operations that
 * the console uses.
 */
export const ELSEWHERE = {
  "list.list": {
    console: true,
    mcp: ["skill_list", "skills/list", "resources/list"],
    app: ["skills/list", "skills/reload"],
  },
  "disable.disable": { console: true, app: ["skills/config/write"] },
  "enable.enable": { console: true, app: ["skills/config/write"] },
  "add.add": { console: true, http: ["applyPlan"] },
  "approve.approve": { console: true, http: ["applyPlan"] },
  "audit.audit": { console: true },
  "deps.deps": { console: true },
  "install.install": { http: ["applyPlan"] },
  "list.roots": { console: true },
  "remove.remove": { console: true, http: ["applyPlan"] },
  "trust.survey": { console: true },
  "trust.trust": { console: true },
  "update.check": { console: true },
  "update.rollback": { console: true, http: ["applyPlan"] },
  "update.sites": { http: ["applyPlan"], app: ["skills/remote/write", "skills/remote/export"] },
  "update.update": { console: true, http: ["applyPlan"] },
  "verify.verify": { console: true },
  "list.origins": { console: true },
  "check.check": { console: true },
  "catalog.catalog": { console: true },
  "load.load": { mcp: ["skill", "prompts/get"] },
  "load.resource": { console: true, mcp: ["skill_resource", "resources/read", "resources/directory/read"] },
  "run.list": { mcp: ["prompts/list"] },
  "run.call": { mcp: ["prompts/get"] },
  "run.script": { mcp: ["skill_script"] },
  "search.search": { console: true, mcp: ["skill_search"] },
  "explain.details": { console: true, mcp: ["skills/get"] },
  "explain.explain": { console: true },
  "explain.hosts": { console: true },
  "explain.code": { console: true },
  "explain.message": { console: true },
  "matrix.matrix": { console: true },
  "hosts.hosts": { console: true },
  "list.watch": { console: true, http: ["events"] },
};

/** Returns the rows of the operations that verbs define. */
export function verbRows(verbs) {
  return verbs.flatMap(({ name: verb, group, operations }) =>
    Object.entries(operations).map(([key, { summary, effects, note, cli, http, appServer }]) => {
      const elsewhere = ELSEWHERE[`${verb}.${key}`] ?? {};
      const form = [verb, ...(cli?.flags ?? []).map((flag) => `--${flag}`)].join(" ");
      return {
        ...{ group, name: summary, effects, note },
        cli: cli ? [form] : [],
        http: [...(typeof http === "string" ? [] : [http.id]), ...(elsewhere.http ?? [])],
        console: elsewhere.console,
        app: [...(appServer ? [appServer.method] : []), ...(elsewhere.app ?? [])],
        mcp: elsewhere.mcp ?? [],
      };
    }),
  );
}

/** The other operations with their effects, and their names on each surface. This table is reviewed by hand. */
const REVIEWED = [
  see("show the history of a skill", "read", { http: ["skillHistory"], console: true }),
  see("set extra roots", "read", { app: ["skills/extraRoots/set"] }, "lasts until the server ends; nothing is stored"),
  see("describe the server", "read", { http: ["about"], console: true }),

  run("talk with a model", "write execute network", { cli: ["agent"] }),

  manage("plan a change of installed skills", "read network", {
    cli: [
      "add --dry-run",
      "install --dry-run",
      "update --dry-run",
      "update --sites --dry-run",
      "approve --dry-run",
      "remove --dry-run",
    ],
    http: ["plan"],
    console: true,
    app: ["skills/remote/list", "skills/remote/read"],
  }),
  manage("read a planned file", "read", { http: ["readPlannedFile"], console: true }),

  serve("serve HTTP", "read network", { cli: ["serve"] }, "with `--write` the effects of every route"),
  serve("serve MCP", "read", { cli: ["mcp"], http: ["mcp"] }, "the effects of the MCP column"),
  serve("serve JSON-RPC", "read", { cli: ["app-server"] }, "the effects of the app-server column"),
  serve("complete in shells", "read", { cli: ["completion"] }),
];

const GROUPS = ["See", "Write", "Run", "Manage", "Serve"];

/** Returns every operation by group: those of the verbs, then the others. */
export function allOperations(verbs) {
  const rows = [...verbRows(verbs), ...REVIEWED];
  return GROUPS.flatMap((group) => rows.filter((each) => each.group === group));
}

/** Routes that are not in the table of routes. */
export const OTHER_ROUTES = { events: "GET /api/events", mcp: "/mcp" };

/** Returns the text of docs/operations.md. */
export function operationsPage(routes, verbs) {
  const all = allOperations(verbs);
  const addresses = new Map(routes.map(({ id, method, path }) => [id, `${method} ${path}`]));
  const code = (names = []) => names.map((name) => `\`${name}\``).join("<br>");
  const lines = all.map(({ group, name, effects, note = "", cli, http = [], app, mcp, console: view }, at) => {
    const heading = all[at - 1]?.group === group ? "" : `\n## ${group}\n\n${HEAD}\n`;
    const routed = http.map((id) => addresses.get(id) ?? OTHER_ROUTES[id]);
    const cells = [name, effects.join(", "), code(cli), code(routed), code(app), code(mcp), view ? "yes" : "", note];
    return `${heading}| ${cells.join(" | ")} |`;
  });
  return `${INTRODUCTION}${lines.join("\n")}\n`;
}

const HEAD = `| operation | effects | CLI | HTTP | app server | MCP | console | note |
| --- | --- | --- | --- | --- | --- | --- | --- |`;

const INTRODUCTION = `# Operations and surfaces

\`node scripts/operations.mjs\` writes this page from the verbs in \`src/ops/verbs\` and the tables of the surfaces.

- **read**: reads files of this machine. It writes nothing but a cache.
- **write**: changes files: skills, locks, settings, trust, links or results.
- **execute**: starts a program for a skill or for its packages.
- **network**: contacts another machine, or listens for one.

Loading skills can have one more effect, which the tables do not repeat: it asks the MCP servers that the user configured as
sources of skills. It only reports an installation that was interrupted. Operations that install finish or undo it first.
The route of \`doctor\` and the method \`skills/load\` start programs, but their tables do not have \`writes\`.
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { routes, verbs, shapes } = await loadTables();
  writeFileSync(join(root, "docs/operations.md"), operationsPage(routes, verbs));
  const page = join(root, "docs/json.md");
  writeFileSync(page, jsonPage(readFileSync(page, "utf8"), verbs, shapes));
}

/** Returns the tables of routes, verbs and answers. */
async function loadTables() {
  const files = ["src/surfaces/http/routes.ts", "src/ops/all-verbs.ts", "src/ops/answers/shapes.ts"];
  const [{ ROUTES }, { ALL_VERBS }, shapes] = await importRooms(...files);
  return { routes: ROUTES, verbs: ALL_VERBS, shapes };
}
