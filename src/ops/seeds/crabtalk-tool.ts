/**
 * crabtalk's two ways to load a skill (RFC 0036): a tool and a slash command. An agent calls the tool. The slash
 * command is expanded before the agent receives the message. Both convert the answers of `Crabtalk` into text.
 */
import { wrapInSkillTag } from "../../activate/render/envelopes/crabtalk.ts";
import { oneLine } from "../../activate/render/escape.ts";
import { completeProfile } from "../../hosts/profiles/complete-profile.ts";
import file from "../../hosts/profiles/crabtalk.json" with { type: "json" };
import type { NeutralTool, ToolResult } from "../../model/conversation/neutral-tool.ts";
import { failedResult, makeTool, shortenForReply } from "../../session/tools/make-tool.ts";
import { ARGUMENT_SHAPES, checkArguments } from "../check-options.ts";
import { CRABTALK_SHAPE } from "./argument-shapes.ts";
import type { Crabtalk, CrabtalkAnswer, CrabtalkScope, CrabtalkSkill } from "./crabtalk.ts";

const profile = completeProfile(file);

/**
 * Creates the tool. For an exact name it returns the skill's body, for any other name a list of similar skills, and for
 * an empty name all skills.
 */
export function crabtalkTool(crabtalk: Crabtalk, scope: CrabtalkScope = []): NeutralTool {
  checkArguments("crabtalkTool", { crabtalk: [crabtalk, CRABTALK_SHAPE], scope: [scope, ARGUMENT_SHAPES.texts] });
  const rule = profile.tool!;
  return makeTool({
    name: rule.name,
    description:
      "Loads a skill by its exact name. If no skill has that name, the tool lists skills whose name or description contains the word. Without a name, it lists all skills.",
    fields: {
      [rule.parameter]: {
        type: "string",
        description: "The skill's name, or a word to search for. Omit it to list all skills.",
        required: true,
      },
    },
    run: (given) => {
      const asked = given[rule.parameter] ?? "";
      return resultOf(crabtalk.dispatch(asked, scope), asked);
    },
  });
}

/**
 * Expands a message that begins with `/name` into the skill's tag and the rest of the message. Other messages are
 * unchanged.
 */
export function preprocessCrabtalk(message: string, crabtalk: Crabtalk, scope: CrabtalkScope = []): string {
  checkArguments("preprocessCrabtalk", {
    message: [message, ARGUMENT_SHAPES.text],
    crabtalk: [crabtalk, CRABTALK_SHAPE],
    scope: [scope, ARGUMENT_SHAPES.texts],
  });
  const resolved = crabtalk.resolveSlash(message, scope);
  if (resolved?.answer.kind !== "loaded") return message;
  const { skill, body } = resolved.answer;
  const tagged = wrapInSkillTag(skill.name, body);
  return resolved.rest === "" ? tagged : `${tagged}\n\n${resolved.rest}`;
}

function resultOf(answer: CrabtalkAnswer, asked: string): ToolResult {
  if (answer.kind === "loaded") return { content: answer.body, isError: false };
  if (answer.kind === "refused") return failedResult(shortenForReply(answer.message));
  if (answer.kind === "broken")
    return failedResult(`the skill \`${shortenForReply(asked)}\` cannot be loaded: ${shortenForReply(answer.message)}`);
  const noSuchSkill = `no skill is called \`${shortenForReply(asked)}\``;
  if (answer.skills.length === 0)
    return failedResult(asked === "" ? "there are no skills" : `${noSuchSkill}, and no skill is similar`);
  const list = listing(answer.skills);
  return { content: asked === "" ? list : `${noSuchSkill}; similar skills:\n${list}`, isError: false };
}

/** Maximum number of skills in one answer. */
const MAX_LISTED = 200;

function listing(skills: readonly CrabtalkSkill[]): string {
  const lines = skills
    .slice(0, MAX_LISTED)
    .map(({ name, description }) => `${oneLine(name)}: ${shortenForReply(description)}`);
  const more = skills.length - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more; call the tool with a word of their names or descriptions`] : []),
  ].join("\n");
}
