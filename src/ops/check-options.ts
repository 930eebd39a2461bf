/**
 * Validates the options of the library's functions. JavaScript callers can misspell an option or pass a wrong shape.
 * Both mistakes throw an OperationError with a fix, before any work begins.
 */

import type { LoadOptions } from "../catalog/load/load.ts";
import type { StopSignal } from "../model/conversation/stop-signal.ts";
import { OperationError, throwIfStopped } from "../model/errors.ts";
import { isMap, isStringList } from "../model/schema.ts";
import { findNearest } from "../model/text/matching/nearest.ts";

/** The shape of a value, and a description of the shape for messages. */
export interface ArgumentShape {
  readonly fits: (value: unknown) => boolean;
  readonly write: string;
}

export type OptionShapes = Readonly<Record<string, ArgumentShape>>;

const text: ArgumentShape = { fits: (value) => typeof value === "string", write: "a string" };
const flag: ArgumentShape = { fits: (value) => typeof value === "boolean", write: "`true` or `false`" };
const count: ArgumentShape = {
  fits: (value) => typeof value === "number" && value >= 0,
  write: "a number that is not negative",
};
const act: ArgumentShape = { fits: (value) => typeof value === "function", write: "a function" };
const object: ArgumentShape = {
  fits: isMap,
  write: "an object",
};
const texts: ArgumentShape = {
  fits: isStringList,
  write: 'a list of strings: `["…"]`',
};
const objects: ArgumentShape = {
  fits: (value) => Array.isArray(value) && value.every(object.fits),
  write: "a list of objects",
};
const anything: ArgumentShape = { fits: () => true, write: "any value" };

function either(...shapes: readonly ArgumentShape[]): ArgumentShape {
  return {
    fits: (value) => shapes.some((shape) => shape.fits(value)),
    write: shapes.map(({ write }) => write).join(", or "),
  };
}

function word(...words: readonly (string | null | false)[]): ArgumentShape {
  return {
    fits: (value) => (words as readonly unknown[]).includes(value),
    write: words.map((each) => `\`${JSON.stringify(each)}\``).join(" or "),
  };
}

const SIGNAL: ArgumentShape = {
  fits: (value) => object.fits(value) && typeof (value as StopSignal).aborted === "boolean",
  write: "an `AbortSignal`",
};
const SCOPE: ArgumentShape = {
  fits: (value) => object.fits(value) && texts.fits((value as { skills?: unknown }).skills),
  write: 'an object with the names of skills: `{ skills: ["…"] }`',
};

export const LOAD_OPTIONS: OptionShapes = {
  cwd: text,
  roots: texts,
  sources: objects,
  host: text,
  added: texts,
  trust: either(word("store", "all"), act),
  ambient: flag,
  links: word("inside", "follow"),
  defaultSkills: flag,
  servers: flag,
  serverTimeoutMs: count,
  onServers: act,
  onDamage: act,
  ineligible: flag,
  config: object,
  environment: object,
  files: object,
  logger: object,
  signal: SIGNAL,
};

export const SESSION_OPTIONS: OptionShapes = {
  scope: SCOPE,
  files: texts,
  asksForVariables: flag,
  maxBodyChars: count,
  absolutePaths: flag,
  reader: either(text, word(null)),
  shellExpressions: word("settings", "approved", "show", "never"),
  passed: text,
  control: object,
  answers: object,
  redact: act,
  accepted: act,
  entrusted: act,
  signal: SIGNAL,
  id: text,
  state: anything,
  journal: text,
  recordContent: flag,
  clock: act,
  agent: text,
};

export const TOOL_OPTIONS: OptionShapes = {
  listing: word("description", "system"),
  choices: flag,
  window: count,
  names: object,
  resources: flag,
  search: flag,
  scripts: flag,
};

export const CATALOG_OPTIONS: OptionShapes = {
  window: count,
  budget: object,
  format: text,
  scope: SCOPE,
  files: texts,
  pinned: texts,
  ranking: object,
  tool: text,
  searchTool: text,
  message: text,
};

/** The common shapes of arguments. */
export const ARGUMENT_SHAPES = { text, texts, flag, count, act, object, anything } as const;

/** Requires an object with at least these keys. `write` is the name of the object in the error message. */
export function objectShape(shapes: OptionShapes, write: string): ArgumentShape {
  const fits = (value: unknown): boolean =>
    object.fits(value) &&
    Object.entries(shapes).every(([key, shape]) => shape.fits((value as Readonly<Record<string, unknown>>)[key]));
  return { fits, write };
}

/** The shape of a list. `write` names its elements. */
export function listShape(shape: ArgumentShape, write: string): ArgumentShape {
  return { fits: (value) => Array.isArray(value) && value.every(shape.fits), write: `a list of ${write}` };
}

/**
 * Throws SK920 for the first argument with a wrong shape. Public functions call this before any work, so that a wrong
 * argument does not cause a `TypeError` in our code.
 */
