import type { HostProfile } from "../model/host-profile.ts";
import { withoutSkills } from "./without-skills.ts";

/** aider pairs with a person in the terminal; it has files to read along, but no skills and no MCP. */
export const aider: HostProfile = withoutSkills({
  name: "aider",
  title: "aider",
  version: "0.86",
  detect: { programs: ["aider"], directories: ["~/.aider"] },
  source: "aider documentation, Specifying coding conventions",
  notes: [
    "aider looks for no skills.",
    "It takes files to read along: `aider --read FILE`, or `read: FILE` in `.aider.conf.yml`. Write what a skill prepares into such a file: `skillwright show NAME --body > CONVENTIONS.md`.",
    "It speaks no MCP, so `skillwright mcp` cannot serve it.",
    "Such a file is in every request, and aider keeps it in the cache of the provider: choose a few skills rather than all.",
  ],
});
