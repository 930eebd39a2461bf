/**
 * The configuration keys for running code. All are personal and valid only in files. A project cannot enable its own
 * code, not even through environment variables of a shell or an editor.
 */
import { DEFAULT_RUN_SETTINGS } from "../../model/rules/run-settings.ts";
import type { ConfigKey } from "./values.ts";

const PERSONAL = { personal: true, fileOnly: true } as const;
const RULES = { type: "run-rules", default: [], adds: true, ...PERSONAL } as const;

export const RUN_KEYS: readonly ConfigKey[] = [
  { key: "run.shell", ...RULES, summary: "skills whose shell expressions may run, by scope, digest or both" },
  { key: "run.scripts", ...RULES, summary: "skills whose scripts may run, by scope, digest or both" },
  { key: "run.hooks", ...RULES, summary: "skills whose hooks may run, by scope, digest or both" },
  {
    key: "run.unsandboxed",
    type: "boolean",
    default: DEFAULT_RUN_SETTINGS.unsandboxed,
    ...PERSONAL,
    summary: "whether commands of skills may run without a sandbox",
  },
  {
    key: "run.network",
    type: "boolean",
    default: DEFAULT_RUN_SETTINGS.network,
    ...PERSONAL,
    summary: "whether commands of skills may use the network",
  },
  {
    key: "run.environment",
    type: "texts",
    default: DEFAULT_RUN_SETTINGS.environment,
    adds: true,
    ...PERSONAL,
    summary: "variables that commands of skills get, by name",
  },
  {
    key: "run.read",
    type: "paths",
    default: DEFAULT_RUN_SETTINGS.read,
    adds: true,
    ...PERSONAL,
    summary: "more directories that commands of skills may read",
  },
  {
    key: "run.write",
    type: "paths",
    default: DEFAULT_RUN_SETTINGS.write,
    adds: true,
    ...PERSONAL,
    summary: "directories that commands of skills may write to",
  },
  {
    key: "run.in_skill_directory",
    type: "boolean",
    default: DEFAULT_RUN_SETTINGS.inSkillDirectory,
    ...PERSONAL,
    summary: "whether commands run in the skill's directory instead of the project's",
  },
  {
    key: "run.mark_failures",
    type: "boolean",
    default: DEFAULT_RUN_SETTINGS.markFailures,
    ...PERSONAL,
    summary: "whether the skill is loaded with a note if one of its shell expressions fails",
  },
  {
    key: "run.timeout_seconds",
    type: "count",
    default: DEFAULT_RUN_SETTINGS.timeoutMs / 1000,
    ...PERSONAL,
    summary: "the time limit of a command of a skill",
  },
  {
    key: "run.max_output_bytes",
    type: "count",
    default: DEFAULT_RUN_SETTINGS.maxOutputBytes,
    ...PERSONAL,
    summary: "the maximum output of a command of a skill",
  },
];
