/** Builds the answers of `load`: a skill or a file of it, as a model receives it. */
import type { ResourceAnswer } from "../../../activate/read-skill-files.ts";
import type { Activation } from "../../../model/conversation/activation.ts";
import type { Refusal } from "../../../model/conversation/offer.ts";
import { OperationError } from "../../../model/errors.ts";
import type { Skills } from "../../open-skills.ts";
import { diagnosticJson, SCHEMA } from "../answer.ts";

/** Builds the answer of `load`: the skill as activated, and the permissions that the skill gets. */
export async function loadAnswer({
  activation,
  skills,
}: {
  readonly activation: Activation;
  readonly skills: Skills;
}): Promise<object> {
  return { ...activationAnswer(activation, skills.snapshot.host), window: await skills.window(activation.skill) };
}

function activationAnswer(activation: Activation, host: string): object {
  const { skill, address, actor, role, text: content, resources, moreResources, shell, digest, revision } = activation;
  return {
    schema: SCHEMA,
    host,
    address,
    id: skill.id,
    path: skill.path,
    actor,
    arguments: activation.arguments ?? null,
    command: activation.command ?? null,
    argumentHint: skill.manifest.argumentHint ?? null,
    role,
    text: content,
    fullLength: activation.cutFrom ?? null,
    next: activation.restAt ?? null,
    resources,
    moreResources,
    shell,
    digest,
    revision,
    diagnostics: activation.diagnostics.map(diagnosticJson),
  };
}

export function resourceAnswer(path: string, read: Exclude<ResourceAnswer, { readonly refused: unknown }>): object {
  const { next = null, binary = false, ...rest } = read;
  return { schema: SCHEMA, path, ...rest, next, binary };
}

/** Makes the error for a skill or file that was requested and refused. */
export function refusedError(
  asked: string,
  { code, reason, help }: Pick<Refusal, "code" | "reason" | "help">,
): OperationError {
  return new OperationError(code, `\`${asked}\`: ${reason}`, help === undefined ? {} : { hint: help });
}
