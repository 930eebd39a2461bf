/**
 * Finds what skills need, and which needs are met. It also plans the edits that add missing MCP servers to a host's
 * configuration. A plan changes nothing, and applied edits can be undone.
 */

import type { LoadOptions } from "../../catalog/load/load.ts";
import { readServedSidecar } from "../../catalog/read/read-source.ts";
import { loadWithServers } from "../../catalog/servers/load-with-servers.ts";
import type { LoginOptions } from "../../catalog/servers/login/login.ts";
import { savedLogins } from "../../catalog/servers/login/login-store.ts";
import { OperationError } from "../../model/errors.ts";
import type { NeedStatus } from "../../model/skills/dependency.ts";
import { calledName, type Skill } from "../../model/skills/skill.ts";
import type { Loaded, Snapshot, Withheld } from "../../model/skills/snapshot.ts";
import { nameKey } from "../../model/text/text.ts";
import { environmentOf, platformDirectories } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { machineFacts } from "../../platform/processes/find-binary.ts";
import { collectNeeds } from "../../session/dependencies/collect-needs.ts";
import { applyEdit, type UndoneEdit, undoEdit } from "../../session/dependencies/mcp/apply-edit.ts";
import { configuredServers, findServer } from "../../session/dependencies/mcp/configured.ts";
import type { McpContext, McpHost } from "../../session/dependencies/mcp/mcp-host.ts";
import { findMcpHost, MCP_HOSTS } from "../../session/dependencies/mcp/mcp-hosts.ts";
import { type McpEdit, planEdit } from "../../session/dependencies/mcp/plan-edit.ts";
import { surveyNeeds } from "../../session/dependencies/survey.ts";
import { findNamedSkill } from "../use/named-skill.ts";

export interface NeedsRequest {
  /** Names, ids or paths. */
  readonly skills: readonly string[];
  /**
   * The host whose MCP configuration is used (default: the host of the loaded skills if its configuration is known,
   * otherwise Skillwright).
   */
  readonly host?: string;
}

export interface NeedsReport {
  readonly host: string;
  readonly title: string;
  readonly skills: readonly Skill[];
  readonly needs: readonly NeedStatus[];
  /** Skills of other servers whose needs are unknown. Their files are fetched only after approval. */
  readonly unseen: readonly UnseenSkill[];
}

export interface UnseenSkill {
  readonly name: string;
  readonly reason: string;
  readonly help?: string;
}

/**
 * Returns the needs of skills, including skills that cannot be used here. Throws SK301 for a name that matches no
 * skill.
 */
export async function skillNeeds(request: NeedsRequest, options: LoadOptions = {}): Promise<NeedsReport> {
  return needsOf(await open(request, options));
}

async function needsOf({ skills, unseen, snapshot, host, mcp, settings }: Opened): Promise<NeedsReport> {
  const configured = await configuredServers(host, mcp);
  const { environment, files } = mcp;
  const needs = surveyNeeds(collectNeeds(skills), {
    ...machineFacts(environment, files),
    given: () => false,
    settings,
    hasSkill: (name) => snapshot.skills.some(({ skill }) => nameKey(calledName(skill)) === nameKey(name)),
    servers: { host: host.name, title: host.title, find: (server) => findServer(server, configured) },
  });
  const strangers = new Set(skills.flatMap(({ name, root }) => (root.foreign ? [name] : [])));
  const told = needs.map((need) => (isTheirs(need, strangers) ? { ...need, help: FOREIGN.help as string } : need));
  return { host: host.name, title: host.title, skills, needs: told, unseen };
}

/** Returns the edits that add all missing servers. They must be applied in this order. */
export async function planServers(request: NeedsRequest, options: LoadOptions = {}): Promise<readonly McpEdit[]> {
  const opened = await open(request, options);
  const { host, mcp, snapshot, skills } = opened;
  const asked = new Set(skills.map(({ id }) => id));
  for (const { skill, withheld } of snapshot.skills)
    if (asked.has(skill.id) && (withheld ?? skill.root.foreign)) throw notForThis(skill, withheld ?? FOREIGN);
  const { needs } = await needsOf(opened);
  const edits: McpEdit[] = [];
  for (const { kind, state, from, server } of needs) {
    if (kind !== "server" || state !== "missing" || from !== undefined || server === undefined) continue;
    if (server.problem === undefined)
      edits.push(await planEdit(server, host, { ...mcp, files: withEdits(mcp.files, edits) }));
  }
  return edits;
}

/** Returns true for a missing server that only skills of other servers need. */
function isTheirs({ kind, state, skills }: NeedStatus, strangers: ReadonlySet<string>): boolean {
  return kind === "server" && state === "missing" && skills.every((name) => strangers.has(name));
}

/** The reason why the needs of another server's skill are not set up on this machine. */
const FOREIGN: Withheld = {
  code: "SK463",
  reason: "another server provides the skill",
  help: "to use the server that this skill needs, add it yourself: `mcp` in your configuration, or the host's own command",
};

/** Makes the error for a withheld skill: its needs are not set up before the user has reviewed it. */
function notForThis({ name }: Skill, { code, reason, help }: Withheld): OperationError {
  return new OperationError(
    code,
    `no server was added for \`${name}\`: ${reason}`,
    help === undefined ? {} : { hint: help },
  );
}

