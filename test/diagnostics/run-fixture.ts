import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fillFixture } from "../../scripts/rails/trees.mjs";
import { type LookupResult, lookUpSkill } from "../../src/activate/access/look-up.ts";
import { activateInSnapshot } from "../../src/activate/activate-in-snapshot.ts";
import { commandTable } from "../../src/activate/commands/command-table.ts";
import { listCatalog } from "../../src/activate/list-catalog.ts";
import { readSkillResource } from "../../src/activate/read-skill-files.ts";
import { type RefusedMention, resolveMessage } from "../../src/activate/select/resolve-message.ts";
import { type LoadOptions, loadSkills } from "../../src/catalog/load/load.ts";
import { memorySource } from "../../src/catalog/load/sources.ts";
import { loginToServer } from "../../src/catalog/servers/login/login.ts";
import { adviseOn } from "../../src/format/check/advise.ts";
import { findOverlaps } from "../../src/format/check/overlaps.ts";
import { findProfile } from "../../src/hosts/profiles/profiles.ts";
import { skillwright } from "../../src/hosts/profiles/skillwright.ts";
import { archiveSkills } from "../../src/install/fetch/archives/archive.ts";
import { findSource } from "../../src/install/fetch/sources.ts";
import { installSpecs } from "../../src/install/packages/install-spec.ts";
import type { SessionControl } from "../../src/model/conversation/control.ts";
import type { Actor, Refusal, SkillRequester } from "../../src/model/conversation/offer.ts";
import { CATALOGUE, type Code, isCode } from "../../src/model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../src/model/diagnostics/diagnostic.ts";
import { spanAt } from "../../src/model/diagnostics/span.ts";
import { OperationError } from "../../src/model/errors.ts";
import { type Bundle, INSTALL_LIMITS } from "../../src/model/skills/bundle.ts";
import type { Origin } from "../../src/model/skills/origin.ts";
import { httpModel } from "../../src/ops/evals/model/http-model.ts";
import { readTriggerSet } from "../../src/ops/evals/read-trigger-set.ts";
import { compileSkill } from "../../src/ops/hosts/compile-skill.ts";
import { undoPlacing } from "../../src/ops/hosts/place-skills.ts";
import { publishSkills } from "../../src/ops/install/publish-skills.ts";
import { applyServers, planServers, skillNeeds } from "../../src/ops/needs/skill-needs.ts";
import { type InstallerOptions, openInstaller } from "../../src/ops/open-installer.ts";
import { openSkills } from "../../src/ops/open-skills.ts";
import { SkillSystem } from "../../src/ops/seeds/skill-system.ts";
import type { Environment } from "../../src/platform/environment.ts";
import { type Files, systemError } from "../../src/platform/files/files.ts";
import { nodeFiles } from "../../src/platform/files/node-files.ts";
import { takeNotices } from "../../src/platform/files/read-text.ts";
import type { Fetch } from "../../src/platform/network/fetch.ts";
import { nodeFetch } from "../../src/platform/network/node-fetch.ts";
import { changeFiles } from "../../src/platform/writing/change-files.ts";
import { writeFileAtomically } from "../../src/platform/writing/write-file.ts";
import { openStoredIndex } from "../../src/search/keep-index.ts";
import { readQueries } from "../../src/search/read-queries.ts";
import { hostServers } from "../../src/session/dependencies/host-servers.ts";
import { hookFindings } from "../../src/session/hooks/hook-findings.ts";
import { ruleFindings } from "../../src/session/permit/rules/rule-findings.ts";
import { toDiagnostic } from "../../src/surfaces/cli/findings/to-diagnostic.ts";
import { auditBundle } from "../../src/trust/audit/audit-bundle.ts";
import { readAuditedDirectory } from "../../src/trust/audit/read-audited-directory.ts";
import { readDirectoryBundle } from "../../src/trust/bundle/read-directory-bundle.ts";
import { checkOrigin, NO_DEMANDS, type SignatureDemands } from "../../src/trust/signatures/check-origin.ts";
import { NO_SIGNERS } from "../../src/trust/signatures/manifest.ts";
import { verifyBundle } from "../../src/trust/signatures/verify-signature.ts";
import { machineContext } from "../install/context.ts";
import { makeTarGz, type TarEntry } from "../install/fetch/archives/make-tar.ts";
import { answer, wireServer } from "../wire-server.ts";
import { AGENT_CALLS, agentDefinitions, agentServers } from "./agent-runs.ts";
import { RUN_CALLS, type RunFixture, sessionWarnings } from "./command-runs.ts";
import { SERVE_CALLS } from "./serve-runs.ts";
import { servedSkills, sharedSkills } from "./share-runs.ts";
import { watchFindings } from "./watch-runs.ts";