export function checkArguments(
  owner: string,
  given: Readonly<Record<string, readonly [value: unknown, shape: ArgumentShape]>>,
): void {
  for (const [name, [value, shape]] of Object.entries(given))
    if (!shape.fits(value))
      throw wrong(`the argument \`${name}\` of \`${owner}\` is not valid`, `it takes ${shape.write}`);
}

/** Picks the options of a load from the options of an operation. */
export function pickLoadOptions(given: LoadOptions): LoadOptions {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(LOAD_OPTIONS, name)));
}

/**
 * Throws SK920 for options that `owner` does not have, or whose values it cannot use. Options with the value undefined
 * are ignored.
 */
export function checkOptions(owner: string, given: unknown, shapes: OptionShapes): void {
  if (!object.fits(given)) throw wrong(`the options of \`${owner}\` are not an object`, `write \`${owner}({ … })\``);
  for (const [name, value] of Object.entries(given as object)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(shapes, name)) throw unknown(owner, name, Object.keys(shapes));
    const shape = shapes[name] as ArgumentShape;
    if (!shape.fits(value))
      throw wrong(`the option \`${name}\` of \`${owner}\` is not valid`, `it takes ${shape.write}`);
  }
}

/** Options that several methods share when they request skills. */
const ASKING_OPTIONS: OptionShapes = { scope: SCOPE, files: texts, signal: SIGNAL, k: count };

/**
 * Throws SK920 if an option of a load has a wrong type. All other options are ignored, because only the calling
 * function knows them.
 */
export function checkLoadOptions(owner: string, given: unknown): void {
  checkKnown(owner, given, { ...LOAD_OPTIONS, hosts: texts });
}

/** Throws SK920 for a scope, a list of files or a signal of a wrong type. */
export function checkSkillRequestOptions(owner: string, given: unknown): void {
  checkKnown(owner, given, ASKING_OPTIONS);
}

function checkKnown(owner: string, given: unknown, shapes: OptionShapes): void {
  if (!object.fits(given)) throw wrong(`the options of \`${owner}\` are not an object`, `write \`${owner}(…, { … })\``);
  const known = Object.entries(given as object).filter(([name]) => Object.hasOwn(shapes, name));
  checkOptions(owner, Object.fromEntries(known), shapes);
}

/** Throws SK920 unless an argument is a list of texts. */
export function checkTexts(owner: string, given: unknown): void {
  if (!texts.fits(given)) throw wrong(`\`${owner}\` takes a list of strings`, `write \`${owner}(["…"])\``);
}

/** Throws SK920 unless an argument is an object. */
export function checkObject(owner: string, given: unknown): void {
  if (!object.fits(given)) throw wrong(`\`${owner}\` takes an object`, `write \`${owner}({ … })\``);
}

/** Throws SK920 unless an argument is a text. */
export function checkText(owner: string, given: unknown): void {
  if (!text.fits(given)) throw wrong(`\`${owner}\` takes a string`, `write \`${owner}("…")\``);
}

/**
 * Throws SK920 if an argument is given but is not a session. Passing options instead of a session is a likely mistake.
 */
export function checkSession(owner: string, given: unknown): void {
  const isSession = object.fits(given) && typeof (given as { offered?: unknown }).offered === "function";
  if (given !== undefined && !isSession)
    throw wrong(`\`${owner}\` takes a session`, `write \`${owner}(await skills.session(), { … })\``);
}

/** Throws SK920 unless every named field of a request is a text. */
export function checkRequest(owner: string, given: unknown, fields: readonly string[]): void {
  const request = object.fits(given) ? (given as Readonly<Record<string, unknown>>) : {};
  const wanting = fields.find((field) => !text.fits(request[field]));
  if (wanting === undefined) return;
  const written = fields.map((field) => `${field}: "…"`).join(", ");
  throw wrong(`the request of \`${owner}\` has no string \`${wanting}\``, `write \`${owner}({ ${written} })\``);
}

/** Throws SK920 unless an argument is a skill of a snapshot, or an object of the same shape. */
export function checkSkill(owner: string, given: unknown): void {
  const skill = object.fits(given) ? (given as Readonly<Record<string, unknown>>) : {};
  const isSkill = ["id", "name", "path", "directory", "header"].every((field) => text.fits(skill[field]));
  if (isSkill && object.fits(skill["root"]) && object.fits(skill["manifest"])) return;
  throw wrong(`\`${owner}\` takes a skill`, `write \`${owner}(skills.find("…").skill)\``);
}

/** Throws if the signal is already aborted, before any work begins. */
export function checkSignal(what: string, signal: Pick<StopSignal, "aborted" | "reason"> | undefined): void {
  throwIfStopped(signal, what, "the signal was aborted; call again with another signal");
}

function unknown(owner: string, name: string, names: readonly string[]): OperationError {
  const [near] = findNearest(name, names);
  const hint = near === undefined ? `the options are ${names.map((each) => `\`${each}\``).join(", ")}` : undefined;
  return wrong(`\`${name}\` is not an option of \`${owner}\``, hint ?? `did you mean \`${near}\`?`);
}

function wrong(message: string, hint: string): OperationError {
  return new OperationError("SK920", message, { hint });
}