/** Applies the edits. Each edit is applied completely, and only if its file has not changed since the plan. */
export async function applyServers(edits: readonly McpEdit[], options: LoadOptions = {}): Promise<void> {
  for (const edit of edits) await applyEdit(edit, notesOf(options));
}

/** Undoes the edit that added this server. Without a name, undoes the last edit. */
export function undoServer(name: string | undefined, options: LoadOptions = {}): Promise<UndoneEdit> {
  return undoEdit(notesOf(options), name);
}

/** The result of logging in to one server. */
export interface ServerLogin {
  readonly name: string;
  readonly url: string;
  /** `elsewhere`: the host has its own login, which `how` describes. */
  readonly outcome: "logged-in" | "not-asked-for" | "elsewhere";
  readonly how?: string;
}

/**
 * Logs in to the servers of these skills, one after another. A server is skipped if it requires no login or if
 * Skillwright does not use it.
 */
export async function loginServers(
  request: NeedsRequest,
  ports: Pick<LoginOptions, "open" | "signal" | "timeoutMs">,
  options: LoadOptions = {},
): Promise<readonly ServerLogin[]> {
  const opened = await open(request, options);
  const { host, skills } = opened;
  const stranger = skills.find(({ root }) => root.foreign);
  if (stranger) throw notForThis(stranger, FOREIGN);
  const { needs } = await needsOf(opened);
  const { askServer, loginToServer } = await import("../../catalog/servers/login/login.ts");
  const logins: ServerLogin[] = [];
  for (const { what: name, server } of needs) {
    if (server?.url === undefined || server.problem !== undefined) continue;
    const { url, callbackPort } = server;
    const wants = await askServer(url);
    if (wants === "nothing") logins.push({ name, url, outcome: "not-asked-for" });
    else if (host !== MCP_HOSTS[0]) logins.push({ name, url, outcome: "elsewhere", how: host.login(name) });
    else {
      const port = callbackPort === undefined ? {} : { callbackPort };
      await loginToServer({ url, ...port, ...ports, store: savedLogins(options) });
      logins.push({ name, url, outcome: "logged-in" });
    }
  }
  return logins;
}

function notesOf(options: LoadOptions): string {
  return `${platformDirectories(environmentOf(options)).data}/mcp-edits.json`;
}

interface Opened {
  readonly skills: readonly Skill[];
  readonly unseen: readonly UnseenSkill[];
  readonly snapshot: Snapshot;
  readonly host: McpHost;
  readonly mcp: McpContext;
  readonly settings: Readonly<Record<string, unknown>>;
}

async function open({ skills: asked, host: named }: NeedsRequest, options: LoadOptions): Promise<Opened> {
  const { snapshot, config, options: loaded } = await loadWithServers({ ...options, ineligible: true });
  const environment = environmentOf(options);
  const { cwd, projectRoot, trusted } = snapshot;
  const { files = nodeFiles } = options;
  const found = asked.map((name) => findNamedSkill(name, snapshot));
  const unseen = found.flatMap(({ skill: { name, root }, withheld }) =>
    root.foreign && withheld
      ? [{ name, reason: withheld.reason, ...(withheld.help ? { help: withheld.help } : {}) }]
      : [],
  );
  return {
    skills: await Promise.all(found.map((each) => withSidecar(each, loaded))),
    unseen,
    snapshot,
    host: named === undefined ? (findMcpHost(config.host) ?? (MCP_HOSTS[0] as McpHost)) : hostNamed(named),
    mcp: { environment, files, cwd, projectRoot, trusted },
    settings: config.settings,
  };
}

/**
 * Adds the sidecar file of a server's skill, which declares its needs. The file is fetched here, because a load fetches
 * no file.
 */
async function withSidecar({ skill, withheld }: Loaded, options: LoadOptions): Promise<Skill> {
  if (!skill.root.foreign || withheld) return skill;
  const sidecar = await readServedSidecar(skill, options);
  return sidecar?.dependencies
    ? { ...skill, sidecar: { files: sidecar.files, dependencies: sidecar.dependencies } }
    : skill;
}

function hostNamed(name: string): McpHost {
  const host = findMcpHost(name);
  if (host) return host;
  throw new OperationError("SK463", `Skillwright does not know where \`${name}\` stores its MCP servers`, {
    hint: `one of ${MCP_HOSTS.map((each) => `\`${each.name}\``).join(", ")}`,
  });
}

/** Returns a view of the files as they will be after the planned edits. */
function withEdits(files: Files, edits: readonly McpEdit[]): Files {
  const planned = new Map(edits.map(({ path, after }) => [path, Buffer.from(after)]));
  return {
    ...files,
    readFile: (path, maxBytes) => planned.get(path) ?? files.readFile(path, maxBytes),
    lstat: (path) => {
      const bytes = planned.get(path);
      return bytes ? { kind: "file", size: bytes.length, mode: 0o644, links: 1, device: 0 } : files.lstat(path);
    },
    exists: (path) => planned.has(path) || files.exists(path),
  };
}
