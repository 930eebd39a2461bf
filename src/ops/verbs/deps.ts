import { flag, object, oneOf, optional, text, textList, withCliForm } from "../../model/schema.ts";
import { plural } from "../../model/text/text.ts";
import { SCHEMA } from "../answers/answer.ts";
import type { ServerEdits } from "../answers/plans/server-edits.ts";
import type { NeedsRequest, ServerLogin } from "../needs/skill-needs.ts";
import type { SkillPackages } from "../needs/skill-packages.ts";
import { type OperationContext, operation, verb } from "../operation.ts";

const HOSTS = ["skillwright", "claude-code", "codex", "opencode"] as const;
const skills = withCliForm(textList("names, ids or paths of skills"), { value: "SKILL" });
const host = optional(
  withCliForm(oneOf(HOSTS, "the host whose MCP servers are used (default: skillwright)"), {
    name: "for",
    value: "HOST",
  }),
);
const yes = optional(withCliForm(flag("do not ask for confirmation"), { short: "y" }));
const approval = optional(text("the `approval` that the GET at this address returned with the reviewed list"));
const BY_PERSON = "the user approves at the prompt or with `--yes`";
const BY_REQUEST = "the `approval` confirms the change";
const LOGIN = "the login ends in a browser on this machine, and the token is stored here";
const login = optional(flag("contact the MCP servers, and log in to each server that requires a login"));

export const deps = verb({
  name: "deps",
  group: "Run",
  summary: "List the dependencies of skills, and which are missing",
  about:
    "Lists the dependencies of skills: variables, MCP servers, programs, settings, other skills and platforms. Shows which are\npresent, which are missing and how to supply them. --install adds the missing MCP servers to the configuration of a host, after\na review; it changes nothing else in that file, and --undo removes them again. --packages lists the packages that skills declare\n(`install` in their frontmatter). With --run it installs them after a review, without a shell. It never runs a command with an\ninvalid package name, or a command of a withheld skill.",
  examples: [
    ["skillwright deps linear-triage", "list the dependencies of one skill"],
    [
      "skillwright deps linear-triage --for codex --install",
      "add the skill's MCP servers to the configuration of Codex",
    ],
    ["skillwright deps linear-triage --login", "log in to the servers that require a login"],
    ["skillwright deps --undo linear", "remove a server that --install added"],
    ["skillwright deps --packages", "list the packages that skills need"],
    ["skillwright deps pdf --packages --run", "install the packages that `pdf` needs"],
  ],
  completes: "skills",
  operations: {
    deps: operation({
      summary: "List the dependencies of skills, and which are missing",
      input: object({ skills, host }),
      output: "Needs",
      effects: ["read"],
      cli: { arguments: ["skills"] },
      http: { path: "/api/deps", id: "deps" },
      async run(input, context) {
        const { skillNeeds } = await import("../needs/skill-needs.ts");
        return skillNeeds(await requestFor(input, context), context.load);
      },
      answer: async (report) => ({ schema: SCHEMA, ...(await import("../answers/needs-answer.ts")).needsJson(report) }),
      failed: ({ needs }) => needs.some(({ state }) => state === "missing"),
    }),
    install: operation({
      summary: "Add the missing MCP servers to a host, after a review",
      input: object({ skills, host, yes, login, approval }),
      output: "AddServersResult",
      effects: ["write", "network"],
      note: "uses the network only for `--login`",
      cli: { flags: ["install"], arguments: ["skills"], omits: { approval: BY_PERSON } },
      http: { path: "/api/servers", id: "addServers", heavy: true, omits: { yes: BY_REQUEST, login: LOGIN } },
      async run(input, context) {
        const [{ applyServers, skillNeeds }, { askApproval }] = await Promise.all([
          import("../needs/skill-needs.ts"),
          import("../install/ask-approval.ts"),
        ]);
        const planned = await serverEdits(input, context);
        const { edits } = planned;
        const question = `add ${plural(edits.length, "MCP server")}?`;
        const applied =
          edits.length > 0 && (await askApproval({ draft: planned, now: edits, question }, input, context));
        if (applied) await applyServers(edits, context.load);
        const report = await skillNeeds(planned.request, context.load);
        const isDone = edits.length === 0 || applied;
        const logins = input.login && isDone ? await loginAll(planned.request, context) : undefined;
        return { ...planned, report, applied, ...(logins ? { logins } : {}) };
      },
      answer: async (done) => (await import("../answers/plans/server-edits.ts")).serversAnswer(done),
      failed: ({ edits, applied, report }) =>
        (edits.length > 0 && !applied) || report.needs.some(({ state }) => state === "missing"),
    }),
    plan: operation({
      summary: "Show the changes to a host's configuration, and make none",
      input: object({ skills, host }),
      output: "ServerPlan",
      effects: ["read"],
      cli: { flags: ["install", "dry-run"], arguments: ["skills"] },
      http: { path: "/api/servers", id: "planServers", heavy: true },
      run: serverEdits,
      answer: async (planned) => (await import("../answers/plans/server-edits.ts")).serverPlanAnswer(planned),
      failed: ({ report }) => report.needs.some(({ state }) => state === "missing"),
    }),
    login: operation({
      summary: "Log in to the MCP servers that require a login",
      input: object({ skills, host }),
      output: "Logins",
      effects: ["write", "network"],
      cli: { flags: ["login"], arguments: ["skills"] },
      http: LOGIN,
      run: async (input, context) => loginAll(await requestFor(input, context), context),
      answer: (logins) => ({ schema: SCHEMA, logins }),
    }),
    undo: operation({
      summary: "Remove the named MCP server, or else the one that was added last",
      input: object({ server: optional(text("the name of the server")) }),
      output: "UndoServerResult",
      effects: ["write"],
      cli: { flags: ["undo"], arguments: ["server"] },
      http: { path: "/api/servers/undo", id: "undoServer" },
      run: async ({ server }, { load }) => (await import("../needs/skill-needs.ts")).undoServer(server, load),
      answer: (undone) => ({ schema: SCHEMA, undone }),
    }),
    packages: operation({
      summary: "List the packages that skills need",
      input: object({ skills: optional(skills) }),
      output: "Packages",
      effects: ["read"],
      cli: { flags: ["packages"], arguments: ["skills"] },
      http: { path: "/api/packages", id: "packages", heavy: true },
      run: wantedPackages,
      async answer(wanted) {
        const { digestForApproval } = await import("../answers/plans/approval-of.ts");
        return { schema: SCHEMA, skills: wanted, approval: digestForApproval(wanted) };
      },
    }),
    installPackages: operation({
      summary: "Run the commands that install packages, after a review",
      input: object({ skills: optional(skills), yes, approval }),
      output: "PackageInstallResult",
      effects: ["write", "execute", "network"],
      cli: { flags: ["packages", "run"], arguments: ["skills"], omits: { approval: BY_PERSON } },
      http: { path: "/api/packages", id: "installPackages", heavy: true, omits: { yes: BY_REQUEST } },
      async run(input, context): Promise<InstalledPackages> {
        const [{ installPackages }, { askApproval }] = await Promise.all([
          import("../needs/skill-packages.ts"),
          import("../install/ask-approval.ts"),
        ]);
        const found = await wantedPackages(input, context);
        // If the user named skills, withheld skills are reported with the reason. Otherwise they are skipped.
        const isNamed = (input.skills ?? []).length > 0;
        const wanted = isNamed ? found : found.filter(({ withheld }) => withheld === undefined);
        const planned = wanted.flatMap(({ packages }) => packages).filter(({ result }) => result.status === "planned");
        const draft: InstalledPackages = { wanted };
        const question = `Run ${plural(planned.length, "command")}?`;
        const said = planned.length === 0 ? { ...input, yes: true } : input;
        if (!(await askApproval({ draft, now: found, question }, said, context))) return draft;
        const { quoteCommand } = await import("../../model/text/display/quote-command.ts");
        const onRun = (command: readonly string[]): void => context.notice?.(`running ${quoteCommand(command)}`);
        return { wanted, done: await installPackages(wanted, { ...context.load, onRun }) };
      },
      answer: ({ wanted, done }) => ({ schema: SCHEMA, skills: done ?? wanted }),
      failed: ({ done }) =>
        done === undefined ||
        done.some(({ packages }) => packages.some(({ result }) => ["failed", "refused"].includes(result.status))),
    }),
  },
});