export const FIXTURES: string = join(import.meta.dirname, "../fixtures");

/** Keys of `fixture.json`. Paths are relative to the temporary directory, which `<tmp>` names. */
interface Fixture {
  /** Files by path. Their text is here because an editor or a checkout would change it in a file. */
  readonly files?: Readonly<Record<string, string>>;
  readonly base64?: Readonly<Record<string, string>>;
  /** Text added to the end of a file, many times. */
  readonly append?: Readonly<Record<string, Repeated | readonly Repeated[]>>;
  /** Symlinks and their targets. */
  readonly links?: Readonly<Record<string, string>>;
  readonly fifos?: readonly string[];
  /** Files and directories that answer EACCES. Mode bits have no effect if tests run as root. */
  readonly deny?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: LoadOptions;
  /** The operation whose diagnostics the fixture expects (default: `load`). */
  readonly via?:
    | "load"
    | "advise"
    | "explain"
    | "error"
    | "unpack"
    | "source"
    | "audit"
    | "changed"
    | "origin"
    | "refusal"
    | "activate"
    | "packages"
    | "commands"
    | "losses"
    | "queries"
    | "stored-index"
    | "triggers"
    | "agents"
    | "servers"
    | "watch"
    | "notice"
    | "share"
    | "served"
    | "session";
  /** The origin of `skills/pdf`, the requirements of the user, and the time. */
  readonly origin?: Origin;
  readonly demands?: Partial<SignatureDemands>;
  readonly now?: string;
  /** The files that a signature covers, if the audit knows of a signature. */
  readonly covered?: readonly string[];
  /** The skill or file that `explain` or the call is about. */
  readonly ask?: string;
  readonly call?: keyof typeof CALLS;
  /** Answers of a real server on loopback, by path. `<server>` in `ask` is its address. */
  readonly serve?: Readonly<Record<string, { readonly headers?: Record<string, string>; readonly body: string }>>;
  /** The registry in the configuration of a source. */
  readonly clawhubUrl?: string;
  /** Answers to a source, by address. A text that begins with `base64:` is bytes. */
  readonly web?: Readonly<Record<string, string>>;
  /** The entries of the archive to unpack; without them `ask` is the archive. */
  readonly tar?: readonly TarEntry[];
  readonly message?: string;
  readonly asking?: SkillRequester;
  readonly connectors?: readonly string[];
  /** For `session`: the programs that may run, their results, and the host's own hooks. */
  readonly run?: NonNullable<RunFixture["run"]>;
  readonly outcome?: NonNullable<RunFixture["outcome"]>;
  readonly hooks?: NonNullable<RunFixture["hooks"]>;
  /**
   * For `activate`: the text after the name, changes of files after the load (null: removed), a file to read, a limit.
   */
  readonly arguments?: string;
  readonly later?: Readonly<Record<string, string | null>>;
  readonly resource?: string;
  readonly maxBodyChars?: number;
}

interface Repeated {
  readonly text: string;
  readonly times: number;
}

export interface FixtureRun {
  readonly diagnostics: readonly Diagnostic[];
  /** The temporary directory. It no longer exists, but messages contain its path. */
  readonly directory: string;
}

