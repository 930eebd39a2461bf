/** The smallest profile, root and entry for one stage of a view. Each test sets only the values that it needs. */
import type { HostView, ViewEntry, ViewRoot } from "../../../src/hosts/views/host-view.ts";
import { lookAsHost } from "../../../src/hosts/views/look-as-host.ts";
import { openMachine } from "../../../src/hosts/views/machine.ts";
import type { HostProfile, WalkRule } from "../../../src/model/host-profile.ts";
import type { Files } from "../../../src/platform/files/files.ts";

export const RULE: WalkRule = {
  depth: 1,
  atRoot: "ignored",
  insideSkills: false,
  hidden: false,
  skipped: [],
  directoryLinks: "followed",
  fileLinks: "followed",
  special: "skipped",
  anyCase: false,
  flat: false,
  once: false,
  ignoreFiles: [],
};

const FACT = { source: "a test" };

/** A host that accepts everything, unless a test sets a rule. */
export const PROFILE: HostProfile = {
  name: "fake",
  title: "Fake",
  summary: "A host for tests.",
  version: "1.2.3",
  confidence: "verified",
  runtime: "view",
  detect: { programs: ["fake"], directories: [] },
  roots: [{ scope: "repo", path: "{cwd}/skills" }],
  projectMarkers: [".git"],
  walkUp: "nearest-first",
  walk: RULE,
  frontmatter: { dialect: "opencode", encoding: "replaced", broken: "rejected", repair: "none" },
  naming: { from: "frontmatter-or-directory", broken: "rejected" },
  description: { missing: "kept", empty: "kept", blank: "kept" },
  collisions: { winner: "first", key: "name", said: "nothing" },
  disclosure: { place: "prompt", line: "{name}", overflow: "none", hiddenBy: {} },
  activation: { model: "reads it", user: "`/name`" },
  envelope: "{body}",
  arguments: { base: "none", missing: "none", appended: "", shell: false },
  reload: "never",
  trust: "none",
  fields: [],
  facts: {
    roots: FACT,
    walk: FACT,
    frontmatter: FACT,
    name: FACT,
    description: FACT,
    collisions: FACT,
    disclosure: FACT,
    activation: FACT,
    envelope: FACT,
    arguments: FACT,
    reload: FACT,
    trust: FACT,
  },
  notes: [],
};

export function fakeRoot(path = "/r", walk: Partial<WalkRule> = {}, over: Partial<ViewRoot> = {}): ViewRoot {
  return {
    path,
    label: path,
    scope: "repo",
    namespace: "",
    namedBy: "project",
    namedIn: path,
    kind: "skills",
    exists: true,
    walk: { ...RULE, ...walk },
    template: { scope: "repo", path },
    ...over,
  };
}

/** Returns a visible skill at this path, named after its directory. */
export function fakeEntry(path: string, over: Partial<ViewEntry> = {}): ViewEntry {
  const directory = path.slice(0, path.lastIndexOf("/"));
  return {
    path,
    file: path,
    directory,
    root: fakeRoot(directory.slice(0, directory.lastIndexOf("/"))),
    outcome: "visible",
    name: directory.slice(directory.lastIndexOf("/") + 1),
    description: "What it does.",
    shown: "full",
    remarks: [],
    fields: {},
    ...over,
  };
}

/** Returns a host's view of a tree in memory. The home is `/home`, the working directory `/work`. */
export function lookAt(
  profile: HostProfile,
  files: Files,
  { cwd = "/work", variables = {} }: { cwd?: string; variables?: Record<string, string> } = {},
): Promise<HostView> {
  const environment = { cwd, home: "/home", platform: "linux", variables } as const;
  return lookAsHost(profile, openMachine({ environment, files, cwd, extra: [] }));
}

/** Returns `name` for visible skills and `name SK716` for others. Remarks follow a plus. */
export function told({ entries }: HostView): string[] {
  return entries.map(({ name, because, remarks, outcome, shown }) => {
    const more = remarks.map((remark) => ` +${remark.code}`).join("");
    return `${name}${because ? ` ${because.code}` : ""}${outcome === "visible" && shown !== "full" ? ` (${shown})` : ""}${more}`;
  });
}
