import { operation, verb } from "../operation.ts";
import { switchInput } from "./fields.ts";

export const disable = verb({
  name: "disable",
  group: "Manage",
  summary: "Disable a skill",
  about:
    "Disables a skill. A disabled skill is listed as disabled, and reaches no model. If another skill has the same name, that skill\nis used. With --host codex, it edits the configuration of Codex.",
  examples: [
    ["skillwright disable pdf", "disable a skill by its name"],
    ["skillwright disable ~/.claude/skills/pdf", "disable a skill by its path, if several skills have its name"],
    ["skillwright disable pdf@user", "disable your own skill of this name"],
  ],
  completes: "skills",
  operations: {
    disable: operation({
      summary: "Disable a skill",
      input: switchInput,
      output: "EnabledState",
      effects: ["write"],
      cli: { arguments: ["skill"] },
      http: { path: "/api/skills/{skill}/disable", id: "disableSkill" },
      appServer: { method: "skills/disable" },
      async run({ skill, project = false }, context) {
        const { switchSkill } = await import("../settings/switch-skill.ts");
        return switchSkill({ pattern: await context.skillNamed(skill), enabled: false, project }, context);
      },
      answer: (switched) => switched,
    }),
  },
});