export async function runFixture(code: string): Promise<FixtureRun> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-")));
  try {
    const fixture: Fixture = fillFixture(join(FIXTURES, code), directory);
    return {
      directory,
      diagnostics: await RUNS[fixture.via ?? "load"](fixture, optionsOf(fixture, directory), directory),
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Isolates the fixture from the machine: its own home and variables, no programs. Everything is trusted (default). */
function optionsOf({ env = {}, deny = [], options = {} }: Fixture, directory: string): LoadOptions {
  return {
    cwd: directory,
    environment: {
      cwd: directory,
      home: join(directory, "home"),
      platform: "linux",
      variables: { PATH: join(directory, "bin"), ...env },
    },
    files: deny.length === 0 ? nodeFiles : denying(deny.map((path) => join(directory, path))),
    roots: existsSync(join(directory, "skills")) ? ["skills"] : [],
    trust: "all",
    defaultSkills: false,
    ...options,
  };
}

function denying(paths: readonly string[]): Files {
  const guarded = <A extends [path: string, ...rest: never[]], R>(read: (...args: A) => R): ((...args: A) => R) => {
    return (...args) => {
      if (paths.some((path) => args[0] === path || args[0].startsWith(`${path}/`)))
        throw systemError("EACCES", args[0]);
      return read(...args);
    };
  };
  return {
    ...nodeFiles,
    readHead: guarded(nodeFiles.readHead),
    readFile: guarded(nodeFiles.readFile),
    readDirectory: guarded(nodeFiles.readDirectory),
  };
}

type Run = (fixture: Fixture, options: LoadOptions, directory: string) => Promise<readonly Diagnostic[]>;

const RUNS: Readonly<Record<NonNullable<Fixture["via"]>, Run>> = {
  async load(_, options) {
    return (await loadSkills(options)).snapshot.diagnostics;
  },

  async changed({ ask = "" }, options, directory) {
    await CALLS.install(options, ask);
    writeFileSync(join(directory, ".agents/skills", basename(ask), "SKILL.md"), "\nOne line more.\n", { flag: "a" });
    return (await loadSkills(options)).snapshot.diagnostics;
  },

  session: (fixture, options) => sessionWarnings(fixture, options),

  async advise(_, options) {
    const { snapshot } = await loadSkills(options);
    const skills = snapshot.skills.map((each) => each.skill);
    const each = skills.flatMap((skill) => [
      ...adviseOn(skill, nodeFiles),
      ...ruleFindings(skill),
      ...hookFindings(skill),
    ]);
    return [...snapshot.diagnostics, ...each, ...findOverlaps(skills)];
  },

  async explain({ ask = "" }, options) {
    const { candidates } = await (await openSkills(options)).explain(ask);
    return candidates.flatMap(({ code, path, reason, help }) =>
      isCode(code) ? [{ code, severity: CATALOGUE[code].severity, path, message: reason, help }] : [],
    );
  },

  activate: activated,

  agents: (_, options) => agentDefinitions(options),
  servers: (_, options) => agentServers(options),

  watch: ({ ask = "" }, options, directory) => watchFindings(ask, options, directory),
  notice: async ({ ask = "" }, _, directory) => {
    // Test files share a process, so other tests may have left notices for the user.
    takeNotices();
    await changeFiles([join(directory, ask)], () => undefined, { timeoutMs: 0 });
    return takeNotices().map((each) => ({ ...each, message: each.message.replace(/foreign-[0-9a-f]+/, "foreign-…") }));
  },
  share: (_, options) => sharedSkills(options),
  served: ({ ask = "" }, options) => servedSkills(ask, options),

  error: ({ call, ask = "" }, options, directory) =>
    orThrown(async () => {
      await CALLS[call ?? "read"](options, ask, directory);
      return [];
    }),

  async source({ ask = "", web, serve = {}, clawhubUrl }, { environment, files }, directory) {
    const server = await wireServer();
    for (const [path, { headers, body }] of Object.entries(serve)) server.on(path, answer(200, body, headers));
    const text = ask.replace("<server>", server.url);
    const said = await orThrown(async () => {
      const machine = {
        ...(environment && { environment }),
        ...(files && { files }),
        ...(web && { fetch: answering(web) }),
      };
      const context = { ...machineContext(directory), ...machine, ...(clawhubUrl && { clawhubUrl }) };
      return (await (await findSource(text)).fetch(text, context)).diagnostics;
    });
    await server.close();
    return said.map((each) => ({ ...each, message: each.message.replaceAll(server.url, "http://127.0.0.1:8000") }));
  },

  async audit({ covered }, _, directory) {
    const skill = join(directory, "skills/pdf");
    const { bundle, findings } = readAuditedDirectory(skill, nodeFiles);
    const all = [...findings, ...(await auditBundle(bundle, covered ? { covered: new Set(covered) } : {})).findings];
    return all.map((finding) => toDiagnostic(finding, skill));
  },

  async origin({ origin = { kind: "git", source: "owner/repo", path: "pdf" }, demands, now = "" }, _, directory) {
    const read = readDirectoryBundle(join(directory, "skills/pdf"), nodeFiles, INSTALL_LIMITS);
    const verdict = verifyBundle((read as { bundle: Bundle }).bundle, NO_SIGNERS);
    const findings = checkOrigin({ origin, verdict, policy: { ...NO_DEMANDS, ...demands }, now: Date.parse(now) });
    return findings.map((finding) => toDiagnostic(finding, join(directory, "skills/pdf")));
  },

  async losses({ ask = "" }, options) {
    const { losses } = await compileSkill({ skill: "deploy", to: ask }, options);
    return losses.map(({ code, meant }) => ({
      code,
      severity: CATALOGUE[code as Code].severity,
      message: `${ask} does not know that ${meant}`,
    }));
  },

  async commands(_, options) {
    return commandTable((await loadSkills(options)).snapshot).diagnostics;
  },

  async packages(_, options) {
    const { snapshot } = await loadSkills(options);
    const system = new SkillSystem({
      ...options,
      files: { ...nodeFiles, isExecutable: (path) => /\/(?:brew|npm)$/.test(path) },
      environment: { ...(options.environment as Environment), variables: { PATH: "/bin" } },
      spawn: async () => ({ code: 1, stdout: new Uint8Array(), stderr: "No such formula\n", ended: "exited" }),
    });
    const specs = snapshot.skills.flatMap(({ skill }) => installSpecs(skill.manifest));
    const results = await Promise.all(specs.map((spec) => system.install(spec, { approved: true })));
    return results.flatMap((result) =>
      "code" in result ? [{ code: result.code, severity: "error", message: result.reason } as const] : [],
    );
  },

  async triggers({ ask = "" }, _, directory) {
    const path = join(directory, ask);
    return readTriggerSet(readFileSync(path, "utf8"), path, () => true).diagnostics;
  },

  async queries({ ask = "" }, _, directory) {
    return readQueries(readFileSync(join(directory, ask), "utf8"), ask).diagnostics;
  },

  async "stored-index"({ ask = "" }, _, directory) {
    const findings: Diagnostic[] = [];
    openStoredIndex(join(directory, ask), (finding) => findings.push(finding));
    return findings;
  },

  async unpack({ tar, ask = "" }, _, directory) {
    const bytes = tar ? makeTarGz(tar) : readFileSync(join(directory, ask));
    const origin = { kind: "archive", source: "fixture" } as const;
    return (await archiveSkills(bytes, origin, "fixture", machineContext(directory))).diagnostics;
  },

  async refusal({ ask = "", message, asking, connectors = [] }, options) {
    const { snapshot } = await loadSkills(options);
    const profile = findProfile(snapshot.host)!;
    const refused =
      message === undefined
        ? refusalOf(lookUpSkill(ask, snapshot, asking!))
        : resolveMessage(message, snapshot, { profile, connectors }).refused;
    return refused.map(({ code, asked, reason, help, start = 0, end = 0 }) => ({
      code,
      severity: "error",
      message: `\`${asked}\` is refused: ${reason}`,
      ...(message === undefined ? {} : { at: spanAt("message", message, start, end - start) }),
      ...(help ? { help } : {}),
    }));
  },
};

function answering(web: Readonly<Record<string, string>>): Fetch {
  return async (url) => {
    const text = web[url] ?? "";
    const bytes = text.startsWith("base64:") ? Buffer.from(text.slice(7), "base64") : Buffer.from(text);
    return { status: url in web ? 200 : 404, headers: {}, url, bytes };
  };
}

/** Returns the diagnostics of an operation, or the single error that it throws. */
async function orThrown(run: () => Promise<readonly Diagnostic[]>): Promise<readonly Diagnostic[]> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { code, message, hint } = error;
    return [{ code, severity: "error", message, ...(hint ? { help: hint } : {}) }];
  }
}

