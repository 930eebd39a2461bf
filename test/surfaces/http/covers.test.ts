import { expect, test } from "vitest";
import { COMMANDS } from "../../../src/surfaces/cli/commands.ts";
import { namesIn } from "../../../src/surfaces/http/openapi.ts";
import { ROUTES } from "../../../src/surfaces/http/routes.ts";

/** `=name`: the field of a request that means the same; `always`: every answer is so; anything else is why there is none. */
type Options = Readonly<Record<string, string>>;
type Covered = readonly [routes: readonly string[], options: Options] | string;

const CALLERS = "the caller has the whole answer, and judges or prints it";
const PLANNED = "a plan is the look, and its `apply` the yes";
const HOSTS_BY_USER = "only the user accepts a host, on the command line";
const approving: Options = { yes: PLANNED, accept: "=accept", "dry-run": PLANNED, offline: "=offline" };
const fetching: Options = { ...approving, "accept-host": HOSTS_BY_USER };

/** Every command with its routes and each of its options, or why it has none. */
const COVERS: Readonly<Record<string, Covered>> = {
  list: [
    ["listSkills", "listOrigins"],
    {
      ...{ all: "always", scope: "=scope", digest: "=digest", origin: "`listOrigins`" },
      hosts: "`matrix` has the columns",
      interactive: "the console is that",
    },
  ],
  show: [["showSkill"], { digest: "=digest", body: "=body" }],
  explain: [["explainSkill", "explainSkillInHosts", "explainCode"], { hosts: "=hosts", "all-hosts": "`hosts=all`" }],
  matrix: [["matrix"], { hosts: "=hosts", html: "the console draws it" }],
  hosts: [["listHosts"], {}],
  roots: [["listRoots"], {}],
  status: [["status"], {}],
  doctor: [["doctor"], {}],
  watch: [["events"], { poll: "how the server watches is its own affair", "poll-ms": "the same" }],
  config: [["config"], {}],
  new: [["newSkill"], { dir: "=directory", evals: "=evals", description: "=description" }],
  check: [
    ["check", "planFix", "fix"],
    {
      ...{ target: "=targets", fix: "`fix`", "dry-run": "`planFix`", format: CALLERS, strict: CALLERS },
      "allow-empty": "=allowEmpty",
    },
  ],
  eval: [
    ["evaluate", "evaluateLive"],
    {
      ...{ window: "=window", top: "=top", threshold: "=threshold", model: "=model", provider: "=provider" },
      ...{ runs: "=runs", concurrency: "=concurrency", fresh: "=fresh", prices: "=inputPrice", live: "`evaluateLive`" },
      format: CALLERS,
      "base-url": "a request must not say where a key is sent",
      results: "runs are kept where `eval` keeps them",
      watch: "`events` tells when to ask again",
    },
  ],
  compile: [["planCompiling", "compile"], { to: "=to", out: "=out", "accept-loss": "=acceptLoss", force: "=force" }],
  catalog: [
    ["catalog", "relevant"],
    {
      ...{ window: "=window", format: "=format", "search-tool": "=searchTool", "agent-skills": "=agentSkills" },
      ...{ "best-first": "=bestFirst", ineligible: "=ineligible", pin: "=pin", file: "=files", for: "=message" },
      report: "always",
    },
  ],
  resolve: [
    ["resolve"],
    {
      ...{ pick: "=picks", connector: "=connectors", command: "=commands" },
      "agent-skills": "=agentSkills",
      file: "=files",
    },
  ],
  pick: "somebody chooses on a terminal; in a browser the console is that",
  search: [
    ["search"],
    {
      ...{ hits: "=k", "no-bodies": "=bodies", "agent-skills": "=agentSkills", "for-model": "=forModel" },
      queries: "one request for each",
    },
  ],
  load: [
    ["loadSkill", "activateSkill", "readResource"],
    {
      ...{ actor: "=actor", "dry-run": "`loadSkill`", shell: "=yes", resource: "=path", offset: "=offset" },
      ...{ "absolute-paths": "=absolutePaths", "max-chars": "=maxChars", files: "=files", session: "=session" },
      "agent-skills": "=agentSkills",
    },
  ],
  run: [["listCommands", "runCommand"], {}],
  script: [["runScript"], { yes: "=yes", stdin: "=input" }],
  deps: [
    ["deps", "planServers", "addServers", "undoServer"],
    {
      ...{ for: "=host", install: "`addServers`", yes: "=approval", "dry-run": "`planServers`", undo: "`undoServer`" },
      login: "it ends in the browser of whoever sits at the machine, and leaves their token there",
    },
  ],
  agent:
    "a conversation asks a person before it acts, at a terminal; over HTTP it would be a shell for whoever reaches it",
  init: [["init"], {}],
  add: [
    ["plan", "applyPlan"],
    { skill: "=skills", "from-dependencies": "`source: npm:.`", user: "=where", to: "=to", ...approving },
  ],
  install: [["plan", "applyPlan", "settleLocks"], { frozen: "=frozen", user: "=where", from: "=from", ...fetching }],
  remove: [["plan", "applyPlan"], { "dry-run": PLANNED }],
  update: [["plan", "applyPlan"], { rollback: "`do: rollback`", ...fetching }],
  pull: [["plan", "applyPlan"], approving],
  outdated: [["outdated"], { offline: "=offline", "accept-host": HOSTS_BY_USER }],
  verify: [["verify"], {}],
  approve: [
    ["plan", "applyPlan", "forgetApprovals", "viewServed", "approveServed"],
    { changed: "=changed", forget: "=forget", yes: PLANNED, accept: "=accept", "dry-run": PLANNED },
  ],
  audit: [["audit"], { "fail-on": CALLERS, sarif: CALLERS, all: "always", "allow-empty": "=allowEmpty" }],
  packages: [["packages", "installPackages"], { run: "`installPackages`", yes: "=approval" }],
  place: [
    ["planPlacing", "placeSkills", "undoPlacing"],
    { for: "=hosts", apply: "`placeSkills`", undo: "`undoPlacing`" },
  ],
  policy: [["policy", "explainPolicy"], { agent: "=agent" }],
  publish: [
    ["planPublishing", "publish"],
    { to: "=to", "dry-run": "`planPublishing`", sign: "keys lie outside of the project, and no request may name one" },
  ],
  enable: [["enableSkill"], { project: "=project" }],
  disable: [["disableSkill"], { project: "=project" }],
  trust: [
    ["trust", "trustedFolders"],
    {
      ...{ yes: "the request is the yes", list: "`trustedFolders`" },
      "allow-server": "a yes to a program is given at a terminal of the machine on which it runs",
    },
  ],
  untrust: [["untrust"], {}],
  repair: "it replaces files of the user's decisions, which no request may choose",
  budget: [
    ["budget", "applyBudget"],
    { hosts: "=hosts", window: "=window", apply: "=way", project: "=project", yes: "the request is", top: CALLERS },
  ],
  usage: [
    ["usage"],
    { "dead-after": "=deadAfter", dead: "always", journal: "a request must not say which file is read" },
  ],
  serve: "it is what answers",
  mcp: "`/mcp`",
  "app-server": "the same for programs that start their server themselves",
  completion: "for shells",
};

/** Beside the table: server-sent events. */
const OTHERS = ["events"];

test("[SV26] everything that the command line can do has a route, or a reason", async () => {
  expect(Object.keys(COVERS)).toEqual(COMMANDS.map(({ name }) => name));
  for (const { name, load } of COMMANDS) {
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

test("[SV26] and every route is a command's, or the console's own", () => {
  const own = ["about", "skillHistory", "readPlannedFile"];
  const used = new Set(Object.values(COVERS).flatMap((covered) => (typeof covered === "string" ? [] : covered[0])));
  expect(ROUTES.map(({ id }) => id).filter((id) => !used.has(id))).toEqual(own);
});

test("[SV28] what runs something of a skill, or lets something in, takes `--write`", () => {
  const acting = ["activateSkill", "runCommand", "runScript", "installPackages", "addServers", "approveServed"];
  for (const id of acting)
    expect(ROUTES.find((route) => route.id === id)).toMatchObject({ writes: true, method: "POST" });
  for (const { path, input } of ROUTES)
    expect(namesIn(path).filter((name) => !input.json.required?.includes(name))).toEqual([]);
});
