/**
 * The configuration keys for running code. All are personal and only valid in files. A project cannot enable its own
 * code, not even through environment variables of a shell or editor.
 */
import { DEFAULT_RUN_POLICY } from "../../model/rules/run-policy.ts";
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
    default: DEFAULT_RUN_POLICY.unsandboxed,
    ...PERSONAL,
    summary: "whether commands of skills run although nothing keeps them apart from the machine",
  },
  {
    key: "run.network",
    type: "boolean",
    default: DEFAULT_RUN_POLICY.network,
    ...PERSONAL,
    summary: "whether commands of skills may use the network",
  },
  {
    key: "run.environment",
    type: "texts",
    default: DEFAULT_RUN_POLICY.environment,
    adds: true,
    ...PERSONAL,
    summary: "variables that commands of skills get, by name",
  },
  {
    key: "run.read",
    type: "paths",
    default: DEFAULT_RUN_POLICY.read,
    adds: true,
    ...PERSONAL,
    summary: "more directories that commands of skills may read",
  },
  {
    key: "run.write",
    type: "paths",
    default: DEFAULT_RUN_POLICY.write,
    adds: true,
    ...PERSONAL,
    summary: "directories that commands of skills may write to",
  },
  {
    key: "run.in_skill_directory",
    type: "boolean",
    default: DEFAULT_RUN_POLICY.inSkillDirectory,
    ...PERSONAL,
    summary: "whether commands begin in the skill's directory instead of the project's",
  },
  {
    key: "run.mark_failures",
    type: "boolean",
    default: DEFAULT_RUN_POLICY.markFailures,
    ...PERSONAL,
    summary: "whether a shell expression that fails becomes a line that says so, instead of stopping its skill",
  },
  {
    key: "run.timeout_seconds",
    type: "count",
    default: DEFAULT_RUN_POLICY.timeoutMs / 1000,
    ...PERSONAL,
    summary: "how long a command of a skill may take",
  },
  {
    key: "run.max_output_bytes",
    type: "count",
    default: DEFAULT_RUN_POLICY.maxOutputBytes,
    ...PERSONAL,
    summary: "how much a command of a skill may say",
  },
];
