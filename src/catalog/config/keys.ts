/**
 * The table of configuration keys: type, default and meaning. The reader, `skillwright config`, the JSON Schema and the
 * documentation are generated from it.
 */
import { DEFAULT_BUDGET } from "../../model/conversation/catalog-text.ts";
import { DEFAULT_LIMITS } from "../../model/limits.ts";
import { AGENT_KEYS } from "./agent-keys.ts";
import { RUN_KEYS } from "./run-keys.ts";
import type { ConfigKey, KeyType } from "./values.ts";

export const CONFIG_KEYS: readonly ConfigKey[] = [
  { key: "roots", type: "paths", default: [], adds: true, summary: "more directories to search for skills" },
  {
    key: "skills_path",
    type: "path",
    default: null,
    summary: "one more directory to search (pickle-bot's name for `roots`)",
  },
  { key: "host", type: "text", default: "skillwright", summary: "the host whose view is shown" },
  {
    key: "project_root_markers",
    type: "texts",
    default: [".git"],
    summary: "files or directories that mark a project's root",
  },
  {
    key: "default_skills",
    type: "boolean",
    default: true,
    withholds: true,
    summary: "whether the embedded skills are part of the catalog",
  },
  {
    key: "disable",
    type: "texts",
    default: [],
    adds: true,
    withholds: true,
    summary: "skills to disable, by name pattern, id or path",
  },
  { key: "enable", type: "texts", default: [], adds: true, summary: "skills to enable although `disable` names them" },
  {
    key: "diagnostics",
    type: "severities",
    default: {},
    summary: "severity by code: `off`, `info` or `warning`; errors stay errors",
  },
  {
    key: "audit.suppress",
    type: "suppressions",
    default: [],
    adds: true,
    summary: "findings of `audit` to leave out, each with its code, path and reason",
  },
  { key: "settings", type: "map", default: {}, summary: "values that a skill's `required-config` may ask for" },
  {
    key: "mcp",
    type: "servers",
    default: {},
    summary:
      "servers that speak the Model Context Protocol (MCP), by name, each with a `command` and its `args`, or a `url`",
  },
  {
    key: "mcp_variables",
    type: "texts",
    default: [],
    adds: true,
    personal: true,
    fileOnly: true,
    summary: "environment variables that the servers of a project's `mcp` may receive, by name",
  },
  {
    key: "mcp_wait_seconds",
    type: "count",
    default: 3,
    personal: true,
    summary: "how long a load waits for the skills of each MCP server; a running program adds later answers",
  },
  {
    key: "git_host",
    type: "text",
    default: null,
    summary: "the git server of sources such as `owner/repo` (default: the public one)",
  },
  {
    key: "journal",
    type: "path",
    default: null,
    personal: true,
    summary: "a file in which sessions log the use of skills, one event per line",
  },
  {
    key: "install.require_signatures",
    type: "texts",
    default: [],
    adds: true,
    personal: true,
    summary: "sources whose skills must be signed (`*` for all); `owner/* by *@example.com` also names the signer",
  },
  {
    key: "install.min_release_age_days",
    type: "count",
    default: 0,
    personal: true,
    summary: "the minimum age of a version in days before it is installed",
  },
  {
    key: "install.yes_up_to",
    type: "severity",
    default: "low",
    personal: true,
    summary: "the highest severity that `--yes` accepts: `info`, `low`, `medium` or `high`; `none` accepts no finding",
  },
  {
    key: "urls",
    type: "texts",
    default: [],
    adds: true,
    summary: "sites whose skills `update --sites` downloads into the catalog",
  },
  {
    key: "clawhub_url",
    type: "text",
    default: null,
    summary: "the address of the API of the ClawHub registry that serves `clawhub:NAME`",
  },
  {
    key: "limits.max_depth",
    type: "count",
    default: DEFAULT_LIMITS.maxDepth,
    summary: "the maximum depth of the search below a root",
  },
  {
    key: "limits.max_directories",
    type: "count",
    default: DEFAULT_LIMITS.maxDirectories,
    summary: "the maximum number of directories searched per root",
  },
  {
    key: "limits.max_entries",
    type: "count",
    default: DEFAULT_LIMITS.maxEntries,
    summary: "the maximum number of directory entries read per root",
  },
  {
    key: "limits.max_skill_bytes",
    type: "count",
    default: DEFAULT_LIMITS.maxSkillBytes,
    summary: "the maximum size of a SKILL.md in bytes",
  },
  {
    key: "limits.max_frontmatter_bytes",
    type: "count",
    default: DEFAULT_LIMITS.maxFrontmatterBytes,
    summary: "the maximum size of a frontmatter in bytes",
  },
  {
    key: "catalog.max_pct",
    type: "fraction",
    default: DEFAULT_BUDGET.maxPct,
    summary: "the share of a model's context window that the catalog may use",
  },
  {
    key: "catalog.fallback_chars",
    type: "count",
    default: DEFAULT_BUDGET.fallbackChars,
    summary: "the maximum number of characters of the catalog if the context window is unknown",
  },
  {
    key: "catalog.max_entry_chars",
    type: "count",
    default: DEFAULT_BUDGET.maxEntryChars,
    summary: "the maximum number of characters of a description in the catalog",
  },
  {
    key: "catalog.pinned",
    type: "texts",
    default: [],
    adds: true,
    summary: "skills whose descriptions are shortened last, by name pattern, id or path",
  },
  ...RUN_KEYS,
  ...AGENT_KEYS,
];

/** Descriptions of types for messages. */
export const TYPE_NAMES: Readonly<Record<KeyType, string>> = {
  text: "text",
  boolean: "`true` or `false`",
  count: "a whole number above zero",
  fraction: "a number above 0 and at most 1",
  severity: "one of `none`, `info`, `low`, `medium`, `high`",
  temperature: "a number from 0 to 2",
  texts: "a list of strings",
  paths: "a list of paths",
  path: "a path",
  severities: "a mapping of codes to `off`, `info` or `warning`",
  map: "a mapping",
  servers: "a mapping of servers, each with a `command` or a `url`",
  suppressions: "a list of mappings with `code`, `path` and `reason`, and `digest` for a finding that blocks",
  "run-rules": "a list of scopes and digests, such as `user` or `sha256:…`",
};

/** Returns the code and message for a value of the wrong type. `name` is the key or variable to show. */
export function describeWrongValue(
  { type, withholds }: ConfigKey,
  name: string,
): { code: "SK030" | "SK032"; message: string } {
  const wrong = `\`${name}\` should be ${TYPE_NAMES[type]}`;
  return withholds
    ? { code: "SK030", message: `${wrong}; until it is corrected, every skill is withheld` }
    : { code: "SK032", message: `${wrong}; it is ignored` };
}
