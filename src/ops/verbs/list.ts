import type { InstalledOrigin } from "../../install/origin-of.ts";
import { flag, integer, object, oneOf, optional, text, textList, withCliForm } from "../../model/schema.ts";
import { SCOPES } from "../../model/skills/root.ts";
import { directoryOfSkill } from "../../model/skills/skill.ts";
import { type Snapshot, skillsOfEveryOutcome } from "../../model/skills/snapshot.ts";
import { SCHEMA, snapshotAnswer } from "../answers/answer.ts";
import { filterByScope } from "../answers/skills/only-scope.ts";
import { type OperationContext, operation, verb } from "../operation.ts";
import { host } from "./fields.ts";

const scope = optional(withCliForm(oneOf(SCOPES, "list only this scope"), { value: "SCOPE" }));
const all = optional(withCliForm(flag("also list skills that were found but are not loaded"), { short: "a" }));

export const list = verb({
  name: "list",
  group: "See",
  summary: "List skills and where each one comes from",
  about:
    "Lists the loaded skills by scope and name. With --all it also lists skills that are overridden, rejected, disabled or\nineligible, each with the reason. Hosts on this machine get a column each; `skillwright matrix` shows the reasons.",
  examples: [
    ["skillwright list", "list the loaded skills"],
    ["skillwright list --all --scope repo", "list every skill of this project"],
    ["skillwright list --host codex", "list the skills that Codex sees"],
    ["skillwright list --roots", "list the searched directories, in order of precedence"],
    ["skillwright list --watch", "print changes as they happen"],
    ["$EDITOR $(skillwright list --interactive --print path)", "choose a skill and open it"],
    ["skillwright list --usage --unused | xargs -n1 skillwright disable", "disable the skills that are never used"],
    ["skillwright list --json | jq '.skills[].name'", "print JSON, for programs"],
  ],
  operations: {
    list: operation({
      summary: "List skills and where each one comes from",
      input: object({
        host,
        all,
        hosts: optional(
          withCliForm(
            textList(
              "show a column for each of these hosts (default: the hosts on this machine); `none` shows no column",
            ),
            {
              commas: true,
              completes: "hosts",
            },
          ),
        ),
        scope,
        digest: optional(flag("add the digest of each skill's directory to the JSON")),
      }),
      output: "SkillList",
      effects: ["read"],
      cli: {},
      http: {
        path: "/api/skills",
        id: "listSkills",
        omits: { all: "every response has all skills", hosts: "`matrix` has the hosts" },
        kept: ({ digest = false }) => !digest,
      },
      async run(input, context) {
        const loading = await context.loaded(input.host);
        const isView = loading.profile.runtime === "view";
        const { markCoverage } = isView ? await import("../answers/skills/mark-coverage.ts") : {};
        const snapshot = markCoverage ? await markCoverage(loading, context.load) : loading.snapshot;
        return { snapshot: inScope(snapshot, input.scope), load: context.load };
      },
      async answer({ snapshot, load }, { digest = false, hosts }) {
        if (hosts) return (await import("../hosts/host-cells.ts")).listWithHosts(snapshot, hosts, load);
        if (!digest) return snapshotAnswer(snapshot, () => undefined);
        const { of, refused } = (await import("../answers/skills/digests.ts")).skillDigests(snapshot);
        const shown = { ...snapshot, diagnostics: [...snapshot.diagnostics, ...refused] };
        return snapshotAnswer(shown, ({ id }) => of.get(id));
      },
    }),
    roots: operation({
      summary: "List the directories that are searched, in order of precedence",
      input: object({ host }),
      output: "Roots",
      effects: ["read"],
      cli: { flags: ["roots"] },
      http: { path: "/api/roots", id: "listRoots", kept: () => true },
      run: async (input, context) => (await context.loaded(input.host)).snapshot,
      answer: async (snapshot) => (await import("../answers/skills/list-answers.ts")).rootsAnswer(snapshot),
    }),
    origins: operation({
      summary: "List the sources of installed skills, and whether the skills differ from the approved version",
      input: object({ all, scope }),
      output: "Origins",
      effects: ["read"],
      cli: { flags: ["origin"] },
      http: {
        path: "/api/origins",
        id: "listOrigins",
        omits: { all: "the client filters the result", scope: "the caller filters" },
      },
      async run(input, context) {
        const snapshot = inScope((await context.loaded()).snapshot, input.scope);
        return { snapshot, origins: await originsOf(snapshot, input.all ?? false, context) };
      },
      answer: async ({ snapshot, origins }) =>
        (await import("../answers/skills/list-answers.ts")).originsAnswer(snapshot, origins),
    }),
    usage: operation({
      summary: "List how often each skill was used, and which skills are unused, from the journal of sessions",
      input: object({
        journal: optional(withCliForm(text("read this journal instead of the configured one"), { value: "FILE" })),
        unused: optional(flag("print only the names of unused skills, one per line")),
        unusedAfter: optional(
          integer("a skill is unused after N sessions that offered it and never used it (default: 3)", 1),
        ),
      }),
      output: "Usage",
      effects: ["read"],
      cli: { flags: ["usage"] },
      http: {
        path: "/api/usage",
        id: "usage",
        omits: {
          journal: "a request must not choose the file that is read",
          unused: "every response also lists the skills that were not used",
        },
      },
      async run({ journal, unusedAfter }, context) {
        const [path] = journal === undefined ? [] : await context.pathsNamed([journal]);
        const skills = await context.skills();
        return skills.usage({
          ...(path === undefined ? {} : { journal: path }),
          ...(unusedAfter === undefined ? {} : { unusedAfter }),
        });
      },
      answer: ({ skills, unused, unloaded, ...counted }) => ({
        fields: { schema: SCHEMA, ...counted },
        lists: { skills, unused, unloaded },
      }),
    }),
    watch: operation({
      summary: "Watch the skills, and print each change until ctrl-c",
      input: object({
        poll: optional(flag("poll instead of waiting for file events, for example on network mounts")),
        pollMs: optional(integer("the polling interval in milliseconds (default: 1000)", 10)),
      }),
      output: "SkillList",
      effects: ["read"],
      cli: { flags: ["watch"] },
      http: "`GET /api/events` sends the changes",
      run: async (_input, context) => (await context.loaded()).snapshot,
      answer: (snapshot) => snapshotAnswer(snapshot, () => undefined),
    }),
    pick: operation({
      summary: "Choose skills on the terminal, and print them",
      input: object({
        interactive: optional(withCliForm(flag("choose skills on the terminal, and print them"), { short: "i" })),
        query: optional(withCliForm(text("the initial search"), { value: "QUERY" })),
        many: optional(
          withCliForm(flag("allow several choices: tab marks one skill, ctrl-t marks all"), { short: "m" }),
        ),
        print: optional(
          withCliForm(oneOf(["mention", "name", "path", "id"], "the value to print for each skill"), { value: "WHAT" }),
        ),
        copy: optional(flag("copy the result to the terminal's clipboard instead of printing it")),
        all,
        mouse: optional(flag("enable the mouse: the wheel and clicks move the cursor")),
      }),
      output: "SkillList",
      effects: ["read"],
      cli: { flags: ["interactive"], arguments: ["query"] },
      http: "the user chooses on a terminal; in a browser, use the console",
      run: async (_input, context) => (await context.loaded()).snapshot,
      answer: (snapshot) => snapshotAnswer(snapshot, () => undefined),
    }),
    states: operation({
      summary: "List every file that was found with its outcome, sorted by id",
      input: object({ host }),
      output: "Status",
      effects: ["read"],
      http: { path: "/api/status", id: "status", kept: () => true },
      run: (input, context) => context.skills(input.host),
      answer: async (skills) => (await import("../answers/skills/list-answers.ts")).statusAnswer(skills),
    }),
  },
});

function inScope(snapshot: Snapshot, scope: (typeof SCOPES)[number] | undefined): Snapshot {
  return scope === undefined ? snapshot : filterByScope(snapshot, scope);
}

async function originsOf(
  snapshot: Snapshot,
  all: boolean,
  { installer }: OperationContext,
): Promise<ReadonlyMap<string, InstalledOrigin>> {
  const { openInstaller } = await import("../open-installer.ts");
  const listed = all ? skillsOfEveryOutcome(snapshot) : snapshot.skills.map(({ skill }) => skill);
  return (await openInstaller(installer)).originsOf(listed.map(directoryOfSkill));
}
