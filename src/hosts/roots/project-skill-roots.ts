/**
 * The directories below a directory of a project in which some host reads skills, as the profiles name them. A list of its
 * own, because a load that only verifies a lock must not load every profile. A test compares it with the profiles.
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
