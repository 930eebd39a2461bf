/** Loads a skill: turns a request into an answer and a ledger entry. Errors of skills or disks become answers. */
import { checkActivationRequest } from "../../../activate/activate-in-snapshot.ts";
import type { OpenCatalog } from "../../../catalog/open-catalog.ts";
import type { Activated, Activation, ActivationRequest } from "../../../model/conversation/activation.ts";
import type { Actor, Refusal } from "../../../model/conversation/offer.ts";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { OperationError } from "../../../model/errors.ts";
import type { Skill } from "../../../model/skills/skill.ts";
import { type ActivationOptions, activateFromCatalog } from "../../activate-from-catalog.ts";
import {
  contentAttributes,
  entryAttributes,
  expressionAttributes,
  type SkillEvents,
  warningAttributes,
} from "../events/events.ts";
import { reportRefusal } from "../events/report-refusal.ts";
import type { Forks } from "../forks/forks.ts";
import {
  digestText,
  type EarlierActivations,
  isActive,
  type Ledger,
  type LedgerEntry,
  lifetimeOf,
  MAX_DEPTH,
} from "../ledger.ts";
import { alreadyLoadedNote, changedSkillNote, notLoadedNote, quoteUntrusted, resumeNote } from "../notes.ts";
import type { SkillGate, SkillGateContext } from "../skill-gate.ts";

export interface ActivationSession {
  readonly catalog: OpenCatalog;
  readonly ledger: Ledger;
  readonly events: SkillEvents;
  readonly circumstances: ActivationOptions;
  readonly turn: number;
  readonly preloaded: boolean;
  readonly recordContent: boolean;
  readonly gates: readonly SkillGate[];
  /** Runs skills in subagents. */
  readonly forks: Forks;
  /** Returns true if this host runs the skill in a subagent. */
  readonly isFork: (skill: Skill) => boolean;
  /** Called after the skill was read, because reading can reveal that other skills have changed too. */
  readonly look: () => void;
}

export async function activateInSession(asked: ActivationRequest, context: ActivationSession): Promise<SkillReply> {
  const request = withoutEmptyArguments(checkActivationRequest(asked));
  const nested = requestChain(request, context.ledger);
  if ("refusal" in nested) return refuse(nested.refusal, request.actor, context);
  const circumstances = withSignal(context.circumstances, request.signal);
  // The skill's commands do not run here. They run only after every gate has allowed the skill.
  const read = await readSkill(request, { ...context, circumstances: { ...circumstances, shellExpressions: "never" } });
  context.look();
  if ("refusal" in read) return refuse(read.refusal, request.actor, context);
  const backAgain = findCycle(request.asked, read.activation.skill.id, nested.chain);
  if (backAgain) return refuse(backAgain, request.actor, context);
  const forked = !context.preloaded && context.isFork(read.activation.skill);
  const alone = forked ? context.forks.objection(request.asked) : undefined;
  if (alone) return refuse(alone, request.actor, context);
  const notes: string[] = [];
  const calling: SkillGateContext = {
    asked: request.asked,
    chain: nested.chain,
    forked,
    emit: (name, attributes) => context.events.emit(name, attributes),
    note: (sentence) => void notes.push(sentence),
  };
  for (const gate of context.gates) {
    const objection = await gate.pass?.(read.activation, calling);
    if (objection) return refuse(objection, request.actor, context);
  }
  const ready = await withShellOutputs(read.activation, request, { ...context, circumstances });
  if ("refusal" in ready) return refuse(ready.refusal, request.actor, context);
  if (forked) return giveFork(ready.activation, nested, notes, request, context);
  return give(ready.activation, nested, notes, context);
}

function withSignal(circumstances: ActivationOptions, signal: StopSignal | undefined): ActivationOptions {
  return signal === undefined ? circumstances : { ...circumstances, signal };
}

/** Runs the skill in a subagent and returns its report. The skill's own text is not added to the conversation. */
async function giveFork(
  activation: Activation,
  nested: NestedRequest,
  notes: readonly string[],
  { asked, actor, signal }: ActivationRequest,
  context: ActivationSession,
): Promise<SkillReply> {
  const { text, isError } = await context.forks.run(activation, signal);
  const whole = [text, ...notes, ...backTo(nested, context)].join("\n\n");
  const entry = { ...ledgerEntryFor(activation, nested, whole, context), completed: true, present: false };
  context.ledger.record(entry);
  tellDetails(entry, activation, context);
  if (!isError) return { text: whole, isError };
  const refusal = { code: "SK452", asked, reason: "its subagent failed", candidates: [] };
  reportRefusal(refusal, actor, context.events, context.turn);
  return { text: whole, isError, refusal };
}

/** Returns the skill with the output of its commands. The text is exactly the text that the gates allowed. */
async function withShellOutputs(
  judged: Activation,
  request: ActivationRequest,
  context: ActivationSession,
): Promise<{ readonly activation: Activation } | { readonly refusal: Refusal }> {
  if (judged.shell.length === 0 || context.circumstances.shellExpressions === "never") return { activation: judged };
  const circumstances = { ...context.circumstances, passed: judged.revision };
  const read = await readSkill(request, { ...context, circumstances });
  if ("refusal" in read || read.activation.revision === judged.revision) return read;
  const reason = "its file changed while it was being loaded";
  return { refusal: { code: "SK432", asked: request.asked, reason, help: "load the skill again", candidates: [] } };
}

/** Removes blank arguments, because `/deploy` and `/deploy ` are the same call. */
function withoutEmptyArguments({ arguments: args, ...request }: ActivationRequest): ActivationRequest {
  return args === undefined || args.trim() === "" ? request : { ...request, arguments: args };
}

