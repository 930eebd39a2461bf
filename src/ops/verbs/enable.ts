import { operation, verb } from "../operation.ts";
import { switchInput } from "./fields.ts";

export const enable = verb({
  name: "enable",
  group: "Manage",
  summary: "Enable a disabled skill",
  about:
    "Enables a skill that `disable` turned off, by editing your configuration. All other lines of the file, with their comments, stay\nunchanged. With --host codex it edits the configuration of Codex.",
  examples: [
    ["skillwright enable pdf", "enable a skill by its name"],
    ["skillwright enable 'db-*' --project", "enable the skills of a pattern, in this project"],
  ],
  completes: "skills",
  operations: {
    enable: operation({
      summary: "Enable a disabled skill",
      input: switchInput,
      output: "EnabledState",
      effects: ["write"],
      cli: { arguments: ["skill"] },
      http: { path: "/api/skills/{skill}/enable", id: "enableSkill" },
      appServer: { method: "skills/enable" },
      async run({ skill, project = false }, context) {
        const { switchSkill } = await import("../settings/switch-skill.ts");
        return switchSkill({ pattern: await context.skillNamed(skill), enabled: true, project }, context);
      },
      answer: (switched) => switched,
    }),
  },
});