function refusalOf(answer: LookupResult): readonly (Refusal & Partial<RefusedMention>)[] {
  return "refusal" in answer ? [answer.refusal] : [];
}

/** Loads the named skill for a user, and returns the diagnostics of every step. */
async function activated(
  { ask = "", later = {}, resource, arguments: typed, maxBodyChars }: Fixture,
  options: LoadOptions,
  directory: string,
): Promise<readonly Diagnostic[]> {
  const { snapshot, config } = await loadSkills(options);
  for (const [path, text] of Object.entries(later))
    if (text === null) rmSync(join(directory, path), { recursive: true });
    else writeFileSync(join(directory, path), text);
  const context = {
    snapshot,
    profile: skillwright,
    options,
    limits: config.limits,
    ...(maxBodyChars === undefined ? {} : { maxBodyChars }),
  };
  const asked = { asked: ask, actor: "user" as const };
  const answer = resource
    ? await readSkillResource({ ...asked, path: resource }, context)
    : await activateInSnapshot({ ...asked, ...(typed === undefined ? {} : { arguments: typed }) }, context);
  if ("activation" in answer) return answer.activation.diagnostics;
  const refused = "refusal" in answer ? answer.refusal : "refused" in answer ? answer.refused : undefined;
  if (refused === undefined) return [];
  const { code, reason: message, help } = refused;
  return [{ code, severity: "error", message, ...(help === undefined ? {} : { help }) }];
}

