/**
 * caliban's built-in `Skill` tool (ADR 0019). Its description lists the skills, one on each line, and a call returns
 * the body of a skill.
 */
import { oneLine } from "../../activate/render/escape.ts";
import file from "../../hosts/profiles/caliban.json" with { type: "json" };
import { completeProfile } from "../../hosts/profiles/complete-profile.ts";
import type { NeutralTool } from "../../model/conversation/neutral-tool.ts";
import { SkillNotFoundError } from "../../model/errors.ts";
import { failedResult, makeTool, shortenForReply } from "../../session/tools/make-tool.ts";
import { ARGUMENT_SHAPES, checkArguments } from "../check-options.ts";
import { LISTED_SKILLS_SHAPE } from "./argument-shapes.ts";
import type { CalibanSkill } from "./caliban.ts";

const caliban = completeProfile(file);

/**
 * Creates caliban's tool. `invoke` returns the body of the skill with a given name. It is called each time, so that the
 * file is read from the disk again.
 */
export function calibanTool(skills: readonly CalibanSkill[], invoke: (name: string) => string): NeutralTool {
  checkArguments("calibanTool", { skills: [skills, LISTED_SKILLS_SHAPE], invoke: [invoke, ARGUMENT_SHAPES.act] });
  const rule = caliban.tool!;
  const menu = skills.map(({ name, description }) => `- ${oneLine(name)}: ${oneLine(description)}`);
  return makeTool({
    name: rule.name,
    description: `Returns the instructions of a skill by the skill's name. The skills are:\n\n${menu.join("\n")}`,
    fields: { [rule.parameter]: { type: "string", description: "The name of the skill.", required: true } },
    run: (given) => {
      const asked = given[rule.parameter] ?? "";
      try {
        return { content: invoke(asked), isError: false };
      } catch (error) {
        if (!(error instanceof SkillNotFoundError)) throw error;
        return failedResult(`there is no skill \`${shortenForReply(asked)}\`; ${error.hint}`);
      }
    },
  });
}
