// `node scripts/operations.mjs`: writes docs/operations.md from the tables of the surfaces and the reviewed table below. A test
// fails if a command, route, method or tool is missing here, or if the page is not up to date.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

export const EFFECTS = ["read", "write", "execute", "network"];

const row = (group, name, effects, surfaces, note) => ({ group, name, effects: effects.split(" "), note, ...surfaces });
const see = row.bind(undefined, "See");
const author = row.bind(undefined, "Write");
const run = row.bind(undefined, "Run");
const manage = row.bind(undefined, "Manage");
const serve = row.bind(undefined, "Serve");

/** Reviewed by hand: the effects of each operation, and its name on each surface. */
export const OPERATIONS = [
  see("list skills", "read", {
    cli: ["list"],
    http: ["listSkills"],
    console: true,
    app: ["skills/list", "skills/reload"],
    mcp: ["skill_list", "skills/list", "resources/list"],
  }),
  see("list origins", "read", { cli: ["list --origin"], http: ["listOrigins"], console: true }),
  see("show a skill", "read", { cli: ["show"], http: ["showSkill"], console: true, mcp: ["skills/get"] }),
  see("show the history of a skill", "read", { http: ["skillHistory"], console: true }),
  see("explain a skill", "read", {
    cli: ["explain NAME"],
    http: ["explainSkill"],
    console: true,
    app: ["skills/explain"],
  }),
  see("explain a skill in hosts", "read", { cli: ["explain --hosts"], http: ["explainSkillInHosts"], console: true }),
  see("explain a code", "read", { cli: ["explain CODE"], http: ["explainCode"], console: true }),
  see("compare hosts", "read", { cli: ["matrix"], http: ["matrix"], console: true }),
  see("list hosts", "read", { cli: ["hosts"], http: ["listHosts"], console: true }),
  see("list roots", "read", { cli: ["roots"], http: ["listRoots"], console: true }),
  see("set extra roots", "read", { app: ["skills/extraRoots/set"] }, "lasts until the server ends; nothing is stored"),
  see("show the state of every file", "read", { cli: ["status"], http: ["status"] }),
  see(
    "diagnose",
    "read execute",
    { cli: ["doctor"], http: ["doctor"] },
    "runs the self-test of the sandbox, nothing of a skill",
  ),
  see("watch", "read", { cli: ["watch"], http: ["events"], console: true }),
  see("show settings", "read", { cli: ["config"], http: ["config"] }),
  see("describe the server", "read", { http: ["about"], console: true }),

  author("start a skill", "write", { cli: ["new"], http: ["newSkill"] }),
  author("check skills", "read", { cli: ["check"], http: ["check"], console: true }),
  author("plan repairs", "read", { cli: ["check --fix --dry-run"], http: ["planFix"] }),
  author("repair skills", "write", { cli: ["check --fix"], http: ["fix"] }),
  author("evaluate triggers", "read", { cli: ["eval"], http: ["evaluate"] }),
  author(
    "evaluate with a model",
    "write network",
    { cli: ["eval --live"], http: ["evaluateLive"] },
    "writes a file of results",
  ),
  author("plan a compilation", "read", { cli: ["compile"], http: ["planCompiling"] }),
  author("compile a skill", "write", { cli: ["compile --out"], http: ["compile"] }),

  run("show the catalog", "read", { cli: ["catalog"], http: ["catalog"], console: true, app: ["skills/catalog"] }),
  run("find skills for a turn", "read", { cli: ["catalog --for"], http: ["relevant"] }),
  run("resolve a message", "read", { cli: ["resolve"], http: ["resolve"], console: true, app: ["skills/resolve"] }),
  run("pick skills", "read", { cli: ["pick", "list --interactive"] }),
  run("search skills", "read", { cli: ["search"], http: ["search"], console: true, mcp: ["skill_search"] }),
  run("preview a skill", "read", { cli: ["load --dry-run"], http: ["loadSkill"] }),
  run(
    "load a skill",
    "read execute",
    { cli: ["load"], http: ["activateSkill"], app: ["skills/load"], mcp: ["skill", "prompts/get"] },
    "runs shell lines of the text if settings or a person allow them; a session also writes its journal, if one is set",
  ),
  run("read a file of a skill", "read", {
    cli: ["load --resource"],
    http: ["readResource"],
    console: true,
    mcp: ["skill_resource", "resources/read", "resources/directory/read"],
  }),
  run("list commands of skills", "read", { cli: ["run"], http: ["listCommands"], mcp: ["prompts/list"] }),
  run(
    "call a command of a skill",
    "read execute",
    { cli: ["run COMMAND"], http: ["runCommand"], mcp: ["prompts/get"] },
    "as `load`",
  ),
  run("run a script of a skill", "execute", { cli: ["script"], http: ["runScript"], mcp: ["skill_script"] }),
  run("list dependencies", "read", { cli: ["deps"], http: ["deps"], console: true }),
  run("plan MCP servers", "read", { cli: ["deps --install --dry-run"], http: ["planServers"] }),
  run("add MCP servers", "write", { cli: ["deps --install"], http: ["addServers"] }),
  run("undo an MCP server", "write", { cli: ["deps --undo"], http: ["undoServer"] }),
  run("log in to an MCP server", "write network", { cli: ["deps --login"] }),
  run("talk with a model", "write execute network", { cli: ["agent"] }),

  manage("set up", "write", { cli: ["init"], http: ["init"] }),
  manage("plan a change of installed skills", "read network", {
    cli: [
      "add --dry-run",
      "install --dry-run",
      "update --dry-run",
      "pull --dry-run",
      "approve --dry-run",
      "remove --dry-run",
    ],
    http: ["plan"],
    console: true,
    app: ["skills/remote/list", "skills/remote/read"],
  }),
  manage("read a planned file", "read", { http: ["readPlannedFile"], console: true }),
  manage("add skills", "write network", { cli: ["add"], http: ["applyPlan"], console: true, app: ["skills/install"] }),
  manage("install from a lock", "write network", { cli: ["install"], http: ["applyPlan"] }),
  manage("settle locks", "write", { cli: ["install"], http: ["settleLocks"] }),
  manage("remove skills", "write", { cli: ["remove"], http: ["applyPlan"], console: true }),
  manage("update skills", "write network", { cli: ["update"], http: ["applyPlan"], console: true }),
  manage("pull from sites", "write network", {
    cli: ["pull"],
    http: ["applyPlan"],
    app: ["skills/remote/write", "skills/remote/export"],
  }),
  manage("list outdated skills", "read network", { cli: ["outdated"], http: ["outdated"], console: true }),
  manage("verify installed skills", "read", { cli: ["verify"], http: ["verify"], console: true }),
  manage("approve a skill", "write", { cli: ["approve"], http: ["applyPlan"], console: true }),
  manage("forget approvals", "write", { cli: ["approve --forget"], http: ["forgetApprovals"] }),
  manage("view skills of an MCP server", "read network", { cli: ["approve mcp:… --dry-run"], http: ["viewServed"] }),
  manage("approve skills of an MCP server", "write network", { cli: ["approve mcp:…"], http: ["approveServed"] }),
  manage("audit skills", "read", { cli: ["audit"], http: ["audit"], console: true }),
  manage("list packages", "read", { cli: ["packages"], http: ["packages"] }),
  manage("install packages", "write execute network", { cli: ["packages --run"], http: ["installPackages"] }),
  manage("plan links", "read", { cli: ["place"], http: ["planPlacing"] }),
  manage("make links", "write", { cli: ["place --apply"], http: ["placeSkills"] }),
  manage("undo links", "write", { cli: ["place --undo"], http: ["undoPlacing"] }),
  manage("show policies", "read", { cli: ["policy"], http: ["policy"] }),
  manage("explain a policy decision", "read", { cli: ["policy explain"], http: ["explainPolicy"] }),
  manage("plan a registry", "read", { cli: ["publish --dry-run"], http: ["planPublishing"] }),
  manage("publish a registry", "write network", { cli: ["publish"], http: ["publish"] }, "network only for `oci://`"),
  manage("enable a skill", "write", {
    cli: ["enable"],
    http: ["enableSkill"],
    console: true,
    app: ["skills/enable", "skills/config/write"],
  }),
  manage("disable a skill", "write", {
    cli: ["disable"],
    http: ["disableSkill"],
    console: true,
    app: ["skills/disable", "skills/config/write"],
  }),
  manage("list trusted folders", "read", { cli: ["trust --list"], http: ["trustedFolders"] }),
  manage("trust a project", "write", { cli: ["trust"], http: ["trust"], console: true }),
  manage("untrust a project", "write", { cli: ["untrust"], http: ["untrust"], console: true }),
  manage("repair damaged files", "write", { cli: ["repair"] }),
  manage("measure the budget", "read", { cli: ["budget"], http: ["budget"] }),
  manage("apply a budget", "write", { cli: ["budget --apply"], http: ["applyBudget"] }),
  manage("show usage", "read", { cli: ["usage"], http: ["usage"] }),

  serve("serve HTTP", "read network", { cli: ["serve"] }, "with `--write` the effects of every route"),
  serve("serve MCP", "read", { cli: ["mcp"], http: ["mcp"] }, "the effects of the MCP column"),
  serve("serve JSON-RPC", "read", { cli: ["app-server"] }, "the effects of the app-server column"),
  serve("complete in shells", "read", { cli: ["completion"] }),
];