const CALLS = {
  async ask(_: LoadOptions, ask: string) {
    const server = await wireServer();
    server.on("/chat/completions", answer(401, '{"error":{"message":"no such key"}}'));
    try {
      await httpModel(
        { provider: "openai", baseUrl: server.url, model: ask },
        { fetch: nodeFetch, sleep: async () => undefined },
      )({ system: "", tools: [], messages: [{ role: "user", text: "hello" }] });
    } finally {
      await server.close();
    }
  },

  usage: async (options: LoadOptions) => (await openSkills(options)).usage({ journal: "/nowhere/journal.jsonl" }),

  read: async (options: LoadOptions, ask: string) => (await openSkills(options)).read(ask),

  async add(options: LoadOptions, ask: string) {
    const skills = await openSkills(options);
    skills.add(skills.find(ask)!.skill);
  },

  async digest(options: LoadOptions, ask: string) {
    const skills = await openSkills(options);
    skills.digest(skills.find(ask)!.skill);
  },

  /** Reads a skill that another instance has from its own source. */
  async "read-foreign"(options: LoadOptions, ask: string, directory: string) {
    const text = readFileSync(join(directory, `skills/${ask}/SKILL.md`));
    const other = await openSkills({
      ...options,
      roots: [],
      sources: [memorySource("elsewhere", { [`${ask}/SKILL.md`]: text })],
    });
    const skills = await openSkills({ ...options, roots: [] });
    skills.add(other.find(ask)!.skill);
    await skills.read(ask);
  },

  async install(options: LoadOptions, ask: string) {
    const installer = await openInstaller(machineOf(options));
    await installer.apply(await installer.planAdd({ source: `./${ask}`, where: "project" }), { person: true });
  },

  async "install-unseen"(options: LoadOptions, ask: string) {
    const installer = await openInstaller(machineOf(options));
    await installer.apply(await installer.planAdd({ source: `./${ask}`, where: "project" }), {});
  },

  "install-offline": async (options: LoadOptions, ask: string) =>
    (await openInstaller({ ...machineOf(options), offline: true })).planAdd({ source: ask, where: "project" }),

  "install-frozen": async (options: LoadOptions) =>
    (await openInstaller(machineOf(options))).planInstall({ frozen: true }),

  "install-twice": (_: LoadOptions, __: string, directory: string) =>
    changeFiles([join(directory, "a")], () => changeFiles([join(directory, "a")], () => undefined, { timeoutMs: 0 })),

  remove: async (options: LoadOptions, ask: string) => (await openInstaller(machineOf(options))).remove([ask]),

  undo: async (options: LoadOptions) => undoPlacing(options),

  publish: async (_: LoadOptions, ask: string, directory: string) =>
    publishSkills({ from: ask, to: "site" }, { cwd: directory }),

  async catalog(options: LoadOptions, format: string) {
    const { snapshot } = await loadSkills(options);
    await listCatalog(snapshot, skillwright, { format }, { variables: {} });
  },

  resume: async (options: LoadOptions) =>
    (await openSkills(options)).session({ state: { version: 1, id: "s", turn: "3" } }),

  /** Loads the first skill of the fixture, which loads the second, which loads the first again. */
  async nest(options: LoadOptions) {
    const skills = await openSkills(options);
    const [first = "", second = ""] = skills.skills.map(({ name }) => name);
    const session = await skills.session({ id: "s" });
    await session.activate({ asked: first, actor: "model" });
    await session.activate({ asked: second, actor: "skill", from: first });
    const { refusal } = await session.activate({ asked: first, actor: "skill", from: second });
    if (refusal)
      throw new OperationError(refusal.code, `\`${first}\`: ${refusal.reason}`, { hint: refusal.help ?? "" });
  },

  "install-servers": (options: LoadOptions, ask: string) =>
    planServers({ skills: [ask], host: "claude-code" }, options),

  async "preview-server"(options: LoadOptions, ask: string, directory: string) {
    const { needs } = await skillNeeds({ skills: [ask] }, options);
    const environment = options.environment as Environment;
    const mcp = { environment, files: nodeFiles, cwd: directory, projectRoot: directory, trusted: true };
    const port = await hostServers({ connected: [], host: "codex", notes: "", mcp });
    for (const need of needs) await port.preview(need);
  },

  async "install-servers-late"(options: LoadOptions, ask: string, directory: string) {
    const edits = await planServers({ skills: [ask], host: "claude-code" }, options);
    writeFileSync(join(directory, ".mcp.json"), "{}\n");
    await applyServers(edits, options);
  },

  compile: (options: LoadOptions, ask: string) => compileSkill({ skill: "deploy", to: ask, out: "dist" }, options),

  /** Runs `skill command words` as the user. */
  async command(options: LoadOptions, ask: string) {
    const [asked = "", command = "", ...words] = ask.split(" ");
    const request = { asked, command, actor: "user", arguments: words.join(" ") } as const;
    const activated = await (await openSkills(options)).activate(request);
    if (!("refusal" in activated)) return;
    const { code, reason, help } = activated.refusal;
    throw new OperationError(code, `\`${asked}\`: ${reason}`, { hint: help ?? "" });
  },

  /** Logs in to a server that requires a token and describes no login. */
  login: () =>
    loginToServer({
      url: "https://tracker.example/mcp",
      open: () => undefined,
      fetch: async (url) => ({ status: url.endsWith("/mcp") ? 401 : 404, headers: {}, url, bytes: new Uint8Array() }),
    }),

  /** Asks for a skill in a session without a user, or with a user who does not answer. */
  headless: (options: LoadOptions, ask: string) => inSession(options, ask, {}),
  unanswered: (options: LoadOptions, ask: string) =>
    inSession(options, ask, { prompter: { ask: async () => undefined } }),
  ...AGENT_CALLS,
  ...RUN_CALLS,
  ...SERVE_CALLS,

  /** Loads the only skill of the fixture in a session, for the named actor. */
  async "session-load"(options: LoadOptions, actor: string) {
    const skills = await openSkills(options);
    const session = await skills.session({ id: "s" });
    const asked = skills.skills[0]?.name ?? "";
    const { refusal } = await session.activate({ asked, actor: actor as Actor });
    if (refusal)
      throw new OperationError(refusal.code, `\`${asked}\`: ${refusal.reason}`, { hint: refusal.help ?? "" });
  },

  /** Loads the first skill of the fixture, and calls a shell. */
  async guard(options: LoadOptions, command: string) {
    const skills = await openSkills(options);
    const session = await skills.session({ id: "s" });
    await session.activate({ asked: skills.skills[0]?.name ?? "", actor: "user" });
    const checked = await session.check({ tool: "Bash", input: { command }, actor: "model" });
    if (!checked.allowed) throw new OperationError(checked.verdict.code ?? "", checked.verdict.reason);
  },

  write: async (_: LoadOptions, ask: string, directory: string) =>
    writeFileAtomically(join(directory, ask), "disable: []\n"),
};

async function inSession(options: LoadOptions, asked: string, control: SessionControl): Promise<void> {
  const session = await (await openSkills(options)).session({ id: "s", control });
  const { refusal } = await session.activate({ asked, actor: "user" });
  if (refusal) throw new OperationError(refusal.code, `\`${asked}\`: ${refusal.reason}`, { hint: refusal.help ?? "" });
}

function machineOf({ environment, cwd }: LoadOptions): InstallerOptions {
  return { ...(environment ? { environment } : {}), ...(cwd ? { cwd } : {}) };
}
