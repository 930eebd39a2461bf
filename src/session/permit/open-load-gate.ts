/**
 * Decides whether a skill may be loaded. Policies apply to every actor, and `permission.skill` only to the model and
 * skills. For an `ask` rule, the user is asked once about each skill and its bytes. Policies and bytes are read when a
 * skill is loaded. The host's own permissions are read when the session begins.
 */
import type { OpenCatalog } from "../../catalog/open-catalog.ts";
import type { SettingsFile } from "../../hosts/views/host-view.ts";
import { PROMPT_TIMEOUT_MS, type Prompter, type SessionControl } from "../../model/conversation/control.ts";
import type { Actor, PermissionCheck, Refusal } from "../../model/conversation/offer.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { DECISIONS, type Decision } from "../../model/rules/decision.ts";
import type { PolicyDecision, PolicyFile, SkillPermissions } from "../../model/rules/policy.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { environmentOf } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { askInTime } from "../../run/ask-in-time.ts";
import { decidePermission, decidePolicy, NO_POLICY } from "../../trust/policy/decide-policy.ts";
import { quoteUntrusted } from "../conversation/notes.ts";
import type { SkillGate, SkillGateContext } from "../conversation/skill-gate.ts";

/** The parts of a catalog that the gate needs. */
export type LoadableCatalog = Pick<OpenCatalog, "options" | "profile" | "snapshot" | "policy">;

/** Decides whether a skill may be activated outside of a session. */
export async function checkOutsideSession(
  loadable: LoadableCatalog,
  { asked, actor }: { readonly asked: string; readonly actor: Actor },
  control: SessionControl,
): Promise<PermissionCheck> {
  const { gate } = await openLoadGate(loadable, control, [undefined]);
  return async (found) => gate.passFile?.(found, { asked, actor, given: false, emit: () => undefined });
}

export interface LoadPermissions {
  readonly gate: SkillGate;
  /**
   * Returns the decision of `permission.skill` about a skill's name, for the session's agent; undefined if there is no
   * rule.
   */
  readonly permission?: (name: string) => Decision;
}

/** Opens the gate. A subagent may load a skill only if all its parent agents may load the skill. */
export async function openLoadGate(
  loadable: LoadableCatalog,
  { prompter, promptTimeoutMs = PROMPT_TIMEOUT_MS, access }: SessionControl,
  agents: readonly (string | undefined)[],
): Promise<LoadPermissions> {
  const hosts = await hostPermissions(loadable);
  const all = (): readonly PolicyFile[] => [...loadable.policy, ...hosts];
  const permission = (name: string) => mostCareful(agents.map((agent) => decidePermission(all(), name, agent)));
  const gate = loadGate({
    judge: (skill) => judgeNow(skill, loadable),
    permission,
    agent: agents.at(-1),
    prompter,
    promptTimeoutMs,
    full: access === "full",
  });
  return { gate, ...(all().some(speaksOfSkills) ? { permission: (name) => permission(name).decision } : {}) };
}

type Permission = ReturnType<typeof decidePermission>;

function mostCareful(said: readonly Permission[]): Permission {
  const [worst = { decision: "allow", from: "default" } as const] = DECISIONS.toReversed().flatMap((decision) =>
    said.filter((each) => each.decision === decision),
  );
  return worst;
}

function speaksOfSkills({ skill }: PolicyFile): boolean {
  return skill.rules.length + Object.keys(skill.agents).length > 0;
}

async function judgeNow(skill: Skill, { options, policy, snapshot }: LoadableCatalog): Promise<PolicyDecision> {
  if (policy.length === 0) return NO_POLICY;
  const { files = nodeFiles } = options;
  const { policySubjects } = await import("../../catalog/withhold/open-policy.ts");
  const ground = { environment: environmentOf(options), files, projectRoot: snapshot.projectRoot };
  const subjectOf = await policySubjects(ground, policy);
  return decidePolicy(policy, subjectOf(skill), "load");
}

/**
 * Returns the host's own permissions for skills. If the folder is not trusted, the project's files and the user's files
 * are separate lists, and the stricter list wins. In this case, the project's files can deny skills, but not allow
 * them.
 */
export async function hostPermissions({ profile, options, snapshot }: LoadableCatalog): Promise<readonly PolicyFile[]> {
  if (profile.permissions?.skills !== "opencode" || options.ambient === false) return [];
  const [{ openMachine }, { opencodePermissions }] = await Promise.all([
    import("../../hosts/views/machine.ts"),
    import("../../hosts/views/habits/opencode-permissions.ts"),
  ]);
  const { cwd, trusted } = snapshot;
  const { files = nodeFiles } = options;
  const machine = openMachine({ environment: environmentOf(options), files, cwd, extra: [], added: [] });
  const honours = ({ namedBy }: SettingsFile): boolean => namedBy === "user" || namedBy === "admin";
  const lists = trusted ? [machine] : [machine, { ...machine, honours }];
  return lists.map((each) => permissionFile(opencodePermissions(each), profile));
}