/** Addresses beside the table of routes. */
export const OTHER_ROUTES = { events: "GET /api/events", mcp: "/mcp" };

/** The text of docs/operations.md. */
export function operationsPage(routes) {
  const addresses = new Map(routes.map(({ id, method, path }) => [id, `${method} ${path}`]));
  const code = (names = []) => names.map((name) => `\`${name}\``).join("<br>");
  const lines = OPERATIONS.map(({ group, name, effects, note = "", cli, http = [], app, mcp, console: view }, at) => {
    const heading = OPERATIONS[at - 1]?.group === group ? "" : `\n## ${group}\n\n${HEAD}\n`;
    const routed = http.map((id) => addresses.get(id) ?? OTHER_ROUTES[id]);
    const cells = [name, effects.join(", "), code(cli), code(routed), code(app), code(mcp), view ? "yes" : "", note];
    return `${heading}| ${cells.join(" | ")} |`;
  });
  return `${INTRODUCTION}${lines.join("\n")}\n`;
}

const HEAD = `| operation | effects | CLI | HTTP | app server | MCP | console | note |
| --- | --- | --- | --- | --- | --- | --- | --- |`;

const INTRODUCTION = `# Operations and surfaces

\`node scripts/operations.mjs\` writes this page from the tables of the surfaces. The effects are reviewed by hand, in that script.

- **read**: reads files of this machine. It writes nothing but a cache.
- **write**: changes files: skills, locks, settings, trust, links or results.
- **execute**: starts a program for a skill or for its packages.
- **network**: contacts another machine, or listens for one.

Loading skills can have two more effects, which the tables do not repeat. It asks the MCP servers that the user configured as
sources of skills. It finishes or undoes an install that was interrupted (\`finishInstall\` in \`src/catalog/withhold/hold-skills.ts\`).
The route of \`doctor\` and the method \`skills/load\` start programs, but their tables do not have \`writes\`.
`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, "docs/operations.md"), operationsPage(await loadRoutes()));

/** Bundles the table of routes, because Node does not read TypeScript. */
async function loadRoutes() {
  const work = mkdtempSync(join(tmpdir(), "skillwright-operations-"));
  try {
    await build({
      cwd: root,
      platform: "node",
      logLevel: "silent",
      input: { routes: "src/surfaces/http/routes.ts" },
      external: /^[^./]/,
      output: { dir: work, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
    });
    symlinkSync(join(root, "node_modules"), join(work, "node_modules"));
    return (await import(pathToFileURL(join(work, "routes.mjs")).href)).ROUTES;
  } finally {
    rmSync(work, { recursive: true });
  }
}
