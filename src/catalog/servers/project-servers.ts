/**
 * The MCP servers of a trusted project, with the user's decisions. An approval is bound to the digest of the whole
 * definition, so a changed definition needs a new approval. Decisions are stored in the user's configuration directory.
 */
import { hash } from "node:crypto";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { parseJson } from "../../model/schema.ts";
import { printableLine } from "../../model/text/display/printable.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { type Environment, environmentOf, platformDirectories } from "../../platform/environment.ts";
import { realPathIfAny } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { readDecisions, refuseDamaged, reportDecisions, SERVER_PROGRAMS } from "../../trust/folders/decisions.ts";
import type { Config } from "../config/config.ts";
import { variablesIn } from "../config/expand-server.ts";
import type { McpSetting, ProjectServer } from "../config/mcp-servers.ts";
import type { LoadOptions } from "../load/load.ts";

/** An MCP server of a project, and whether it may start. */
export interface ProjectServerView {
  readonly name: string;
  /** The file that defines the server. */
  readonly path: string;
  readonly setting: McpSetting;
  /** Digest of the project, the name and the whole definition. */
  readonly digest: string;
  readonly state: "new" | "allowed" | "changed";
  /** The user's variables in the definition. The server receives only those that `mcp_variables` lists. */
  readonly variables: readonly { readonly name: string; readonly passed: boolean }[];
}

/** The MCP servers of a project, and the user's approvals. */
export interface ProjectServers {
  readonly servers: readonly ProjectServerView[];
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Approves a server exactly as in the view. Throws SK530 if the stored decisions are damaged, and SK531 if the
   * project could write them.
   */
  allow(view: ProjectServerView): Promise<void>;
}

/**
 * Reads a project's servers and the user's decisions about them. It starts no server. A server without a readable
 * decision is not allowed to start.
 */
export function openProjectServers(
  { projectServers, mcpVariables }: Pick<Config, "projectServers" | "mcpVariables">,
  options: LoadOptions = {},
): ProjectServers {
  const { files = nodeFiles } = options;
  const environment = environmentOf(options);
  const directory = platformDirectories(environment).config;
  const [first] = projectServers;
  if (first === undefined) return { servers: [], diagnostics: [], allow: () => Promise.resolve() };
  const decisions = readDecisions(SERVER_PROGRAMS, directory, files);
  const real = realPathIfAny(decisions.path, files) ?? decisions.path;
  const { projectRoot } = first;
  // A project must not be able to write its own approval.
  const isUnsafe =
    projectRoot !== environment.home && [real, decisions.path].some((path) => isInside(path, projectRoot));
  const known = new Map(Object.entries(isUnsafe ? {} : ((decisions.value ?? {}) as Readonly<Record<string, string>>)));
  return {
    servers: projectServers.map((server): ProjectServerView => {
      const { name, path, setting } = server;
      const digest = digestOf(server);
      const before = known.get(keyOf(projectRoot, name));
      const variables = variablesIn(setting).map((each) => ({ name: each, passed: mcpVariables.includes(each) }));
      const state = before === undefined ? "new" : before === digest ? "allowed" : "changed";
      return { name, path, setting, digest, state, variables };
    }),
    diagnostics: reportDecisions(decisions, NO_SERVER),
    async allow({ name, digest }) {
      refuseDamaged(decisions);
      if (isUnsafe)
        throw new OperationError(
          "SK531",
          `\`${decisions.path}\` is inside the project, so the project could allow its own servers`,
          {
            hint: "point `SKILLWRIGHT_HOME` to a directory outside of it",
          },
        );
      const { changeDecisionMap } = await import("../../trust/folders/change-decisions.ts");
      await changeDecisionMap(SERVER_PROGRAMS, directory, [[keyOf(projectRoot, name), digest]], files);
    },
  };
}

/**
 * Withdraws the approvals of every server of matching projects, and returns the names of these servers. If the stored
 * decisions are damaged, reports the damage and withdraws nothing.
 */
