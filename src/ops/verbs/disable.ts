import { operation, verb } from "../operation.ts";
import { switchInput } from "./fields.ts";

export const disable = verb({
  name: "disable",
  group: "Manage",
  summary: "Disable a skill",
  about:
    "Disables a skill: it is listed as disabled, overrides no other skill and reaches no model. Another skill of its name takes its\nplace. With --host codex it edits the configuration of Codex.",
  examples: [
    ["skillwright disable pdf", "by name"],
    ["skillwright disable ~/.claude/skills/pdf", "by path, if several have the name"],
    ["skillwright disable pdf@user", "by scope"],
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
