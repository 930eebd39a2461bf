/** The state of one conversation that all parts of a session share: who talks, in which turn, about which files, with which tools. */
import type { OpenCatalog } from "../../catalog/open-catalog.ts";
import type { SkillItem } from "../../model/conversation/activation.ts";
import type { Confinement } from "../../model/conversation/control.ts";
import type { AgentScope, Asking } from "../../model/conversation/offer.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { Secrets } from "../../run/secrets/secrets.ts";
import type { Circumstances } from "../activate-skill.ts";
import { type EventAttributes, ofSnapshot, type SkillEventName, SkillEvents } from "./events/events.ts";
import { keepJournal } from "./events/journal.ts";
import type { Gate } from "./gate.ts";
import { Ledger } from "./ledger.ts";
import { noteItem } from "./notes.ts";
import type { SessionOptions, SessionPorts, SessionTools } from "./session-options.ts";
import { type CatalogOrder, MAX_LISTED, type SessionState } from "./state.ts";

export class Conversation {
  readonly id: string;
  readonly catalog: OpenCatalog;
  readonly options: SessionOptions;
  readonly profile: HostProfile;
  readonly events: SkillEvents;
  readonly secrets: Secrets;
  readonly ledger: Ledger;
  readonly gates: readonly Gate[];
  /** Answers of the user about running something. */
  readonly answers = new Map<string, boolean>();
  /** Number of the turn, from 1; 0 before the first. */
  turn: number;
  /** How the tools are called that the model has. */
  tools: SessionTools | undefined;
  /** The order of the catalog, fixed by its first call. */
  order: CatalogOrder | undefined;
  /** Revision of the catalog that was given last. */
  listed: string | undefined;
  /** Returns what a permission profile granted to a skill. The guard sets it. */
  accepted: (id: string) => Confinement | undefined = () => undefined;
  #files: readonly string[] = [];
  #scope: AgentScope | undefined;
  #revision: string;
  readonly #asksForVariables: boolean;
  readonly #permission: SessionPorts["permission"];

  constructor(catalog: OpenCatalog, options: SessionOptions, ports: SessionPorts, state: SessionState | undefined) {
    this.id = options.id ?? state?.id ?? ports.newId();
    this.catalog = catalog;
    this.options = options;
    this.profile = catalog.profile;
    this.secrets = ports.secrets ?? new Secrets();
    this.events = new SkillEvents(ports.clock, { "session.id": this.id }, state?.counts, (text) =>
      this.secrets.redact(text),
    );
    this.ledger = new Ledger(state?.ledger);
    this.gates = ports.gates ?? [];
    this.turn = state?.turn ?? 0;
    this.order = state?.order;
    this.listed = state?.catalog;
    this.#scope = options.scope;
    this.#revision = state?.revision ?? "";
    this.#permission = ports.permission;
    this.#asksForVariables = ports.decisions !== undefined && options.control?.dependencies !== "ignore";
    this.worksOn([...(state?.files ?? []), ...(options.files ?? [])]);
    if (options.journal !== undefined) keepJournal(options.journal, this.events, ports.append);
  }

  /** The files that are worked on: the `paths` of skills wait for them. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** Revision of the snapshot that was last seen; empty before the first. */
  get revision(): string {
    return this.#revision;
  }

  worksOn(files: readonly string[]): void {
    this.#files = [...new Set([...this.#files, ...files])].slice(-MAX_LISTED);
  }

  narrow(scope: AgentScope): void {
    this.#scope = this.#scope === undefined ? scope : { ...scope, within: this.#scope };
  }

  /** Reports skills that came, changed or went since the last call. */
  look(): void {
    const { snapshot } = this.catalog;
    if (snapshot.revision === this.#revision) return;
    this.#revision = snapshot.revision;
    this.events.emit("discovered", ofSnapshot(snapshot));
  }

  emit(name: SkillEventName, attributes: EventAttributes): void {
    this.events.emit(name, { "session.turn": this.turn, ...attributes });
  }

  get role(): SkillItem["role"] {
    return this.profile.injection?.role ?? "user";
  }

  note(name: string, text: string): SkillItem {
    return noteItem(name, text, this.role);
  }

  /** Who asks for skills, besides the actor. */
  get asking(): Omit<Asking, "actor"> {
    const scope = limitedScope(this.#scope, this.#permission, this.profile);
    return {
      files: this.#files,
      asksForVariables: this.#asksForVariables,
      ...(scope === undefined ? {} : { scope }),
    };
  }

  get circumstances(): Circumstances {
    const { maxBodyChars, absolutePaths, commands, control } = this.options;
    return {
      sessionId: this.id,
      // The gates of the session judge, after a skill was read and before it is given.
      judge: null,
      ...this.asking,
      answers: this.answers,
      redact: (text) => this.secrets.redact(text),
      entrusted: (names) => this.secrets.variables(names),
      accepted: (id) => this.accepted(id),
      ...(commands === undefined ? {} : { commands }),
      ...(control === undefined ? {} : { control }),
      ...(maxBodyChars === undefined ? {} : { maxBodyChars }),
      ...(absolutePaths === undefined ? {} : { absolutePaths }),
      ...(this.tools === undefined ? {} : { reader: this.tools.reader }),
    };
  }
}

/** Returns the scope of an agent, limited to the skills that `permission.skill` lets it load. */
export function limitedScope(
  scope: AgentScope | undefined,
  permission: SessionPorts["permission"],
  { permissions }: HostProfile,
): AgentScope | undefined {
  if (permission === undefined) return scope;
  const switchedByPermission = permissions?.skills !== undefined;
  return { skills: [], ...scope, permission, ...(switchedByPermission && { switchedByPermission }) };
}
