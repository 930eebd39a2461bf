/** Creates a method for each operation that the app server should offer. A skill is passed as `name` or `path`. */
import { resolve } from "node:path";
import { InputError } from "../../model/errors.ts";
import { object, optional, type Schema, text } from "../../model/schema.ts";
import { materializeAnswer } from "../../ops/answers/answer.ts";
import type { Operation, OperationContext, Verb } from "../../ops/operation.ts";
import { INVALID_PARAMS, RpcError } from "./messages.ts";
import type { AppServerState, Method } from "./method.ts";
import { openInstallerOf, skillsOfDirectory } from "./methods-codex.ts";

const cwd = optional(text("the working directory (default: the server's working directory)"));

export function methodsOf({ operations }: Verb): Method[] {
  return Object.values(operations).flatMap((each) => (each.appServer ? [methodOf(each, each.appServer)] : []));
}

type Input = Readonly<Record<string, unknown>>;

function methodOf(operation: Operation, { method, omits = {} }: NonNullable<Operation["appServer"]>): Method {
  const { effects } = operation;
  return {
    name: method,
    params: paramsOf(operation, Object.keys(omits)),
    writes: effects.includes("write"),
    async run({ cwd: where, ...params }: Input, ground: AppServerState) {
      const input = inputOf(operation, params, method);
      const answered = await answer(operation, input, contextOf(where as string | undefined, ground));
      if (effects.includes("write")) await ground.directories.settled();
      return answered;
    },
  };
}

function paramsOf({ input }: Operation, omitted: readonly string[]): Schema {
  const { skill, ...fields } = input.fields ?? {};
  const kept = Object.entries(fields).filter(([key]) => !omitted.includes(key) && key !== "host");
  const named = skill ? { name: optional(skill), path: optional(skill) } : {};
  return object({ ...named, ...Object.fromEntries(kept), cwd });
}

function inputOf({ input }: Operation, { name, path, ...rest }: Input, method: string): Input {
  if (input.fields?.["skill"] === undefined)
    return { ...(name === undefined ? {} : { name }), ...(path === undefined ? {} : { path }), ...rest };
  if ((name === undefined) === (path === undefined))
    throw new RpcError(INVALID_PARAMS, `${method} requires exactly one of path or name`);
  return { skill: name ?? path, ...rest };
}

async function answer(operation: Operation, input: Input, context: OperationContext): Promise<object> {
  try {
    const made = await operation.answer(await operation.run(input, context), input);
    return "fields" in made && "lists" in made ? materializeAnswer(made) : made;
  } catch (error) {
    if (error instanceof InputError) throw new RpcError(INVALID_PARAMS, error.message);
    throw error;
  }
}

function contextOf(where: string | undefined, ground: AppServerState): OperationContext {
  const cwd = resolve(ground.cwd, where ?? ".");
  const skills = () => skillsOfDirectory(where, ground);
  return {
    load: { ...ground.load, ...(where === undefined ? {} : { cwd }) },
    installer: { ...openInstallerOf(ground), cwd },
    signal: ground.leaving,
    loaded: skills,
    async reloaded() {
      await ground.directories.settled();
      return skills();
    },
    skills,
    skillNamed: async (typed) => typed.replace(/\/SKILL\.md$/i, ""),
    pathsNamed: async (typed) => typed.map((path) => resolve(cwd, path)),
  };
}
