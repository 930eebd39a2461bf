import type { HostProfile } from "../../model/host-profile.ts";
import { withoutSkills } from "./without-skills.ts";

/** aider is a terminal pair programmer. It can read extra files, but has no skills and no MCP. */
export const aider: HostProfile = withoutSkills({
  name: "aider",
  title: "aider",
  version: "0.86",
  detect: { programs: ["aider"], directories: ["~/.aider"] },
  source: "aider documentation, Specifying coding conventions",
  notes: [
    "aider looks for no skills.",
    "It takes files to read along: `aider --read .agents/skills/NAME/SKILL.md` gives it one skill whole, and so does `read:` in `.aider.conf.yml`.",
    "`skillwright catalog --format files > SKILLS.md` writes one line for each skill, with its file and when to read it; `aider --read SKILLS.md` needs no tool.",
    "It speaks no MCP, so no server can bring it skills either.",
    "Such a file is part of every request: choose a few skills rather than all.",
  ],
});
