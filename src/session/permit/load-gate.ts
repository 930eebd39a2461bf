/**
 * The first gate of a session: decides whether a skill may be loaded at all. The policy holds for every actor, and `permission.skill`
 * for the model and for skills. A rule that asks does so once for each skill and its bytes.
 */
import type { Prompter } from "../../model/conversation/control.ts";
import type { Actor, Refusal } from "../../model/conversation/offer.ts";
import type { Decision } from "../../model/rules/decision.ts";
import type { PolicyDecision } from "../../model/rules/policy.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { askInTime } from "../../run/ask-in-time.ts";
import type { Gate, GateContext } from "../conversation/gate.ts";
import { quoted } from "../conversation/notes.ts";

export interface LoadGatePorts {
  /** Returns the decision of the policy files, with the present bytes. */
  readonly judge: (skill: Skill) => Promise<PolicyDecision>;
  /** What `permission.skill` says to this session's agent. */
  readonly permission: (name: string) => { readonly decision: Decision; readonly from: string };
  readonly agent: string | undefined;
  readonly prompter: Prompter | undefined;
  readonly promptTimeoutMs: number;
  /** The user has said yes to everything beforehand. */
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
  /** The skill and the bytes that a yes for the session covers. */
  readonly bytes: string;
  /** True if the skill was loaded in this session, so that the user has said yes. */
  readonly given?: boolean;
}

export function loadGate(ports: LoadGatePorts): Gate {
  const answered = new Map<string, boolean>();
  return {
    name: "policy",
    pass: ({ skill, actor, address, revision }, calling) =>
      judgeLoad({ skill, actor, address, bytes: revision }, calling, answered, ports),
    // Its files are as good as its text; what is denied meanwhile is kept back from who was given it, too.
    reach: ({ loaded: { skill }, address }, calling) =>
      judgeLoad({ skill, address, bytes: "files", ...calling }, calling, answered, ports),
  };
}

async function judgeLoad(
  { skill, actor, address, bytes, given = false }: Loading,
  calling: Pick<GateContext, "asked" | "emit">,
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
  const whom = agent === undefined ? "the model" : `the agent ${quoted(agent)}`;
  const effect = said.decision === "deny" ? "may not load it" : "has to ask for it";
  return [policy, { code: "SK412", decision: said.decision, reason: `${whom} ${effect} (${said.from})` }];
}

async function ask(
  { address, key, reasons }: { address: string; key: string; reasons: readonly string[] },
  answered: Map<string, boolean>,
  calling: Pick<GateContext, "asked" | "emit">,
  { prompter, promptTimeoutMs }: LoadGatePorts,
): Promise<Refusal | undefined> {
  const asked = await askInTime(
    prompter,
    {
      kind: "choice",
      title: `load the skill ${quoted(address)}?`,
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
  nobody: "nobody is there to say yes",
  "timed-out": "nobody answered in time",
  cancelled: "the question was called off",
};

const HELP: Readonly<Record<string, string>> = {
  SK412: "the user can load it by its name, or change `permission.skill`",
  SK413: "`skillwright explain --policy` shows every rule that fits",
  SK414:
    "somebody has to say yes at a terminal, or the rule has to be changed; `skillwright explain --policy` shows it",
};

function refusal(code: "SK412" | "SK413" | "SK414", asked: string, reason: string): Refusal {
  return { code, asked, reason, help: HELP[code] ?? "", candidates: [] };
}
