import type { HostProfile } from "../../model/host-profile.ts";
import { withoutSkills } from "./without-skills.ts";

/** OpenTUI is a terminal UI library, used by OpenCode among others. It has no agent. */
export const opentui: HostProfile = withoutSkills({
  name: "opentui",
  title: "OpenTUI",
  version: "0.7",
  detect: { programs: [], directories: [] },
  source: "OpenTUI documentation, Getting started",
  notes: [
    "OpenTUI is a library for programs in the terminal, made by the makers of OpenCode and used by it; it talks to no model and looks for no skills.",
    "A program built with it that has an agent can ask this library for skills (`openSkills`), or the command (`skillwright list --json`).",
    "For what OpenCode itself sees, ask for the host `opencode`.",
  ],
});
