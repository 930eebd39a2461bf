import type { ArgumentRule } from "../../../model/host-profile.ts";
import type { Skill } from "../../../model/skills/skill.ts";
import type { ReplacedPiece } from "./pieces.ts";

export interface HostPlaceholderFacts {
  readonly skill: Skill;
  readonly projectRoot: string;
  /** Returns the home directory. It is called only if a variable needs the directory. */
  readonly home: () => string;
  readonly sessionId?: string | undefined;
}

/**
 * Returns the placeholders that a host replaces, as written (`${CLAUDE_SKILL_DIR}`), with their values. A placeholder
 * without a known value is left out, so it stays in the text.
 */
export function hostPlaceholders(
  family: ArgumentRule["variables"],
  facts: HostPlaceholderFacts,
): Readonly<Record<string, string>> {
  return family === undefined ? {} : present(FAMILIES[family](facts));
}

type Values = Readonly<Record<string, string | undefined>>;

const FAMILIES: Readonly<Record<NonNullable<ArgumentRule["variables"]>, (facts: HostPlaceholderFacts) => Values>> = {
  skillwright: (facts) => ({ ...claudeCode(facts), ...neutral(facts) }),
  "claude-code": claudeCode,
  openclaw: ({ skill }) => ({ "{baseDir}": skill.directory }),
  "pickle-bot": pickleBot,
};

function neutral({ skill, projectRoot, sessionId }: HostPlaceholderFacts): Values {
  return { "${SKILL_DIR}": skill.directory, "${PROJECT_DIR}": projectRoot, "${SESSION_ID}": sessionId };
}

function claudeCode({ skill, projectRoot, sessionId }: HostPlaceholderFacts): Values {
  return {
    "${CLAUDE_SKILL_DIR}": skill.directory,
    "${CLAUDE_PROJECT_DIR}": projectRoot,
    "${CLAUDE_SESSION_ID}": sessionId,
    "${CLAUDE_EFFORT}": skill.manifest.effort,
    "${CLAUDE_PLUGIN_ROOT}": skill.scope === "plugin" ? parentOf(skill.root.path) : undefined,
  };
}

/**
 * Returns pickle-bot's placeholders. All their paths are in the workspace, except the skills directory, which may be
 * elsewhere.
 */
function pickleBot({ skill, home }: HostPlaceholderFacts): Values {
  const workspace = `${home()}/.pickle-bot`;
  return {
    "{{workspace}}": workspace,
    "{{agents_path}}": `${workspace}/agents`,
    "{{skills_path}}": skill.root.path,
    "{{crons_path}}": `${workspace}/crons`,
    "{{memories_path}}": `${workspace}/memories`,
    "{{history_path}}": `${workspace}/.history`,
  };
}

function present(values: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** Finds placeholders by their text. If two have the same beginning, the longer one wins. */
export function findHostPlaceholders(body: string, values: Readonly<Record<string, string>>): ReplacedPiece[] {
  if (!body.includes("{")) return [];
  const keys = Object.keys(values).filter((key) => body.includes(key));
  if (keys.length === 0) return [];
  const pattern = keys.sort((a, b) => b.length - a.length).map(literally);
  return [...body.matchAll(new RegExp(pattern.join("|"), "g"))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: values[match[0]] ?? match[0],
  }));
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
