/** A session that gives prepared answers and records the questions. */
import { skillwright } from "../../../src/hosts/profiles/skillwright.ts";
import type { Coverage } from "../../../src/model/conversation/catalog-text.ts";
import type { OfferedSkill } from "../../../src/model/conversation/offer.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import type { SkillId } from "../../../src/model/skills/skill.ts";
import type { ToolSession } from "../../../src/session/tools/tool-session.ts";

export interface Told {
  readonly profile?: HostProfile;
  /** Addresses of skills. The text after a colon is the name of the directory. */
  readonly skills?: readonly string[];
  readonly coverage?: (address: string) => Coverage;
  readonly activate?: ToolSession["activate"];
}

export function told({ profile = skillwright, skills = ["pdf", "git"], coverage, activate }: Told = {}) {
  const asked: unknown[] = [];
  const offered = skills.map((each) => {
    const [address = "", directory = address] = each.split(":");
    return { address, loaded: { skill: { directory: `/skills/${directory}` } } } as unknown as OfferedSkill;
  });
  const session: ToolSession = {
    profile,
    useTools: () => undefined,
    offered: async () => offered,
    catalog: async (options) => {
      asked.push(options);
      const entries = offered.map(({ address }) => ({
        id: address as SkillId,
        address,
        coverage: coverage?.(address) ?? "full",
        text: address,
      }));
      return { text: `LIST ${entries.map(({ address }) => address).join(" ")}`, entries };
    },
    search: async () => [],
    cutShort: async () => 0,
    activate: async (request) => {
      asked.push(request);
      return activate?.(request) ?? { text: `body of ${request.asked}`, isError: false };
    },
    readResource: async (...request) => {
      asked.push(request);
      return { text: `file ${request[1]}`, isError: request[1] === "gone" };
    },
  };
  return { session, asked };
}
