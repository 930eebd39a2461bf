/**
 * Implements pickle-bot's `create_skill_tool` (Skill System Design). It creates one tool for an agent, and all sessions
 * of the agent share this tool. The tool keeps its original list of skills, and reads a skill each time it is called.
 */
import { escapeText, escapeXml, oneLine } from "../../activate/render/escape.ts";
import { completeProfile } from "../../hosts/profiles/complete-profile.ts";
import file from "../../hosts/profiles/pickle-bot.json" with { type: "json" };
import type { NeutralTool } from "../../model/conversation/neutral-tool.ts";
import { SkillNotFoundError } from "../../model/errors.ts";
import { failedCall, makeTool } from "../../session/tools/make-tool.ts";
import { ARGUMENT_SHAPES, checkArguments, objectShape } from "../check-options.ts";
import { PICKLE_BOT_LOADER_SHAPE, PICKLE_BOT_SKILLS_SHAPE } from "./argument-shapes.ts";
import type { PickleBotDefinition, PickleBotSkill } from "./pickle-bot.ts";

const pickleBot = completeProfile(file);

/** The part of pickle-bot's `SkillLoader` that the tool uses. */
export interface PickleBotLoader {
  discoverSkills(): readonly PickleBotSkill[];
  loadSkill(id: string): PickleBotDefinition;
}

/**
 * Implements `_register_skill_tool`: creates the tool. Returns undefined if the agent's definition does not allow
 * skills, or if there are no skills.
 */
export function registerSkillTool(
  agent: { readonly allow_skills?: boolean },
  loader: PickleBotLoader,
): NeutralTool | undefined {
  checkArguments("registerSkillTool", {
    agent: [agent, ARGUMENT_SHAPES.object],
    loader: [
      loader,
      objectShape({ discoverSkills: ARGUMENT_SHAPES.act }, "an object with the function `discoverSkills`"),
    ],
  });
  if (agent.allow_skills !== true) return undefined;
  const skills = loader.discoverSkills();
  return skills.length === 0 ? undefined : createSkillTool(skills, loader);
}

/** Creates pickle-bot's tool `skill`. */
export function createSkillTool(
  skills: readonly PickleBotSkill[],
  loader: Pick<PickleBotLoader, "loadSkill">,
): NeutralTool {
  checkArguments("createSkillTool", {
    skills: [skills, PICKLE_BOT_SKILLS_SHAPE],
    loader: [loader, PICKLE_BOT_LOADER_SHAPE],
  });
  const rule = pickleBot.tool!;
  const lines = skills.map(
    ({ name, description }) =>
      `  <skill name="${escapeXml(oneLine(name))}">${escapeText(oneLine(description))}</skill>\n`,
  );
  return makeTool({
    name: rule.name,
    description: `${rule.lead}<skills>\n${lines.join("")}</skills>`,
    fields: {
      [rule.parameter]: {
        type: "string",
        enum: skills.map(({ id }) => id),
        description: "The name of the skill to load",
        required: true,
      },
    },
    run: (given) => {
      const asked = given[rule.parameter] ?? "";
      try {
        return { content: loader.loadSkill(asked).content, isError: false };
      } catch (error) {
        if (error instanceof SkillNotFoundError) return failedCall(rule.notFound!, asked, "");
        return failedCall(rule.failed!, asked, error instanceof Error ? error.message : String(error));
      }
    },
  });
}