export async function revokeServers(
  isMeant: (projectRoot: string) => boolean,
  environment: Environment,
): Promise<{ readonly revoked: readonly string[]; readonly diagnostics: readonly Diagnostic[] }> {
  const directory = platformDirectories(environment).config;
  const decisions = readDecisions(SERVER_PROGRAMS, directory, nodeFiles);
  const meant = Object.keys(decisions.value ?? {}).filter((key) => isMeant(partsOf(key)[0]));
  if (meant.length > 0) {
    const { changeDecisionMap } = await import("../../trust/folders/change-decisions.ts");
    const none = meant.map((key) => [key, undefined] as const);
    await changeDecisionMap(SERVER_PROGRAMS, directory, none, nodeFiles);
  }
  return { revoked: meant.map((key) => partsOf(key)[1]), diagnostics: reportDecisions(decisions, NO_SERVER) };
}

const NO_SERVER = "no server of a project starts";

/** Returns the key of a decision. It is a JSON list, because paths and names may contain spaces. */
function keyOf(projectRoot: string, name: string): string {
  return JSON.stringify([projectRoot, name]);
}

/** Returns the project and the name in a key. A malformed key belongs to no project. */
function partsOf(key: string): readonly [projectRoot: string, name: string] {
  const parts = parseJson(key);
  const [projectRoot, name] = Array.isArray(parts) ? (parts as unknown[]) : [];
  return typeof projectRoot === "string" && typeof name === "string" ? [projectRoot, name] : ["", key];
}

function digestOf({ projectRoot, name, setting }: ProjectServer): string {
  const { command, args = [], cwd, env = {}, url, headers = {} } = setting;
  const whole = [projectRoot, name, command ?? null, args, cwd ?? null, sorted(env), url ?? null, sorted(headers)];
  return `sha256:${hash("sha256", JSON.stringify(whole), "hex")}`;
}

function sorted(texts: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the command that allows a server. It leaves out a name that a shell could split. */
export function allowCommand(name: string): string {
  return `skillwright trust --allow-server ${/^\w[\w.-]*$/.test(name) ? name : "NAME"}`;
}

const MAX_SHOWN = 50;
const MAX_CHARACTERS = 2_000;

/** Describes a server for review, line by line. Every line is escaped and limited. */
export function describeServer({ name, setting, variables }: ProjectServerView): string[] {
  const { command, args = [], cwd, env = {}, url, headers = {} } = setting;
  const words = [command ?? "", ...args].map((word) => (/^[\w./:@=+-]+$/.test(word) ? word : JSON.stringify(word)));
  const given = Object.entries(url === undefined ? env : headers).map(([key, value]) => `${key}=${value}`);
  const passed = variables.filter((each) => each.passed).map((each) => each.name);
  const withheld = variables.filter((each) => !each.passed).map((each) => each.name);
  return [
    `server: ${name}`,
    url === undefined ? `runs: ${words.join(" ")}` : `connects to: ${url}`,
    ...(cwd === undefined ? [] : [`directory: ${cwd}`]),
    ...(given.length > 0 ? [`${url === undefined ? "environment" : "headers"}: ${some(given)}`] : []),
    ...(passed.length > 0 ? [`receives your variables: ${some(passed)}`] : []),
    ...(withheld.length > 0 ? [`asks for your variables, and does not receive them: ${some(withheld)}`] : []),
  ].map((line) => {
    const text = printableLine(line);
    const rest = text.length - MAX_CHARACTERS;
    return rest > 0 ? `${text.slice(0, MAX_CHARACTERS)}… ${rest} characters more` : text;
  });
}

function some(items: readonly string[]): string {
  const rest = items.length - MAX_SHOWN;
  return `${items.slice(0, MAX_SHOWN).join(", ")}${rest > 0 ? `, … ${rest} more` : ""}`;
}
