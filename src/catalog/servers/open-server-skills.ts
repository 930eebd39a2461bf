/**
 * Opens the configured MCP servers as sources of approved skills. No server is queried before its skills are listed.
 */
import { hash } from "node:crypto";
import { OperationError, SkillNotFoundError } from "../../model/errors.ts";
import type { SkillSource } from "../../model/skills/skill-source.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { cacheDirectory, environmentOf, platformDirectories } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { changeDecisionMap } from "../../trust/folders/change-decisions.ts";
import { readDecisions, reportDecisions, SERVER_APPROVALS } from "../../trust/folders/decisions.ts";
import type { Config } from "../config/config.ts";
import { expandServer, inheritedVariables } from "../config/expand-server.ts";
import { hasSkills, type McpSetting } from "../config/mcp-servers.ts";
import type { LoadOptions } from "../load/load.ts";
import { approvalKey, approvalsIn } from "./approvals.ts";
import { openServerPort } from "./connection/open-port.ts";
import { faultOf, ServerFault } from "./connection/server-fault.ts";
import { FileCache, forgetServers } from "./file-cache.ts";
import { loginToServer, type McpAccess } from "./login/login.ts";
import { savedLogins } from "./login/login-store.ts";
import type { ServedSkill } from "./read-entry.ts";
import { type ServerPort, ServerSource } from "./server-source.ts";

/** A skill of a server, for the user to review. */
export interface ServedSkillView {
  /** The name in the catalog. */
  readonly name: string;
  readonly server: string;
  readonly uri: string;
  readonly files: readonly { readonly path: string; readonly digest: string; readonly size: number }[];
  /** The complete frontmatter from the server. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly state: "new" | "approved" | "changed";
  /** Digest of all files of the skill. An approval is valid only for files with this digest. */
  readonly digest: string;
}

export interface ServerSkills {
  readonly sources: readonly SkillSource[];
  /** Throws if no server has a skill of this name. */
  view(name: string): Promise<ServedSkillView>;
  /**
   * Returns the verified text of the SKILL.md for review. Throws SK660 if the files do not match the digest of the
   * view.
   */
  text(name: string, digest?: string): Promise<string>;
  /**
   * Approves the files whose digest a view shows. `true` approves the files of the last view of this object. Throws
   * SK660 if the server has other files now. `false` withdraws the approval.
   */
  approve(name: string, yes: string | boolean): Promise<void>;
  /** Runs all requests of `action` on one connection. */
  together<T>(action: () => Promise<T>): Promise<T>;
}

/** Returns the servers that provide skills. */
function skillServers({ mcp }: Config): readonly (readonly [string, McpSetting])[] {
  return Object.entries(mcp).filter(([, setting]) => hasSkills(setting));
}

export function openServerSkills(
  config: Config,
  options: LoadOptions,
  /** Tests replace real connections by passing this function. */
  ports: (label: string, setting: McpSetting) => ServerPort | undefined = () => undefined,
  onLateAnswer?: () => void,
): ServerSkills {
  const environment = environmentOf(options);
  const { files = nodeFiles } = options;
  const { config: directory } = platformDirectories(environment);
  const approvals = `${directory}/${SERVER_APPROVALS.name}`;
  const cache = cacheFor(options);
  const known = approvalsIn(directory, files);
  const servers = skillServers(config).map(([label, setting]) => ({ label, setting, id: identityOf(label, setting) }));
  const opened = servers.map(({ label, setting, id }) => {
    const port = ports(label, setting) ?? portFor(setting, options);
    const source = new ServerSource({
      label,
      port,
      cache: new FileCache(cache, id, files),
      approved: (uri) => known().get(approvalKey(id, uri)),
      clock: Date.now,
      ...(onLateAnswer ? { onLateAnswer } : {}),
      // A caller that sets a time limit waits for all of it.
      ...(options.serverTimeoutMs === undefined ? { patienceMs: config.mcpWaitSeconds * 1000 } : {}),
      approvals,
      damaged: () =>
        reportDecisions(readDecisions(SERVER_APPROVALS, directory, files), "no skill of an MCP server is approved"),
    });
    return { id, label, source, port };
  });
  /** The digest of each skill when it was last viewed. */
  const shown = new Map<string, string>();
  const find = async (name: string) => {
    // Queries only the matching server, because other servers may be unreachable.
    const meant = opened.find(({ source }) => name.startsWith(source.namespace));
    if (meant === undefined) throw new SkillNotFoundError(name, []);
    const { namespace } = meant.source;
    const skills = await asOperation(meant.label, () => meant.source.skills());
    const skill = skills.find((each) => namespace + each.name === name);
    if (skill) return { ...meant, skill, name };
    const names = skills.map((each) => namespace + each.name);
    throw new SkillNotFoundError(name, findNearest(name, names));
  };
  return {
    together: (action) =>
      opened.reduce(
        (inner, { port }) =>
          () =>
            port.together(inner),
        action,
      )(),
    sources: opened.map(({ source }) => source),
    async view(asked) {
      const { label, id, skill, name } = await find(asked);
      const before = known().get(approvalKey(id, skill.uri));
      shown.set(asked, skill.set);
      return viewOf(name, label, skill, before);
    },
    async text(asked, digest) {
      const { port, skill, label } = await find(asked);
      if (digest !== undefined) refuseOther(asked, skill, digest);
      const bytes = await asOperation(label, () => port.read(skill.entry, skill.uri), "SK914");
      return Buffer.from(bytes).toString("utf8");
    },
    async approve(asked, yes) {
      const { id, skill } = await find(asked);
      const digest = typeof yes === "string" ? yes : (shown.get(asked) ?? skill.set);
      if (yes !== false) refuseOther(asked, skill, digest);
      const change = [approvalKey(id, skill.uri), yes === false ? undefined : digest] as const;
      await changeDecisionMap(SERVER_APPROVALS, directory, [change], files);
      forgetServers(
        cache,
        servers.map((each) => each.id),
      );
    },
  };
}

