/**
 * Loads the agent setup of a working directory: definitions, models, and the directory of conversations. It loads no
 * skills, so an agent can also start without skills.
 */
import { readDefinition } from "../../format/agents/read-definition.ts";
import { skillwright } from "../../hosts/profiles/skillwright.ts";
import { resolveRoots } from "../../hosts/roots/resolve-roots.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { AgentDefinition } from "../../model/skills/agent-definition.ts";
import type { Root } from "../../model/skills/root.ts";
import { compareText } from "../../model/text/text.ts";
import { platformDirectories } from "../../platform/environment.ts";
import { vouchForRoots } from "../../trust/folders/vouch-for-root.ts";
import type { Config } from "../config/config.ts";
import { type LoadContext, type LoadOptions, prepareLoad } from "./load.ts";

/** The agents of a project and a user, the settings, and the directory of their conversations. */
export interface AgentSetup {
  readonly cwd: string;
  readonly projectRoot: string;
  readonly config: Config;
  readonly profile: HostProfile;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The directories that were searched for definitions, nearest first. */
  readonly directories: readonly Root[];
  /** The nearest definition of each name. A project's definitions need a trusted folder. */
  readonly definitions: readonly AgentDefinition[];
  /** The directory that stores conversations. */
  readonly history: string;
  /** Problems of definitions and configuration. They do not prevent the agent from starting. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads agent definitions and the settings for agents. */
export async function loadAgents(options: LoadOptions = {}): Promise<AgentSetup> {
  const { context, failed } = await prepared(options);
  const { cwd, projectRoot, config, profile, environment } = context;
  const directories = agentDirectories(context);
  const diagnostics = [...failed, ...context.diagnostics.filter(({ code }) => code.startsWith("SK03"))];
  const definitions = new Map<string, AgentDefinition>();
  for (const root of directories.filter(({ exists }) => exists))
    for (const found of definitionsIn(root, context, diagnostics))
      if (!definitions.has(found.id)) definitions.set(found.id, found);
  return {
    cwd,
    projectRoot,
    config,
    profile,
    variables: environment.variables,
    directories,
    definitions: [...definitions.values()],
    history: historyOf(context),
    diagnostics,
  };
}

/**
 * Prepares the load. For an unknown host, the result has a diagnostic and Skillwright's profile, so that the agent
 * starts without skills.
 */
async function prepared(options: LoadOptions): Promise<{ context: LoadContext; failed: Diagnostic[] }> {
  try {
    return { context: await prepareLoad(options), failed: [] };
  } catch (error) {
    if (!(error instanceof OperationError) || error.code !== "SK305") throw error;
    const { code, message, hint } = error;
    const failed = diagnostic(code, { message, help: hint });
    return { context: await prepareLoad({ ...options, host: skillwright.name }), failed: [failed] };
  }
}

function agentDirectories({
  vouch,
  profile,
  environment,
  files,
  cwd,
  projectRoot,
  config,
}: LoadContext): readonly Root[] {
  const templates = profile.agents ?? skillwright.agents ?? [];
  const { agentsPath } = config.agent;
  const own = templates.filter(({ scope }) => agentsPath === undefined || scope !== "user");
  const named = { path: agentsPath ?? "", from: "`agents_path`", scope: "user", namedBy: "user" } as const;
  const { value } = resolveRoots({
    profile: { ...profile, roots: own },
    environment,
    files,
    cwd,
    projectRoot,
    extra: agentsPath === undefined ? [] : [named],
    systemSkills: undefined,
  });
  return vouchForRoots(value, vouch);
}

/** Maximum directories of agents, and bytes of one definition. */
const MAX_AGENTS = 1_000;
const MAX_BYTES = 1_000_000;

function definitionsIn(root: Root, context: LoadContext, diagnostics: Diagnostic[]): AgentDefinition[] {
  const found: AgentDefinition[] = [];
  const names = namesIn(root.path, context);
  if (names.length > MAX_AGENTS) diagnostics.push(tooMany(root.path, names.length));
  for (const id of names.slice(0, MAX_AGENTS)) {
    const path = `${root.path}/${id}/AGENT.md`;
    const text = readDefinitionText(path, context, diagnostics);
    if (text === undefined) continue;
    if (!root.trusted) diagnostics.push(untrusted(path));
    else {
      const { value, diagnostics: problems } = readDefinition({ id, path, text });
      diagnostics.push(...problems);
      if (value) found.push({ ...value, scope: root.scope });
    }
  }
  return found;
}

function tooMany(path: string, count: number): Diagnostic {
  return diagnostic("SK020", {
    path,
    message: `there are ${count} directories, and ${MAX_AGENTS} are read: ${count - MAX_AGENTS} not considered`,
    help: "keep agents in directories of their own",
  });
}

function namesIn(directory: string, { files }: LoadContext): readonly string[] {
  try {
    const { directories, links } = files.readDirectory(directory);
    return [...directories, ...links].sort(compareText);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [];
  }
}

function readDefinitionText(path: string, { files }: LoadContext, diagnostics: Diagnostic[]): string | undefined {
  try {
    return Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8");
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    if (code !== "ENOENT" && code !== "ENOTDIR")
      diagnostics.push(
        diagnostic("SK490", { path, message: `the definition cannot be read (${code})`, help: "check the file" }),
      );
    return undefined;
  }
}

function untrusted(path: string): Diagnostic {
  return diagnostic("SK501", {
    path,
    message: "the definition is not used, because the folder is not trusted",
    help: "review the file, then run `skillwright trust`",
  });
}

function historyOf({ config, profile, environment }: LoadContext): string {
  const { settings } = profile;
  if (config.agent.historyPath !== undefined) return config.agent.historyPath;
  if (settings) return `${settings.directory.replace(/^~/, environment.home)}/${settings.history}`;
  return `${platformDirectories(environment).data}/history`;
}