/** Reads a skill for the actor. A disk error becomes a refusal; only bugs are thrown. */
export async function readSkill(
  request: ActivationRequest,
  { catalog, circumstances }: Pick<ActivationSession, "catalog" | "circumstances">,
): Promise<Activated | { readonly refusal: Refusal }> {
  try {
    return await activateFromCatalog(catalog, request, circumstances);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const help = error.hint === undefined ? {} : { help: error.hint };
    return { refusal: { code: error.code, asked: request.asked, reason: error.message, ...help, candidates: [] } };
  }
}

/** This function is synchronous. The second of two concurrent calls therefore finds the first call in the ledger. */
function give(
  activation: Activation,
  nested: NestedRequest,
  notes: readonly string[],
  context: ActivationSession,
): SkillReply {
  const standing = context.ledger.standing(renderingOf(activation));
  const answer = activationReply(activation, standing, [...notes, ...backTo(nested, context)]);
  const entry = { ...ledgerEntryFor(activation, nested, answer.text, context), repeated: standing.same !== undefined };
  context.ledger.record(entry);
  for (const gate of context.gates) gate.onOpen?.(activation, entry);
  tell(entry, activation, context);
  return answer;
}

type Rendering = Pick<LedgerEntry, "id" | "digest" | "revision" | "arguments">;

function renderingOf({ skill, digest, revision, arguments: args }: Activation): Rendering {
  return { id: skill.id, digest, revision, ...(args === undefined ? {} : { arguments: args }) };
}

export function ledgerEntryFor(
  activation: Activation,
  { chain }: NestedRequest,
  text: string,
  { turn, preloaded }: Pick<ActivationSession, "turn" | "preloaded">,
): LedgerEntry {
  const { address, skill, actor, arguments: args } = activation;
  return {
    address,
    ...renderingOf(activation),
    given: digestText(text),
    turn,
    actor,
    survival: lifetimeOf(skill.manifest, { arguments: args, preloaded }),
    chain,
    repeated: false,
    completed: false,
    present: true,
  };
}

/** Tells the model to return to the skill that requested this skill. */
function backTo({ parent }: NestedRequest, { catalog }: ActivationSession): readonly string[] {
  return parent === undefined ? [] : [resumeNote(parent, pathOf(parent.id, catalog))];
}

function tell(entry: LedgerEntry, activation: Activation, context: ActivationSession): void {
  const content = context.recordContent ? contentAttributes(activation) : {};
  context.events.emit("activated", { ...entryAttributes(entry, activation), ...content });
  tellDetails(entry, activation, context);
}

function tellDetails({ address }: LedgerEntry, { diagnostics, shell }: Activation, context: ActivationSession): void {
  const { events, recordContent } = context;
  for (const each of diagnostics) events.emit("warning", warningAttributes(each, address));
  for (const each of shell)
    if (each.refused === undefined) events.emit("command", expressionAttributes(each, address, recordContent));
}

function refuse(refusal: Refusal, actor: Actor, { events, turn }: ActivationSession): SkillReply {
  reportRefusal(refusal, actor, events, turn);
  return refusalReply(refusal);
}

function pathOf(id: string, { snapshot }: OpenCatalog): string | undefined {
  return snapshot.skills.find(({ skill }) => skill.id === id)?.skill.path;
}

/** The answer to a request for a skill. It can be shown to a model, even if the request failed. */
export interface SkillReply {
  readonly text: string;
  readonly isError: boolean;
  readonly activation?: Activation;
  /** True if the text was already in the context. Then the answer says only where the text is. */
  readonly repeated?: boolean;
  readonly refusal?: Refusal;
}

/**
 * Returns the skill's text in its envelope, followed by notes. If the same text is still in the context, a note
 * replaces it.
 */
function activationReply(
  activation: Activation,
  { same, changed }: EarlierActivations,
  notes: readonly string[],
): SkillReply {
  const text = [
    same ? alreadyLoadedNote(same, activation.actor) : activation.text,
    ...(changed ? [changedSkillNote(changed)] : []),
    ...notes,
  ].join("\n\n");
  return { text, isError: false, activation, ...(same ? { repeated: true } : {}) };
}

function refusalReply(refusal: Refusal): SkillReply {
  return { text: notLoadedNote(refusal), isError: true, refusal };
}

// The chain of skills that led to a request. Cycles and deep chains are refused.

export interface NestedRequest {
  /** The ledger entry of the skill that requested this skill. */
  readonly parent?: LedgerEntry;
  /** Ids of the requesting skills, outermost first. */
  readonly chain: readonly string[];
}

function requestChain(
  { asked, from }: ActivationRequest,
  ledger: Ledger,
): NestedRequest | { readonly refusal: Refusal } {
  if (from === undefined) return { chain: [] };
  const parent = ledger.latest(from);
  if (parent === undefined || !isActive(parent))
    return {
      refusal: refusal(
        asked,
        `the skill ${quoteUntrusted(from)} requests it, but is not loaded itself`,
        "load the requesting skill first",
      ),
    };
  if (parent.chain.length + 1 > MAX_DEPTH)
    return {
      refusal: refusal(asked, `${MAX_DEPTH} skills have loaded one another already`, "finish one of them first"),
    };
  return { parent, chain: [...parent.chain, parent.id] };
}

/** Returns a refusal if the skill would request itself, directly or through other skills. */
function findCycle(asked: string, id: string, chain: readonly string[]): Refusal | undefined {
  if (!chain.includes(id)) return undefined;
  return refusal(asked, "it is waiting for this skill", "follow its instructions without loading it again");
}

function refusal(asked: string, reason: string, help: string): Refusal {
  return { code: "SK351", asked, reason, help, candidates: [] };
}
