import { CATALOGUE, isCode } from "../../model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { SeverityOverride } from "../../model/diagnostics/make-diagnostic.ts";
import type { Limits } from "../../model/limits.ts";
import type { Suppression, YesLimit } from "../../model/rules/audit.ts";
import type { RunSettings } from "../../model/rules/run-settings.ts";
import { isMap } from "../../model/schema.ts";
import type { Namer } from "../../model/skills/root.ts";
import { CONFIG_KEYS } from "./keys.ts";
import type { McpSetting, ProjectServer } from "./mcp-servers.ts";
import type { ConfigKey } from "./values.ts";

/** The effective configuration with types. */
export interface Config {
  readonly roots: readonly ConfiguredRoot[];
  readonly host: string;
  readonly projectRootMarkers: readonly string[];
  readonly defaultSkills: boolean;
  readonly switches: readonly SkillSwitch[];
  readonly severities: Readonly<Record<string, SeverityOverride>>;
  readonly suppressions: readonly Suppression[];
  readonly settings: Readonly<Record<string, unknown>>;
  /** MCP servers of the user and the administrator, by name. */
  readonly mcp: Readonly<Record<string, McpSetting>>;
  /** MCP servers of a trusted project. Each needs the user's approval before it starts: see `openProjectServers`. */
  readonly projectServers: readonly ProjectServer[];
  /** Variables that servers of projects may receive. */
  readonly mcpVariables: readonly string[];
  /** How long a load waits for the skills of a server. */
  readonly mcpWaitSeconds: number;
  /** The git host for sources that are written as `owner/repo`. */
  readonly gitHost?: string;
  /** The path of the session journal; null if it is off. */
  readonly journal: string | null;
  /** Sites from which skills are pulled. */
  readonly urls: readonly string[];
  readonly install: {
    readonly requireSignatures: readonly string[];
    readonly minReleaseAgeDays: number;
    readonly yesUpTo: YesLimit;
  };
  /** The address of the registry for sources that are written as `clawhub:NAME`. */
  readonly clawhubUrl?: string;
  readonly limits: Limits;
  readonly agent: AgentConfig;
  /** The limits that the configuration sets. For all other limits, the host's own values apply. */
  readonly catalog: CatalogBudget;
  /** Skills whose descriptions are shortened last. */
  readonly pinned: readonly string[];
  /** Which code of skills may run, and how. */
  readonly run: RunSettings;
  /** Every key with its value and origin, in table order. */
  readonly values: readonly EffectiveValue[];
}

/** A root of skills in the configuration, with the source that named it. */
export interface ConfiguredRoot {
  readonly path: string;
  readonly from: string;
  readonly namedBy: Namer;
  /** The folder of the file that names the root. */
  readonly namedIn?: string;
  /** Set for roots in a project's own file. */
  readonly scope?: "repo";
}

/** The settings of `skillwright agent`; undefined if not set. */
export interface AgentConfig {
  readonly defaultAgent: string;
  readonly agentsPath?: string;
  readonly historyPath?: string;
  readonly llm: LlmConfig;
  /** Providers by name. The code that uses a provider checks its settings. */
  readonly providers: Readonly<Record<string, unknown>>;
  /** Models by the names that skills use. */
  readonly models: Readonly<Record<string, unknown>>;
  readonly effort: boolean;
  /** Names or patterns of variables that the model's commands receive although they look like secrets. */
  readonly environment: readonly string[];
  readonly maxSteps: number;
  readonly askTimeoutSeconds: number;
}

/** The settings of one provider of models, as in pickle-bot's `LLMConfig`. */
export interface LlmConfig {
  readonly provider?: string;
  readonly model?: string;
  readonly apiKey?: string;
  readonly apiBase?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly contextWindow?: number;
}

/** The size limit of the catalog in a prompt. */
export interface CatalogBudget {
  readonly maxPct?: number;
  readonly fallbackChars?: number;
  readonly maxEntryChars?: number;
}

/** One `enable` or `disable` pattern. If several patterns match a skill, the last one wins. */
export interface SkillSwitch {
  readonly pattern: string;
  readonly enabled: boolean;
  readonly from: string;
}

export interface EffectiveValue {
  readonly key: string;
  readonly value: unknown;
  /**
   * The origin of the value: `default`, a file with its line, a variable or a flag. An extended list has several
   * origins.
   */
  readonly from: string;
}

/** One source of settings: a file, the environment, or the command line. */
export interface Layer {
  readonly values: LayerValues;
  readonly namedBy: Namer;
  /** The folder of the settings file; undefined if the layer is not a file. */
  readonly namedIn?: string;
}

export type LayerValues = ReadonlyMap<string, LayerValue>;

export interface LayerValue {
  readonly value: unknown;
  readonly from: string;
}

