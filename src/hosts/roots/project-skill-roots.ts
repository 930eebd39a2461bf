/**
 * The skill directories of all hosts in a project. This is a separate list, because a load that only verifies a lock
 * must not import every profile. A test compares it with the profiles.
 */
export const PROJECT_SKILL_ROOTS: readonly string[] = [
  ".agents/skills",
  ".agents/skills-code",
  ".aleph/skills",
  ".caliban/skills",
  ".claude/skills",
  ".cline/skills",
  ".clinerules/skills",
  ".codex/skills",
  ".crush/skills",
  ".cursor/skills",
  ".gemini/skills",
  ".github/skills",
  ".goose/skills",
  ".kimi-code/skills",
  ".kimi/skills",
  ".opencode/skill",
  ".opencode/skills",
  ".openoxide/skills",
  ".pi/skills",
  ".qwen/skills",
  ".roo/skills",
  ".roo/skills-code",
  ".skillwright/skills",
];
