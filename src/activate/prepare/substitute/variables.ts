import type { ArgumentRule } from "../../../model/host-profile.ts";
import type { Skill } from "../../../model/skills/skill.ts";

export interface VariableFacts {
  readonly skill: Skill;
  readonly projectRoot: string;
  /** Asked for only where a variable needs it. */
  readonly home: () => string;
  readonly sessionId?: string | undefined;
}

/** [Q5] The variables that a host knows, as they are written. One whose value nobody has told is not among them, and stays. */
export function variablesOf(family: ArgumentRule["variables"], facts: VariableFacts): Readonly<Record<string, string>> {
  return family === undefined ? {} : present(FAMILIES[family](facts));
}

type Values = Readonly<Record<string, string | undefined>>;

const FAMILIES: Readonly<Record<NonNullable<ArgumentRule["variables"]>, (facts: VariableFacts) => Values>> = {
  skillwright: (facts) => ({ ...claudeCode(facts), ...neutral(facts) }),
  "claude-code": claudeCode,
  openclaw: ({ skill }) => ({ "{baseDir}": skill.directory }),
  "pickle-bot": pickleBot,
};

function neutral({ skill, projectRoot, sessionId }: VariableFacts): Values {
  return { "${SKILL_DIR}": skill.directory, "${PROJECT_DIR}": projectRoot, "${SESSION_ID}": sessionId };
}

function claudeCode({ skill, projectRoot, sessionId }: VariableFacts): Values {
  return {
    "${CLAUDE_SKILL_DIR}": skill.directory,
    "${CLAUDE_PROJECT_DIR}": projectRoot,
    "${CLAUDE_SESSION_ID}": sessionId,
    "${CLAUDE_EFFORT}": skill.manifest.effort,
    "${CLAUDE_PLUGIN_ROOT}": skill.scope === "plugin" ? parentOf(skill.root.path) : undefined,
  };
}

/** Everything lies in the workspace; only the skills may be somewhere else. */
function pickleBot({ skill, home }: VariableFacts): Values {
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
