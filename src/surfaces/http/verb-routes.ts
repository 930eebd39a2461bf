/** Creates a route of `/api` for each operation of every verb that HTTP offers. */
import { InputError } from "../../model/errors.ts";
import type { Schema } from "../../model/schema.ts";
import { materializeAnswer } from "../../ops/answers/answer.ts";
import * as shapes from "../../ops/answers/shapes.ts";
import { needsConsent, type Operation, type OperationContext, type Verb } from "../../ops/operation.ts";
import type { HttpContext } from "./http-context.ts";
import { pathsInProject, resolveRequestedSkill } from "./requests/path-in-project.ts";
import { HttpRefusal } from "./requests/refusal.ts";
import type { Route, RouteTag } from "./routes/route.ts";

export function routesOf({ group, operations }: Verb): Route[] {
  return Object.values(operations).flatMap((operation) =>
    typeof operation.http === "string" ? [] : [routeOf(operation, operation.http, group)],
  );
}

function routeOf(operation: Operation, http: Exclude<Operation["http"], string>, group: Verb["group"]): Route {
  const { summary, effects } = operation;
  const { path, id, method = effects.join() === "read" ? "GET" : "POST", heavy = false, kept = () => false } = http;
  return {
    ...{ path, id, method, heavy, summary, tag: group as RouteTag, kept },
    input: without(operation.input, Object.keys(http.omits ?? {})),
    answer: schemaOf(operation.output),
    writes: needsConsent(operation),
    contacts: (given: Readonly<Record<string, unknown>>) => effects.includes("network") && given["offline"] !== true,
    run: (given: Readonly<Record<string, unknown>>, desk, gone) => answer(operation, given, contextOf(desk, gone)),
  };
}

async function answer(
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
  context: OperationContext,
): Promise<object> {
  try {
    const made = await operation.answer(await operation.run(given, context), given);
    return "fields" in made && "lists" in made ? materializeAnswer(made) : made;
  } catch (error) {
    if (error instanceof InputError) throw new HttpRefusal(400, "SK920", error.message, error.hint);
    throw error;
  }
}

const SHAPES = { ...shapes };

export function schemaOf(output: Operation["output"]): Schema {
  return typeof output === "string" ? SHAPES[output] : output;
}

/** Returns a schema without the omitted fields. */
function without<S extends Schema>(input: S, omitted: readonly string[]): S {
  if (omitted.length === 0) return input;
  const { properties = {}, required = [] } = input.json;
  const keeps = ([key]: readonly [string, unknown]): boolean => !omitted.includes(key);
  return {
    ...input,
    fields: Object.fromEntries(Object.entries(input.fields ?? {}).filter(keeps)),
    json: {
      ...input.json,
      properties: Object.fromEntries(Object.entries(properties).filter(keeps)),
      required: required.filter((key) => !omitted.includes(key)),
    },
  };
}

/**
 * Returns the services that the server provides to an operation. The operation works on the watched project, and cannot
 * access paths outside of it.
 */
function contextOf(desk: HttpContext, signal: OperationContext["signal"]): OperationContext {
  return {
    load: desk.load,
    // A server with `--write` always requires a token. Any other server answers every account of this machine.
    answersAnyone: !desk.write,
    installer: desk.installer,
    signal,
    loaded: (host) => desk.skills(host),
    async reloaded() {
      await desk.settled();
      return desk.own;
    },
    skills: (host) => desk.skills(host),
    skillNamed: (typed) => resolveRequestedSkill(typed, desk),
    pathsNamed: (typed) => pathsInProject(typed, desk),
  };
}
