import type { HostProfile } from "../../model/host-profile.ts";
import { skillwright } from "./skillwright.ts";

/** OpenOxide by its blueprint, which we also follow: the same pipeline with its own directory names. */
export const openoxide: HostProfile = {
  ...skillwright,
  name: "openoxide",
  title: "OpenOxide",
  version: "blueprint",
  confidence: "documented",
  detect: { programs: ["openoxide"], directories: ["${OPENOXIDE_HOME:-~/.openoxide}"] },
  roots: [
    { scope: "repo", path: "{project}/.openoxide/skills" },
    { scope: "repo", path: "{project}/.agents/skills" },
    { scope: "user", path: "${OPENOXIDE_HOME:-~/.openoxide}/skills" },
    { scope: "user", path: "~/.agents/skills" },
    { scope: "user", path: "~/.claude/skills" },
    { scope: "admin", path: "/etc/openoxide/skills" },
    { scope: "plugin", path: "${OPENOXIDE_HOME:-~/.openoxide}/plugins/*/skills", plugin: true },
  ],
  injection: { format: "openoxide", role: "user" },
  envelope: "<skill>\n<name>{name}</name>\n<path>{directory}/SKILL.md</path>\n{body}\n</skill>",
  activation: { model: "tool `skill`", user: "`/name`, `$name`, `[$name](path)`" },
  facts: {
    roots: {
      source:
        "OpenOxide Blueprint, Discovery and Scope Order; the default home, plugins and the admin root are our choice",
    },
    walk: { source: "OpenOxide Blueprint, Rules; the numbers are ours" },
    frontmatter: { source: "OpenOxide Blueprint, SKILL.md Contract; tolerance and repair are ours" },
    name: { source: "OpenOxide Blueprint, SKILL.md Contract" },
    description: { source: "OpenOxide Blueprint, SKILL.md Contract" },
    collisions: { source: "OpenOxide Blueprint, Discovery and Scope Order" },
    disclosure: { source: "OpenOxide Blueprint, Context Budget and Invocation Control" },
    activation: { source: "OpenOxide Blueprint, Selection and Invocation" },
    envelope: { source: "OpenOxide Blueprint, Injection Format" },
    arguments: { source: "not told; ours", confidence: "reported" },
    reload: { source: "OpenOxide Blueprint, API/CLI/TUI Surface" },
    trust: { source: "OpenOxide Blueprint, Permission Strategy; withholding is ours" },
  },
  notes: [
    "A blueprint, not a program: where it is silent, Skillwright's own rules hold.",
    "`agents/openoxide.yaml` beside a skill describes it, and `agents/openai.yaml` fills in what that one leaves out.",
  ],
  engine: {
    followLinks: ["extra", "repo", "user", "admin"],
    resourceDirectories: ["scripts", "references", "assets"],
    systemSkills: true,
    sidecars: ["agents/openoxide.yaml", "agents/openai.yaml"],
  },
};
