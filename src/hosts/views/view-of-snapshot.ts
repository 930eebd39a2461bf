/** Converts Skillwright's own snapshot into a view, to compare it with other hosts. */

import { type Code, isCode } from "../../model/diagnostics/catalogue.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { Root } from "../../model/skills/root.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Missing, Snapshot } from "../../model/skills/snapshot.ts";
import { parentPath } from "../../model/text/text.ts";
import type { HostView, Remark, ViewEntry, ViewRoot } from "./host-view.ts";

export function viewOfSnapshot(snapshot: Snapshot, profile: HostProfile): HostView {
  const roots = new Map(snapshot.roots.map((root) => [root, asViewRoot(root, profile)]));
  const paths = new Map([...snapshot.skills, ...snapshot.overridden].map(({ skill }) => [skill.id, skill.path]));
  const entry = (skill: Skill, rest: Pick<ViewEntry, "outcome" | "shown"> & Partial<ViewEntry>): ViewEntry => ({
    path: skill.path,
    file: skill.realPath ?? skill.path,
    directory: skill.directory,
    root: roots.get(skill.root) ?? asViewRoot(skill.root, profile),
    name: skill.name,
    description: skill.description,
    remarks: [],
    fields: {},
    ...rest,
  });
  const entries: ViewEntry[] = [
    ...snapshot.skills.map(({ skill, withheld }) =>
      withheld
        ? entry(skill, {
            ...{ outcome: "visible", shown: "not", ownState: "withheld" },
            remarks: [remark(withheld.code, withheld.reason)],
          })
        : entry(skill, { outcome: "visible", shown: "full" }),
    ),
    ...snapshot.overridden.map(({ skill, by, reason, withheld }) =>
      entry(skill, {
        outcome: "overridden",
        shown: "not",
        by: paths.get(by) ?? by,
        because: remark(withheld?.code ?? "SK201", reason),
      }),
    ),
    ...snapshot.disabled.map(({ skill, reason }) =>
      entry(skill, { outcome: "visible", shown: "not", ownState: "disabled", remarks: [remark("SK203", reason)] }),
    ),
    ...snapshot.ineligible.map(({ skill, missing }) =>
      entry(skill, {
        outcome: "rejected",
        shown: "not",
        ownState: "ineligible",
        because: unmetRemark(missing),
      }),
    ),
    ...snapshot.rejected.map(({ path, root, name, diagnostics }): ViewEntry => {
      const error = diagnostics.find((each) => each.severity === "error") ?? diagnostics[0];
      return {
        path,
        file: path,
        directory: parentPath(path),
        root: roots.get(root) ?? asViewRoot(root, profile),
        outcome: "rejected",
        name,
        description: undefined,
        shown: "not",
        because: remark(error?.code ?? "SK001", error?.message ?? "it is not a skill", error?.help),
        remarks: [],
        fields: {},
      };
    }),
  ];
  return { profile, roots: [...roots.values()], entries, remarks: [] };
}

/** Returns a remark about the requirements of a skill that this machine does not meet, and how to meet them. */
export function unmetRemark(missing: readonly Missing[]): Remark {
  const reasons = missing.map((each) => each.message).join("; ");
  const help = missing.map((each) => REMEDIES[each.kind]).join("; ");
  return remark(missing[0]?.code ?? "SK204", reasons, help);
}

const REMEDIES: Readonly<Record<Missing["kind"], string>> = {
  platform: "it cannot be used on this platform",
  binary: "install the program, or put it on the PATH",
  environment: "set the variable",
  config: "set it under `settings` in the configuration",
  skill: "install or enable that skill",
  conflict: "disable one of the two",
};

function remark(code: string, text: string, help?: string): Remark {
  return { code: isCode(code) ? code : ("SK001" as Code), text, ...(help === undefined ? {} : { help }) };
}

function asViewRoot(root: Root, profile: HostProfile): ViewRoot {
  const { path, label, scope, namespace, exists, namedBy, namedIn } = root;
  const place = { path, label, scope, namespace, exists, namedBy, namedIn };
  return { ...place, kind: "skills", walk: profile.walk, template: { scope, path } };
}
