import type { HostProfile } from "../model/host-profile.ts";

/** The default profile: the OpenOxide blueprint under our own directory names. */
export const skillwright: HostProfile = {
  name: "skillwright",
  title: "Skillwright",
  roots: [
    { scope: "repo", base: "project", path: ".skillwright/skills" },
    { scope: "repo", base: "project", path: ".agents/skills" },
    { scope: "repo", base: "project", path: ".claude/skills" },
    { scope: "user", base: "config", path: "skills" },
    { scope: "user", base: "home", path: ".agents/skills" },
    { scope: "user", base: "home", path: ".claude/skills" },
    { scope: "admin", base: "admin", path: "skills" },
    { scope: "plugin", base: "data", path: "plugins/*/skills", plugin: true },
  ],
  followLinks: ["extra", "repo", "user", "admin"],
  resourceDirectories: ["scripts", "references", "assets"],
  skippedDirectories: ["node_modules"],
  systemSkills: true,
};
