/** Loads a skill or one of its commands, with the text that a model would receive. `load` and `run` use this file. */
import { resolve } from "node:path";
import type { Activation } from "../../model/conversation/activation.ts";
import type { Actor } from "../../model/conversation/offer.ts";
import type { ActivationOptions } from "../../session/activate-from-catalog.ts";
import { refusedError } from "../answers/use/load-answers.ts";
import type { Skills } from "../open-skills.ts";
import type { OperationContext } from "../operation.ts";

export interface ActivationInput {
  /** A name, an id or a path as the caller wrote it. */
  readonly skill: string;
  readonly host?: string;
  readonly actor?: Actor;
  readonly command?: string;
  readonly arguments?: string;
  readonly agentSkills?: readonly string[];
  readonly files?: readonly string[];
  readonly maxChars?: number;
  readonly absolutePaths?: boolean;
  readonly session?: string;
}

export interface LoadedSkill {
  readonly activation: Activation;
  readonly skills: Skills;
}

/**
 * How to treat shell expressions. `settings` and `approved` run them if the configuration or the caller allows it.
 * `show` runs none. `preview` also runs none, but shows those of an untrusted project, so that a person can review
 * them.
 */
export type ShellExpressionMode = "settings" | "approved" | "show" | "preview";

/** Loads a skill for an actor. If the skill is refused, this throws an error with the code of the refusal. */
export async function loadSkill(
  input: ActivationInput,
  shellExpressions: ShellExpressionMode,
  context: OperationContext,
): Promise<LoadedSkill> {
  const { skill, host, actor = "user", command, arguments: given } = input;
  const skills = await context.skills(host);
  const request = {
    ...{ asked: await context.skillNamed(skill), actor },
    ...(command === undefined ? {} : { command }),
    ...(given === undefined ? {} : { arguments: given }),
  };
  const answer = await skills.activate(request, circumstancesOf(input, shellExpressions, skills, context));
  if ("refusal" in answer) throw refusedError([skill, command].filter(Boolean).join(" "), answer.refusal);
  return { activation: answer.activation, skills };
}

function circumstancesOf(
  { agentSkills, files, maxChars, absolutePaths, session }: ActivationInput,
  shellExpressions: ShellExpressionMode,
  { snapshot: { cwd } }: Skills,
  { prompter, signal }: OperationContext,
): ActivationOptions {
  return {
    ...(shellExpressions === "preview" ? { preview: true } : { shellExpressions }),
    ...(agentSkills ? { scope: { skills: agentSkills } } : {}),
    ...(files ? { files: files.map((path) => resolve(cwd, path)) } : {}),
    ...(maxChars === undefined ? {} : { maxBodyChars: maxChars }),
    ...(absolutePaths === undefined ? {} : { absolutePaths }),
    ...(session === undefined ? {} : { sessionId: session }),
    ...(prompter ? { prompter } : {}),
    signal,
  };
}
