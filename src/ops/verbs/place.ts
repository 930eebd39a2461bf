import { type Infer, object, optional, textList, withCliForm } from "../../model/schema.ts";
import { SCHEMA } from "../answers/answer.ts";
import type { HostsOptions } from "../hosts/look-hosts.ts";
import type { Placed } from "../hosts/place-skills.ts";
import { type OperationContext, operation, verb } from "../operation.ts";

const toPlace = object({
  skills: withCliForm(textList("names or paths of skills"), { value: "SKILL" }),
  hosts: optional(
    withCliForm(
      textList(
        "the hosts that should see the skill; `all` for every verified host (default: the hosts on this machine)",
      ),
      {
        name: "for",
        commas: true,
        completes: "hosts",
      },
    ),
  ),
});

export const place = verb({
  name: "place",
  group: "Manage",
  summary: "Link skills so that each host sees each skill exactly once",
  about:
    "Finds the smallest set of symlinks with which each of these hosts sees a skill exactly once. The skill stays in its directory.\nLinks of a project's skill are made in the project, and links of your own skill in your home directory. Without --apply, the\ncommand changes nothing. With --apply, running it again has no further effect.",
  examples: [
    ["skillwright place pdf --for claude-code,codex", "show the links that the command would make"],
    ["skillwright place pdf docx --for all --apply", "make the links for all verified hosts"],
    ["skillwright place --undo", "reverse the changes of the last --apply"],
  ],
  completes: "skills",
  operations: {
    plan: operation({
      summary: "Show the smallest set of links with which each host sees a skill once",
      input: toPlace,
      output: "PlaceResult",
      effects: ["read"],
      cli: { arguments: ["skills"] },
      http: { path: "/api/place", id: "planPlacing", heavy: true },
      run: (input, context) => placed(input, false, context),
      answer: (done) => ({ schema: SCHEMA, ...done }),
      failed: isUnseen,
    }),
    apply: operation({
      summary: "Make the links",
      input: toPlace,
      output: "PlaceResult",
      effects: ["write"],
      cli: { flags: ["apply"], arguments: ["skills"] },
      http: { path: "/api/place", id: "placeSkills", heavy: true },
      run: (input, context) => placed(input, true, context),
      answer: (done) => ({ schema: SCHEMA, ...done }),
      failed: isUnseen,
    }),
    undo: operation({
      summary: "Undo the last --apply",
      input: object({}),
      output: "UnplaceResult",
      effects: ["write"],
      cli: { flags: ["undo"] },
      http: { path: "/api/place/undo", id: "undoPlacing" },
      run: async (_input, { load }) => (await import("../hosts/place-skills.ts")).undoPlacing(load),
      answer: (undone) => ({ schema: SCHEMA, undone }),
    }),
  },
});

async function placed(
  { skills, hosts }: Infer<typeof toPlace>,
  apply: boolean,
  context: OperationContext,
): Promise<Placed> {
  const { placeSkills } = await import("../hosts/place-skills.ts");
  const asked = await Promise.all(skills.map((skill) => context.skillNamed(skill)));
  const options: HostsOptions = { ...context.load, ...(hosts ? { hosts } : {}) };
  return placeSkills({ skills: asked, apply }, options);
}

/** Returns true if at least one host still does not see the skill. */
function isUnseen({ placements }: Placed): boolean {
  return placements.some(({ hosts }) => hosts.some(({ path }) => path === undefined));
}
