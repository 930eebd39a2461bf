/** A request in, an answer out, and an entry in the ledger. Whatever a skill or a disk does, there is an answer. */
import type { Activated, Activation, ActivationRequest } from "../model/activation.ts";
import { OperationError } from "../model/errors.ts";
import type { Actor, Refusal } from "../model/offer.ts";
import { type Answer, given, refused } from "./answer.ts";
import { ofContent, ofEntry, ofExpression, ofRefusal, ofWarning } from "./attributes.ts";
import { digestText } from "./digest-text.ts";
import type { SkillEvents } from "./events.ts";
import type { Gate, GateContext } from "./gate.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import { circle, type Nested, nest } from "./nesting.ts";
import type { Circumstances, SkillSupply } from "./supply.ts";
import { survivalOf } from "./survival.ts";

export interface LoadContext {
  readonly supply: SkillSupply;
  readonly ledger: Ledger;
  readonly events: SkillEvents;
  readonly circumstances: Circumstances;
  readonly turn: number;
  readonly preloaded: boolean;
  readonly recordContent: boolean;
  readonly gates: readonly Gate[];
  /** Called as soon as the skill was read: other skills may have come or gone with it. */
  readonly look: () => void;
}

export async function loadSkill(asked: ActivationRequest, context: LoadContext): Promise<Answer> {
  const request = withoutEmptyArguments(asked);
  const nested = nest(request, context.ledger);
  if ("refusal" in nested) return refuse(nested.refusal, request.actor, context);
  // Nothing of a skill runs before every gate has let it pass.
  const { circumstances } = context;
  const read = await readSkill(request, { ...context, circumstances: { ...circumstances, commands: "never" } });
  context.look();
  if ("refusal" in read) return refuse(read.refusal, request.actor, context);
  const backAgain = circle(request.asked, read.activation.skill.id, nested.chain);
  if (backAgain) return refuse(backAgain, request.actor, context);
  const notes: string[] = [];
  const calling: GateContext = {
    asked: request.asked,
    chain: nested.chain,
    emit: (name, attributes) => context.events.emit(name, attributes),
    note: (sentence) => void notes.push(sentence),
  };
  for (const gate of context.gates) {
    const objection = await gate.pass?.(read.activation, calling);
    if (objection) return refuse(objection, request.actor, context);
  }
  const ready = await withCommands(read.activation, request, context);
  return "refusal" in ready
    ? refuse(ready.refusal, request.actor, context)
    : give(ready.activation, nested, notes, context);
}

/** [F24] The same skill with the output of its commands; what was judged is what is given. */
async function withCommands(
  judged: Activation,
  request: ActivationRequest,
  context: LoadContext,
): Promise<{ readonly activation: Activation } | { readonly refusal: Refusal }> {
  if (judged.shell.length === 0 || context.circumstances.commands === "never") return { activation: judged };
  const read = await readSkill(request, context);
  if ("refusal" in read || read.activation.revision === judged.revision) return read;
  const reason = "its file changed while it was being loaded";
  return { refusal: { code: "SK432", asked: request.asked, reason, help: "load it again", candidates: [] } };
}

/** `/deploy` and `/deploy ` are the same call. */
function withoutEmptyArguments({ arguments: args, ...request }: ActivationRequest): ActivationRequest {
  return args === undefined || args.trim() === "" ? request : { ...request, arguments: args };
}

/** What the disk refuses is an answer like any other; only our own bugs are thrown. */
export async function readSkill(
  request: ActivationRequest,
  { supply, circumstances }: Pick<LoadContext, "supply" | "circumstances">,
): Promise<Activated | { readonly refusal: Refusal }> {
  try {
    return await supply.activate(request, circumstances);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const help = error.hint === undefined ? {} : { help: error.hint };
    return { refusal: { code: error.code, asked: request.asked, reason: error.message, ...help, candidates: [] } };
  }
}

/** Nothing waits in here: of two calls at once the second one finds the first in the ledger. */
function give(
  activation: Activation,
  { parent, chain }: Nested,
  notes: readonly string[],
  context: LoadContext,
): Answer {
  const { address, skill, digest, revision, actor, arguments: args } = activation;
  const rendering = {
    id: skill.id,
    digest,
    revision,
    ...(args === undefined ? {} : { arguments: args }),
  };
  const standing = context.ledger.standing(rendering);
  const back = parent && { entry: parent, path: pathOf(parent.id, context.supply) };
  const answer = given(activation, standing, back, notes);
  const entry: LedgerEntry = {
    address,
    ...rendering,
    given: digestText(answer.text),
    turn: context.turn,
    actor,
    survival: survivalOf(skill.manifest, { arguments: args, preloaded: context.preloaded }),
    chain,
    repeated: standing.same !== undefined,
    completed: false,
    present: true,
  };
  context.ledger.record(entry);
  for (const gate of context.gates) gate.opened?.(activation, entry);
  tell(entry, activation, context);
  return answer;
}

function tell(entry: LedgerEntry, activation: Activation, { events, recordContent }: LoadContext): void {
  events.emit("activated", { ...ofEntry(entry, activation), ...(recordContent ? ofContent(activation) : {}) });
  for (const each of activation.diagnostics) events.emit("warning", ofWarning(each, entry.address));
  for (const each of activation.shell)
    if (each.refused === undefined) events.emit("command", ofExpression(each, entry.address, recordContent));
}

function refuse(refusal: Refusal, actor: Actor, { events, turn }: LoadContext): Answer {
  report(refusal, actor, events, turn);
  return refused(refusal);
}

/** Its file is gone, or broken; what else is wrong with reading has a code of its own below 200. */
const FAILURES: readonly string[] = ["SK330", "SK331"];

/** A skill that may be had and cannot be read has failed. */
export function report(refusal: Refusal, actor: Actor, events: SkillEvents, turn: number): void {
  const failed = FAILURES.includes(refusal.code) || refusal.code < "SK200";
  events.emit(failed ? "failed" : "refused", { "session.turn": turn, ...ofRefusal(refusal, actor) });
}

function pathOf(id: string, { snapshot }: SkillSupply): string | undefined {
  return snapshot.skills.find(({ skill }) => skill.id === id)?.skill.path;
}
