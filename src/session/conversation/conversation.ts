/** The state of one conversation that all parts of a session share: actor, turn, files and tools. */
import type { Catalog } from "../../activate/list-catalog.ts";
import type { OpenCatalog } from "../../catalog/open-catalog.ts";
import type { SkillItem } from "../../model/conversation/activation.ts";
import type { Confinement } from "../../model/conversation/control.ts";
import type { AgentScope, SkillRequester } from "../../model/conversation/offer.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { Secrets } from "../../run/secrets/secrets.ts";
import type { ActivationOptions } from "../activate-from-catalog.ts";
import { type EventAttributes, type SkillEventName, SkillEvents, snapshotAttributes } from "./events/events.ts";
import { keepJournal } from "./events/journal.ts";
import { Ledger } from "./ledger.ts";
import { makeNoteItem } from "./notes.ts";
import type { SessionOptions, SessionPorts, SessionTools } from "./session-options.ts";
import type { SkillGate } from "./skill-gate.ts";
import { type CatalogOrder, MAX_LISTED, type SessionState } from "./state.ts";

export class Conversation {
  readonly catalog: OpenCatalog;
  readonly options: SessionOptions;
  readonly profile: HostProfile;
  readonly events: SkillEvents;
  readonly secrets: Secrets;
  readonly ledger: Ledger;
  readonly gates: readonly SkillGate[];
  /** The user's answers to questions about running commands, by digest and commands. */
  readonly answers = new Map<string, boolean>();
  /** Number of the turn. The first turn has number 1; the number is 0 before it. */
  turn: number;
  /** Names of the tools that the model has. */
  tools: SessionTools | undefined;
  /** The order of skills in the catalog. The first call of `catalog` fixes it. */
  order: CatalogOrder | undefined;
  /** The catalog that the model received last. */
  listed: Pick<Catalog, "revision"> | undefined;
  /** Returns the permissions that the user accepted for a skill. The guard replaces this function. */
  accepted: (id: string) => Confinement | undefined = () => undefined;
  #id: string | undefined;
  readonly #newId: () => string;
  #files: readonly string[] = [];
  #scope: AgentScope | undefined;
  #revision: string;
  readonly #asksForVariables: boolean;
  readonly #permission: SessionPorts["permission"];

  constructor(catalog: OpenCatalog, options: SessionOptions, ports: SessionPorts, state: SessionState | undefined) {
    this.#id = options.id ?? state?.id;
    this.#newId = ports.newId;
    this.catalog = catalog;
    this.options = options;
    this.profile = catalog.profile;
    this.secrets = ports.secrets ?? new Secrets();
    const id = (): string => this.id;
    const common = {
      get "session.id"() {
        return id();
      },
    };
    this.events = new SkillEvents(ports.clock, common, state?.counts, (text) => this.secrets.redact(text));
    this.ledger = new Ledger(state?.ledger);
    this.gates = ports.gates ?? [];
    this.turn = state?.turn ?? 0;
    this.order = state?.order;
    this.listed = state?.catalog === undefined ? undefined : { revision: state.catalog };
    this.#scope = options.scope;
    this.#revision = state?.revision ?? "";
    this.#permission = ports.permission;
    this.#asksForVariables = ports.decisions !== undefined && options.control?.dependencies !== "ignore";
    this.worksOn([...(state?.files ?? []), ...(options.files ?? [])]);
    if (options.journal !== undefined) keepJournal(options.journal, this.events, ports.append);
  }

  /**
   * The id of the session. It is created on first use, because loading `node:crypto` takes longer than the rest of a
   * new session.
   */
  get id(): string {
    this.#id ??= this.#newId();
    return this.#id;
  }

  /** The files in use. Skills with `paths` become available when a file matches. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** Revision of the snapshot at the last call of `look`; empty before the first call. */
  get revision(): string {
    return this.#revision;
  }

  worksOn(files: readonly string[]): void {
    this.#files = [...new Set([...this.#files, ...files])].slice(-MAX_LISTED);
  }

  narrow(scope: AgentScope): void {
    this.#scope = this.#scope === undefined ? scope : { ...scope, within: this.#scope };
  }

  /** Emits events for skills that were added, changed or removed since the last call. */
  look(): void {
    const { snapshot } = this.catalog;
    if (snapshot.revision === this.#revision) return;
    this.#revision = snapshot.revision;
    this.events.emit("discovered", snapshotAttributes(snapshot));
  }

  emit(name: SkillEventName, attributes: EventAttributes): void {
    this.events.emit(name, { "session.turn": this.turn, ...attributes });
  }

  get role(): SkillItem["role"] {
    return this.profile.injection?.role ?? "user";
  }

  note(name: string, text: string): SkillItem {
    return makeNoteItem(name, text, this.role);
  }

  /** The values of this session that are part of every skill request. The caller adds the actor. */
  get asking(): Omit<SkillRequester, "actor"> {
    const scope = limitedScope(this.#scope, this.#permission, this.profile);
    return {
      files: this.#files,
      asksForVariables: this.#asksForVariables,
      ...(scope === undefined ? {} : { scope }),
    };
  }

  get circumstances(): ActivationOptions {
    const { maxBodyChars, absolutePaths, shellExpressions, control } = this.options;
    return {
      sessionId: this.id,
      // `null`: this check is skipped, because the session's gates decide after a skill is read and before it is given
      // to the model.
      whyDenied: null,
      ...this.asking,
      answers: this.answers,
      redact: (text) => this.secrets.redact(text),
      entrusted: (names) => this.secrets.variables(names),
      accepted: (id) => this.accepted(id),
      ...(shellExpressions === undefined ? {} : { shellExpressions }),
      ...(control === undefined ? {} : { control }),
      ...(maxBodyChars === undefined ? {} : { maxBodyChars }),
      ...(absolutePaths === undefined ? {} : { absolutePaths }),
      ...(this.tools === undefined ? {} : { reader: this.tools.reader }),
    };
  }
}

/** Returns the scope of an agent. It is limited to the skills that `permission.skill` allows the agent to load. */
export function limitedScope(
  scope: AgentScope | undefined,
  permission: SessionPorts["permission"],
  { permissions }: HostProfile,
): AgentScope | undefined {
  if (permission === undefined) return scope;
  const switchedByPermission = permissions?.skills !== undefined;
  return { skills: [], ...scope, permission, ...(switchedByPermission && { switchedByPermission }) };
}