/** Merges layers; the first has the lowest precedence. */
export function mergeLayers(layers: readonly Layer[]): Config {
  const values = CONFIG_KEYS.map((known) => mergeKey(known, layers));
  const byKey = new Map(values.map(({ key, value }) => [key, value]));
  const get: Get = <T>(key: string): T => byKey.get(key) as T;
  return {
    roots: layers.flatMap(rootsOf),
    host: get("host"),
    projectRootMarkers: get("project_root_markers"),
    defaultSkills: get("default_skills"),
    switches: layers.flatMap(switchesOf),
    severities: get("diagnostics"),
    suppressions: get("audit.suppress"),
    settings: get("settings"),
    mcp: get("mcp"),
    projectServers: [],
    mcpVariables: get("mcp_variables"),
    mcpWaitSeconds: get("mcp_wait_seconds"),
    ...(get("git_host") === null ? {} : { gitHost: get<string>("git_host") }),
    journal: get("journal"),
    urls: get("urls"),
    install: {
      requireSignatures: get("install.require_signatures"),
      minReleaseAgeDays: get("install.min_release_age_days"),
      yesUpTo: get("install.yes_up_to"),
    },
    ...(get("clawhub_url") === null ? {} : { clawhubUrl: get<string>("clawhub_url") }),
    limits: {
      maxDepth: get("limits.max_depth"),
      maxDirectories: get("limits.max_directories"),
      maxEntries: get("limits.max_entries"),
      maxSkillBytes: get("limits.max_skill_bytes"),
      maxFrontmatterBytes: get("limits.max_frontmatter_bytes"),
    },
    agent: agentOf(get),
    catalog: {
      ...setOnly("maxPct", "catalog.max_pct", values),
      ...setOnly("fallbackChars", "catalog.fallback_chars", values),
      ...setOnly("maxEntryChars", "catalog.max_entry_chars", values),
    },
    pinned: get("catalog.pinned"),
    run: runSettingsOf(get),
    values,
  };
}

/** Returns the effective value of one key, without merging the others. */
export function mergedValue<T>(key: string, layers: readonly Layer[]): T {
  const known = CONFIG_KEYS.find((each) => each.key === key);
  if (known === undefined) throw new Error(`no such key: ${key}`);
  return mergeKey(known, layers).value as T;
}

function mergeKey({ key, default: fallback, adds }: ConfigKey, layers: readonly Layer[]): EffectiveValue {
  const set = layers.map((layer) => layer.values.get(key)).filter((value) => value !== undefined);
  const last = set.at(-1);
  if (last === undefined) return { key, value: fallback, from: "default" };
  const from = (): string => set.map((each) => each.from).join(", ");
  if (adds) return { key, value: set.flatMap((each) => each.value as unknown[]), from: from() };
  if (isMap(fallback))
    return { key, value: mergeMaps(set.map((each) => each.value as Record<string, unknown>)), from: from() };
  return { key, value: last.value, from: last.from };
}

type Get = <T>(key: string) => T;

function agentOf(get: Get): AgentConfig {
  const maybe = (name: string, key: string): object => (get(key) === null ? {} : { [name]: get(key) });
  return {
    defaultAgent: get("default_agent"),
    ...maybe("agentsPath", "agents_path"),
    ...maybe("historyPath", "history_path"),
    llm: {
      ...maybe("provider", "llm.provider"),
      ...maybe("model", "llm.model"),
      ...maybe("apiKey", "llm.api_key"),
      ...maybe("apiBase", "llm.api_base"),
      ...maybe("temperature", "llm.temperature"),
      ...maybe("maxTokens", "llm.max_tokens"),
      ...maybe("contextWindow", "llm.context_window"),
    },
    providers: get("providers"),
    models: get("agent.models"),
    effort: get("agent.effort"),
    environment: get("agent.environment"),
    maxSteps: get("agent.max_steps"),
    askTimeoutSeconds: get("agent.ask_timeout_seconds"),
  };
}

function setOnly(name: keyof CatalogBudget, key: string, values: readonly EffectiveValue[]): CatalogBudget {
  const found = values.find((each) => each.key === key && each.from !== "default");
  return found ? { [name]: found.value as number } : {};
}

function rootsOf({ values, namedBy, namedIn }: Layer): ConfiguredRoot[] {
  const roots = values.get("roots");
  const single = values.get("skills_path");
  const named = {
    namedBy,
    ...(namedIn === undefined ? {} : { namedIn }),
    ...(namedBy === "project" ? { scope: "repo" as const } : {}),
  };
  return [
    ...((roots?.value ?? []) as string[]).map((path) => ({ path, from: roots?.from ?? "", ...named })),
    ...(single ? [{ path: single.value as string, from: single.from, ...named }] : []),
  ];
}

function switchesOf({ values }: Layer): SkillSwitch[] {
  const of = (key: "disable" | "enable"): SkillSwitch[] => {
    const set = values.get(key);
    return ((set?.value ?? []) as string[]).map((pattern) => ({
      pattern,
      enabled: key === "enable",
      from: set?.from ?? "",
    }));
  };
  return [...of("disable"), ...of("enable")];
}

/** Merges maps; the value of a later map wins. `__proto__` is an ordinary key. */
function mergeMaps(maps: readonly Record<string, unknown>[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const [key, value] of maps.flatMap((map) => Object.entries(map))) {
    Object.defineProperty(merged, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}

function runSettingsOf(get: <T>(key: string) => T): RunSettings {
  return {
    allow: { shell: get("run.shell"), scripts: get("run.scripts"), hooks: get("run.hooks") },
    unsandboxed: get("run.unsandboxed"),
    network: get("run.network"),
    environment: get("run.environment"),
    read: get("run.read"),
    write: get("run.write"),
    inSkillDirectory: get("run.in_skill_directory"),
    markFailures: get("run.mark_failures"),
    timeoutMs: get<number>("run.timeout_seconds") * 1000,
    maxOutputBytes: get("run.max_output_bytes"),
  };
}

/** Applies `diagnostics:` of the configuration. Errors stay errors. */
export function applySeverities(
  diagnostics: readonly Diagnostic[],
  overrides: Readonly<Record<string, SeverityOverride>>,
): Diagnostic[] {
  if (Object.keys(overrides).length === 0) return [...diagnostics];
  const result: Diagnostic[] = [];
  for (const each of diagnostics) {
    const wanted = Object.hasOwn(overrides, each.code) ? overrides[each.code] : undefined;
    const fixed = isCode(each.code) && CATALOGUE[each.code].severity === "error";
    if (wanted === undefined || fixed) result.push(each);
    else if (wanted !== "off") result.push({ ...each, severity: wanted });
  }
  return result;
}