interface NeedsInput {
  readonly skills: readonly string[];
  readonly host?: string;
}

/** The packages as shown, and the results. `done` is undefined if the user approved no command. */
export interface InstalledPackages {
  readonly wanted: readonly SkillPackages[];
  readonly done?: readonly SkillPackages[];
}

async function requestFor(
  { skills: names, host: asked }: NeedsInput,
  context: OperationContext,
): Promise<NeedsRequest> {
  const found = await Promise.all(names.map((name) => context.skillNamed(name)));
  return { skills: found, ...(asked === undefined ? {} : { host: asked }) };
}

async function serverEdits(input: NeedsInput, context: OperationContext): Promise<ServerEdits> {
  const { planServers, skillNeeds } = await import("../needs/skill-needs.ts");
  const request = await requestFor(input, context);
  const edits = await planServers(request, context.load);
  return { request, edits, report: await skillNeeds(request, context.load), applied: false };
}

async function loginAll(request: NeedsRequest, context: OperationContext): Promise<readonly ServerLogin[]> {
  const { loginServers } = await import("../needs/skill-needs.ts");
  const open = (address: string): void => {
    context.notice?.("open this in your browser to log in:");
    context.notice?.(`  ${address}`);
  };
  return loginServers(request, { open }, context.load);
}

async function wantedPackages(
  { skills: names = [] }: Partial<NeedsInput>,
  context: OperationContext,
): Promise<readonly SkillPackages[]> {
  const { skillPackages } = await import("../needs/skill-packages.ts");
  return skillPackages(await Promise.all(names.map((name) => context.skillNamed(name))), context.load);
}
