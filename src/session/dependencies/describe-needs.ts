/**
 * Describes missing needs for two readers: the caller whose request for a skill is refused, and the model that gets a
 * skill although something is missing.
 */
import type { Refusal } from "../../model/conversation/offer.ts";
import type { Need, NeedKind, NeedStatus } from "../../model/skills/dependency.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { quoteUntrusted } from "../conversation/notes.ts";

const NOUNS: Readonly<Record<NeedKind, string>> = {
  platform: "the platform",
  program: "the program",
  setting: "the setting",
  skill: "the skill",
  variable: "the variable",
  server: "the MCP server",
  other: "",
};

function nounOf({ kind, what, declared }: Need): string {
  const noun = NOUNS[kind] || quoteUntrusted(declared?.type ?? "something");
  return `${noun} ${quoteUntrusted(what)}`;
}

export interface NeedSituation {
  readonly asked: string;
  readonly canAsk: boolean;
  /** True if the user was asked and did not answer in time. */
  readonly late: boolean;
  /** Returns the reason why a need is still missing after the user was asked for it. */
  readonly because: (need: Need) => string | undefined;
}

/** Returns a refusal that lists each missing need and how to supply it. */
export function describeRefusedNeeds(
  open: readonly NeedStatus[],
  { asked, canAsk, late, because }: NeedSituation,
): Refusal {
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

/** Returns the skill's compatibility text. Only a person can interpret this text. */
export function compatibilityOf({ name, manifest: { compatibility } }: Skill): string[] {
  return compatibility === undefined
    ? []
    : [`${quoteUntrusted(name)} says: ${quoteUntrusted(compatibility).slice(1, -1)}`];
}

/** Tells the model that the host must restart before it reads the new configuration. */
export function newServerNote(need: Need, host: string, login: string): string {
  const { server } = need;
  const asks = server?.transport === "streamable-http" ? `; if it asks for a login, ${login}` : "";
  return `${nounOf(need).replace(/^t/, "T")} was set up just now. Its tools are available after a restart of ${host}${asks}.`;
}

/** Tells the model which need is not met, so that the model does not try to use it. */
export function missingNeedNote(need: NeedStatus): string {
  return `The user continues without ${nounOf(need)}, which this skill needs: do only the work that does not need it.`;
}
