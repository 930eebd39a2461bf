/**
 * Describes needs: in the refusal to the caller who asked for a skill, and in the note to a model that gets it without
 * them.
 */
import type { Refusal } from "../../model/conversation/offer.ts";
import type { Need, NeedKind, NeedStatus } from "../../model/skills/dependency.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { quoted } from "../conversation/notes.ts";

const NOUNS: Readonly<Record<NeedKind, string>> = {
  platform: "the platform",
  program: "the program",
  setting: "the setting",
  skill: "the skill",
  variable: "the variable",
  server: "the MCP server",
  other: "",
};

export function nounOf({ kind, what, declared }: Need): string {
  const noun = NOUNS[kind] || quoted(declared?.type ?? "something");
  return `${noun} ${quoted(what)}`;
}

export interface Occasion {
  readonly asked: string;
  readonly canAsk: boolean;
  /** The user was asked and did not answer. */
  readonly late: boolean;
  /** Why something that was asked for is still missing. */
  readonly because: (need: Need) => string | undefined;
}

/** Everything that is missing, and for each how to supply it. */
export function refusalFor(open: readonly NeedStatus[], { asked, canAsk, late, because }: Occasion): Refusal {
  const things = open.map((need) => [nounOf(need), because(need)].filter((part) => part !== undefined).join(", "));
  const help = open.map((need) => need.help).filter((each) => each !== undefined);
  return {
    code: late ? "SK461" : "SK460",
    asked,
    reason: `it needs ${things.join("; ")}${canAsk ? "" : "; this session cannot ask the user for it"}`,
    ...(help.length > 0 ? { help: help.join("; ") } : {}),
    candidates: [],
  };
}

/** Free text, so that only a person can make something of it. */
export function compatibilityOf({ name, manifest: { compatibility } }: Skill): string[] {
  return compatibility === undefined ? [] : [`${quoted(name)} says: ${quoted(compatibility).slice(1, -1)}`];
}

/** A host reads its configuration when it starts. */
export function notedFresh(need: Need, host: string, login: string): string {
  const { server } = need;
  const asks = server?.transport === "streamable-http" ? `; if it asks for a login, ${login}` : "";
  return `${nounOf(need).replace(/^t/, "T")} was set up just now. Its tools are there once ${host} has been started again${asks}.`;
}

/** Tells the model what is missing, so that it does not try in vain. */
export function notedWithout(need: NeedStatus): string {
  return `The user goes on without ${nounOf(need)}, which this skill asks for: do what can be done without it.`;
}