/** Converts a failure of a server into an `OperationError`. */
async function asOperation<T>(label: string, ask: () => Promise<T>, code: "SK027" | "SK914" = "SK027"): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof OperationError) throw error;
    const what =
      code === "SK914"
        ? "returned a file that differs from its catalog entry"
        : "did not answer a request for its skills";
    throw new OperationError(code, `the MCP server \`${label}\` ${what} (${faultOf(error).message})`, {
      hint: "nothing was approved; check the server's settings, or ask its operator",
      cause: error,
    });
  }
}

/** Throws if the server has changed its files between review and approval. */
function refuseOther(name: string, { set }: ServedSkill, digest: string): void {
  if (set === digest) return;
  throw new OperationError("SK660", `\`${name}\` has changed since it was shown`, {
    hint: "review the skill again; nothing was approved",
  });
}

/** Returns the skills that the servers listed last, from the user's cache. */
export function namesOfServers(config: Config, options: LoadOptions): string[] {
  return skillServers(config).flatMap(([label, setting]) =>
    new FileCache(cacheFor(options), identityOf(label, setting), options.files ?? nodeFiles)
      .names()
      .map((name) => `mcp:${label}:${name}`),
  );
}

function cacheFor(options: LoadOptions): string {
  return `${cacheDirectory(environmentOf(options))}/server-skills`;
}

function viewOf(name: string, server: string, skill: ServedSkill, before: string | undefined): ServedSkillView {
  const { uri, set, entry } = skill;
  return {
    name,
    server,
    uri,
    files: [...skill.files].map(([path, { digest, size }]) => ({ path, digest, size })),
    frontmatter: (entry as { frontmatter: Record<string, unknown> }).frontmatter,
    state: before === undefined ? "new" : before === set ? "approved" : "changed",
    digest: set,
  };
}

/**
 * Identifies a server by label and definition. A server with the same label but another program or address is a
 * different server.
 */
function identityOf(label: string, { command, args, url, cwd }: McpSetting): string {
  const behind = hash("sha256", JSON.stringify([url, command, args, cwd]), "hex").slice(0, 16);
  return `${encodeURIComponent(label)}-${behind}`;
}

function portFor(setting: McpSetting, options: LoadOptions): ServerPort {
  const { variables, cwd } = environmentOf(options);
  const { url, headers } = setting;
  let access: Promise<McpAccess> | undefined;
  const login = async (): Promise<Readonly<Record<string, string>>> => {
    access ??= loginToServer({ url: url as string, store: savedLogins(options), open: refuseLogin });
    try {
      return await (await access).headers();
    } catch (error) {
      access = undefined;
      throw error;
    }
  };
  const { serverTimeoutMs } = options;
  return openServerPort({
    ...(serverTimeoutMs === undefined ? {} : { timeoutMs: { list: serverTimeoutMs, read: serverTimeoutMs } }),
    setting: expandServer(setting, variables),
    cwd: options.cwd ?? cwd,
    variables: inheritedVariables(variables),
    ...(url !== undefined && headers === undefined ? { headers: login } : {}),
  });
}

function refuseLogin(): never {
  throw new ServerFault("it asks for a login; start `skillwright agent` in a terminal once to log in");
}