function permissionFile({ rules, agents }: SkillPermissions, profile: HostProfile): PolicyFile {
  const named = (all: SkillPermissions["rules"]) =>
    all.map((rule) => ({ ...rule, from: `${profile.title}: ${rule.from}` }));
  const byAgent = Object.entries(agents).map(([agent, all]) => [agent, named(all)] as const);
  const skill = { rules: named(rules), agents: Object.fromEntries(byAgent) };
  return { layer: "user", path: profile.title, rules: [], skill };
}

interface LoadGatePorts {
  /** Returns the policy decision for the current bytes. */
  readonly judge: (skill: Skill) => Promise<PolicyDecision>;
  /** Returns the decision of `permission.skill` for this session's agent. */
  readonly permission: (name: string) => { readonly decision: Decision; readonly from: string };
  readonly agent: string | undefined;
  readonly prompter: Prompter | undefined;
  readonly promptTimeoutMs: number;
  /** True if the user approved all skills in advance. */
  readonly full: boolean;
}

interface Objection {
  readonly code: "SK412" | "SK413";
  readonly decision: Decision;
  readonly reason: string;
}

/** The skill that is loaded, and the actor that loads it. */
interface Loading {
  readonly skill: Skill;
  readonly actor: Actor;
  readonly address: string;
  /** Key under which an approval of the skill and its exact bytes is stored for this session. */
  readonly bytes: string;
  /** True if the skill was already loaded in this session, so the user has approved it. */
  readonly given?: boolean;
}

function loadGate(ports: LoadGatePorts): SkillGate {
  const answered = new Map<string, boolean>();
  return {
    pass: ({ skill, actor, address, revision }, calling) =>
      judgeLoad({ skill, actor, address, bytes: revision }, calling, answered, ports),
    // A file needs the same permission as the skill's text. If a skill is denied later, its files are denied too.
    passFile: ({ loaded: { skill }, address }, calling) =>
      judgeLoad({ skill, address, bytes: "files", ...calling }, calling, answered, ports),
  };
}

async function judgeLoad(
  { skill, actor, address, bytes, given = false }: Loading,
  calling: Pick<SkillGateContext, "asked" | "emit">,
  answered: Map<string, boolean>,
  ports: LoadGatePorts,
): Promise<Refusal | undefined> {
  const objections = objectionsTo(skill, actor, await ports.judge(skill), ports);
  const denied = objections.find(({ decision }) => decision === "deny");
  if (denied) return refusal(denied.code, calling.asked, denied.reason);
  const asks = objections.filter(({ decision }) => decision === "ask");
  if (asks.length === 0 || ports.full || given) return undefined;
  const key = `${skill.id} ${bytes} ${actor === "user" ? "user" : "model"}`;
  return answered.get(key)
    ? undefined
    : ask({ address, key, reasons: asks.map(({ reason }) => reason) }, answered, calling, ports);
}

function objectionsTo(
  skill: Skill,
  actor: Actor,
  { decision, reason, from }: PolicyDecision,
  { permission, agent }: LoadGatePorts,
): Objection[] {
  const policy = { code: "SK413", decision, reason: `${reason} (${from})` } as const;
  if (actor === "user") return [policy];
  const said = permission(skill.name);
  const whom = agent === undefined ? "the model" : `the agent ${quoteUntrusted(agent)}`;
  const effect = said.decision === "deny" ? "may not load it" : "must ask before it loads it";
  return [policy, { code: "SK412", decision: said.decision, reason: `${whom} ${effect} (${said.from})` }];
}

async function ask(
  { address, key, reasons }: { address: string; key: string; reasons: readonly string[] },
  answered: Map<string, boolean>,
  calling: Pick<SkillGateContext, "asked" | "emit">,
  { prompter, promptTimeoutMs }: LoadGatePorts,
): Promise<Refusal | undefined> {
  const asked = await askInTime(
    prompter,
    {
      kind: "choice",
      title: `load the skill ${quoteUntrusted(address)}?`,
      details: reasons,
      choices: [
        { value: "no", label: "no" },
        { value: "once", label: "yes, this once" },
        { value: "session", label: "yes, in this session" },
      ],
    },
    { timeoutMs: promptTimeoutMs },
  );
  const answer = "answer" in asked ? asked.answer : asked.unanswered;
  calling.emit("asked", { "skill.name": address, "question.about": "load", "question.answer": answer });
  if (answer === "session") answered.set(key, true);
  if (answer === "once" || answer === "session") return undefined;
  return refusal("SK414", calling.asked, `${reasons.join(", and ")}: ${WHY[answer] ?? "the user said no"}`);
}

const WHY: Readonly<Record<string, string>> = {
  nobody: "no user can answer",
  "timed-out": "no answer came in time",
  cancelled: "the question was cancelled",
};

const HELP: Readonly<Record<string, string>> = {
  SK412: "the user can load it by its name, or change `permission.skill`",
  SK413: "`skillwright explain --policy` shows every matching rule",
  SK414: "approve it at a terminal, or change the rule; `skillwright explain --policy` shows it",
};

function refusal(code: "SK412" | "SK413" | "SK414", asked: string, reason: string): Refusal {
  return { code, asked, reason, help: HELP[code] ?? "", candidates: [] };
}
