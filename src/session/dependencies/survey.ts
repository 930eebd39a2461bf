/**
 * Checks which needs are met on this machine, and by what. For missing needs, it finds how the user can meet them. It
 * changes nothing.
 */
import { checkEligibility, type EligibilityContext } from "../../format/eligibility.ts";
import type { McpServer, Need, NeedStatus } from "../../model/skills/dependency.ts";
import type { EligibilityRules } from "../../model/skills/skill.ts";
import { NO_PATH_HELP } from "../../platform/processes/find-binary.ts";

/** The environment in which needs must be met. */
export interface NeedSurroundings extends EligibilityContext {
  /** Returns true if the user gave the session a value for the variable. */
  readonly given: (variable: string) => boolean;
  readonly hasSkill: (name: string) => boolean;
  readonly servers: ServerLookup;
}

/** The MCP servers of the host. */
export interface ServerLookup {
  /** Id of the host whose configuration is used. */
  readonly host: string;
  /** Display name of the host. */
  readonly title: string;
  find(server: McpServer): ServerFinding;
}

export interface ServerFinding {
  /** State of the server. `off` means that it is configured but disabled. */
  readonly state: "present" | "off" | "missing";
  /** The file or other source that defines the server. */
  readonly from?: string;
  readonly note?: string;
}

/** Id of the host whose configuration is used by default. */
const OUR_OWN = "skillwright";

type Found = Pick<NeedStatus, "state" | "from" | "note" | "help">;

export function surveyNeeds(needs: readonly Need[], around: NeedSurroundings): NeedStatus[] {
  return needs.map((need) => ({ ...need, ...LOOK[need.kind](need, around) }));
}

const LOOK: Readonly<Record<Need["kind"], (need: Need, around: NeedSurroundings) => Found>> = {
  platform: ({ what }, around) =>
    held({ os: what.split(" | ") }, around, `use it on ${what.replaceAll(" | ", " or ")}`),
  program: ({ what }, around) => {
    const names = what.split(" | ");
    const rules = names.length === 1 ? { requiredBins: names } : { anyBins: names };
    const install = `install ${names.map((name) => `\`${name}\``).join(" or ")} so that it is on the PATH`;
    return held(rules, around, around.hasPath === false ? NO_PATH_HELP : install);
  },
  setting: ({ what }, around) =>
    held({ requiredConfig: [what] }, around, `set \`settings.${what}\` in your configuration`),
  skill: ({ what }, { hasSkill }) =>
    hasSkill(what)
      ? { state: "present" }
      : { state: "missing", help: `install the skill \`${what}\`, or see \`skillwright explain ${what}\`` },
  variable: ({ what }, { given, hasVariable }) => {
    if (given(what)) return { state: "present", from: "this session" };
    if (hasVariable(what)) return { state: "present", from: "the environment" };
    return { state: "missing", help: `set the variable \`${what}\` in the environment` };
  },
  server: lookForServer,
  other: ({ declared }) => ({
    state: "unknown",
    help: `check it yourself: Skillwright does not know the kind \`${declared?.type}\``,
  }),
};

function held(rules: EligibilityRules, around: EligibilityContext, help: string): Found {
  return checkEligibility(rules, around).length === 0 ? { state: "present" } : { state: "missing", help };
}

function lookForServer({ what, server, skills }: Need, { servers }: NeedSurroundings): Found {
  if (server === undefined) return { state: "unknown" };
  const { state, ...found } = servers.find(server);
  if (state === "present") return { state, ...found };
  if (state === "off")
    return { state: "missing", ...found, help: `enable \`${what}\` in ${found.from ?? servers.title}` };
  if (server.problem !== undefined)
    return { state: "missing", help: `set up \`${what}\` in ${servers.title} yourself: ${server.problem}` };
  const host = servers.host === OUR_OWN ? "" : ` --for ${servers.host}`;
  return { state: "missing", help: `\`skillwright deps ${skills[0]}${host} --install\` adds it to ${servers.title}` };
}
