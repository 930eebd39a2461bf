/** The table of intents: the neutral value, the code that reports a loss, and a description. */
import type { Intent, Intents } from "../../model/skills/intents.ts";

export interface IntentRow {
  readonly neutral: unknown;
  readonly code: "SK480" | "SK481" | "SK482" | "SK483" | "SK484";
  /** Describes the intent as a clause. `value` is the part that is lost. */
  readonly meant: (value: unknown) => string;
}

const list = (value: unknown): string =>
  (Array.isArray(value) ? value : [value])
    .map((each) => `\`${typeof each === "string" ? each : JSON.stringify(each)}\``)
    .join(", ");

/** All intents, in the order of the report. */
export const INTENTS: Readonly<Record<Intent, IntentRow>> = {
  modelInvocable: { neutral: true, code: "SK480", meant: () => "only the user may invoke it" },
  onlyTools: { neutral: null, code: "SK481", meant: (value) => `it uses no other tools than ${list(value)}` },
  removedTools: { neutral: [], code: "SK481", meant: (value) => `it does not use ${list(value)}` },
  fork: { neutral: false, code: "SK482", meant: () => "it runs in a subagent, apart from the conversation" },
  hooks: { neutral: {}, code: "SK483", meant: (value) => `it has hooks for ${list(Object.keys(value as object))}` },
  userInvocable: { neutral: true, code: "SK484", meant: () => "only the model invokes it" },
  grantedTools: { neutral: [], code: "SK484", meant: (value) => `it uses ${list(value)} without asking` },
  agent: { neutral: null, code: "SK484", meant: (value) => `its subagent is ${list(value)}` },
  background: {
    neutral: null,
    code: "SK484",
    meant: (value) => `its subagent runs ${value === true ? "in" : "not in"} the background`,
  },
  model: { neutral: null, code: "SK484", meant: (value) => `it runs with the model ${list(value)}` },
  effort: { neutral: null, code: "SK484", meant: (value) => `it runs with the effort ${list(value)}` },
  paths: { neutral: [], code: "SK484", meant: (value) => `it is for files that match ${list(value)}` },
  whenToUse: { neutral: null, code: "SK484", meant: () => "its `when_to_use` is listed with its description" },
  argumentNames: { neutral: [], code: "SK484", meant: (value) => `its arguments are called ${list(value)}` },
  argumentHint: { neutral: null, code: "SK484", meant: (value) => `its arguments are shown as ${list(value)}` },
  placeholders: { neutral: [], code: "SK484", meant: (value) => `its text contains ${list(value)}` },
  tools: {
    neutral: [],
    code: "SK484",
    meant: (value) => `it needs ${list((value as { value: string }[]).map((tool) => tool.value))}`,
  },
  platforms: { neutral: [], code: "SK484", meant: (value) => `it is for ${list(value)}` },
  programs: { neutral: [], code: "SK484", meant: (value) => `it needs the programs ${list(value)}` },
  anyPrograms: { neutral: [], code: "SK484", meant: (value) => `it needs one of the programs ${list(value)}` },
  variables: { neutral: [], code: "SK484", meant: (value) => `it needs the variables ${list(value)}` },
  settings: { neutral: [], code: "SK484", meant: (value) => `it needs the settings ${list(value)}` },
  requiredSkills: { neutral: [], code: "SK484", meant: (value) => `it needs the skills ${list(value)}` },
  conflicts: { neutral: [], code: "SK484", meant: (value) => `it conflicts with the skills ${list(value)}` },
  description: { neutral: "", code: "SK484", meant: (value) => `its description is ${list(value)}` },
  name: { neutral: "", code: "SK484", meant: (value) => `it is called ${list(value)}` },
};

export const INTENT_NAMES: readonly Intent[] = Object.keys(INTENTS) as Intent[];

/** Returns a set of intents in which every intent has its neutral value. */
export function neutralIntents(): Intents {
  return Object.fromEntries(INTENT_NAMES.map((name) => [name, INTENTS[name].neutral])) as unknown as Intents;
}
