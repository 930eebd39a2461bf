/**
 * Resolves the needs of skills for one session. It finds missing needs, asks for all of them together, installs servers
 * that the user allows, and remembers values and refusals. A skill may pass, pass with a note for the model, or be
 * refused with a list of all its missing needs. This file does not know how the host asks the user.
 */
import type { AccessMode, Prompter, SessionControl } from "../../model/conversation/control.ts";
import type { Refusal } from "../../model/conversation/offer.ts";
import { OperationError } from "../../model/errors.ts";
import type { Need, NeedStatus } from "../../model/skills/dependency.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { reasonOf } from "../../model/text/display/foreign-text.ts";
import { SECRET_NAME, type Secrets } from "../../run/secrets/secrets.ts";
import type { GateEvents } from "../conversation/skill-gate.ts";
import { type AnsweredNeed, askAboutNeed } from "./ask.ts";
import { collectNeeds } from "./collect-needs.ts";
import { compatibilityOf, describeRefusedNeeds, missingNeedNote, newServerNote } from "./describe-needs.ts";
import { keyOfNeed, type NeedRefusals } from "./need-refusals.ts";
import { type NeedSurroundings, type ServerLookup, surveyNeeds } from "./survey.ts";

/** Time limit for one page of questions. */
const NEED_TIMEOUT_MS = 300_000;

/** Finds and installs MCP servers of the host. */
export interface HostServerPort extends ServerLookup {
  /** Returns the changes that the installation would make, to show them to the user. */
  preview(need: Need): Promise<readonly string[]>;
  /** Installs the server. Throws an OperationError if the installation fails. */
  install(need: Need): Promise<void>;
  /** Returns the steps for a login at a server in this host. */
  login(need: Need): string;
}

export interface NeedPorts {
  readonly secrets: Secrets;
  readonly decisions: NeedRefusals;
  /** Returns the current environment. It is called again for each check. */
  readonly surroundings: () => Promise<Omit<NeedSurroundings, "given" | "servers">>;
  readonly variable: (name: string) => string | undefined;
  readonly servers: () => Promise<HostServerPort>;
  readonly prompter?: Prompter;
  readonly access: AccessMode;
  /** True if the host checks whether a machine meets a skill's requirements. */
  readonly eligibility: boolean;
  readonly promptTimeoutMs?: number;
  readonly connect?: SessionControl["connect"];
}

export class NeedResolver {
  readonly #ports: NeedPorts;
  /** For each need that is missing in this turn, the reason: an unanswered question or a failed installation. */
  readonly #unanswered = new Map<string, string>();
  readonly #failed = new Map<string, string>();
  /**
   * Servers that were installed in this session, each with a note for the model. The host must be restarted before they
   * work.
   */
  readonly #fresh = new Map<string, string>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(ports: NeedPorts) {
    this.#ports = ports;
  }

  /**
   * Asks for all missing needs of these skills. Concurrent calls wait for each other, so the user is asked only once.
   */
  resolve(skills: readonly Skill[], calling: GateEvents): Promise<void> {
    const turn = this.#queue.then(() => this.#resolve(skills, calling));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** Starts a turn. Unanswered questions may then be asked again. */
  turn(): void {
    this.#unanswered.clear();
    this.#failed.clear();
  }

  /** Returns the refusal of a skill, or the notes that the model must read. */
  async verdictOn(skill: Skill, asked: string): Promise<{ refusal: Refusal } | { notes: readonly string[] }> {
    const found = await this.#survey([skill]);
    const missing = found.filter(({ state }) => state === "missing");
    const open = [
      ...missing.filter((need) => need.required || !this.#ports.decisions.isSettled(need, skill.name)),
      ...found.filter((need) => need.state === "present" && this.#failed.has(keyOfNeed(need))),
    ];
    if (open.length > 0) {
      const because = (need: Need): string | undefined =>
        this.#unanswered.get(keyOfNeed(need)) ?? this.#failed.get(keyOfNeed(need));
      const late = open.some((need) => this.#unanswered.has(keyOfNeed(need)));
      return {
        refusal: describeRefusedNeeds(open, { asked, late, because, canAsk: this.#ports.prompter !== undefined }),
      };
    }
    const fresh = collectNeeds([skill]).map((need) => this.#fresh.get(keyOfNeed(need)));
    return { notes: [...missing.map(missingNeedNote), ...fresh.filter((note) => note !== undefined)] };
  }

  async #resolve(skills: readonly Skill[], calling: GateEvents): Promise<void> {
    const missing = (await this.#survey(skills)).filter(({ state }) => state === "missing");
    const open = missing.filter((need) => isAskable(need) && !this.#isDecided(need) && !this.#hasFailed(need));
    const previews = await this.#previews(open);
    const possible = open.filter((need) => need.kind !== "server" || previews.has(need));
    const freely = this.#ports.access === "full" ? possible.filter(({ kind }) => kind === "server") : [];
    for (const need of freely) await this.#install(need);
    const answers = await this.#ask(
      possible.filter((need) => !freely.includes(need)),
      previews,
      skills,
    );
    for (const answer of answers) await this.#take(answer);
    if (freely.length + answers.length > 0) calling.emit("asked", attributesOf(answers, freely));
  }

  async #ask(
    needs: readonly NeedStatus[],
    previews: ReadonlyMap<Need, readonly string[]>,
    skills: readonly Skill[],
  ): Promise<AnsweredNeed[]> {
    const { prompter, promptTimeoutMs: timeoutMs = NEED_TIMEOUT_MS } = this.#ports;
    if (prompter === undefined || needs.length === 0) return [];
    const remarks = skills.flatMap(compatibilityOf);
    return askAboutNeed(needs, { prompter, timeoutMs, remarks, preview: (need) => previews.get(need) ?? [] });
  }

  /** Returns the planned change for each server. The user is not asked about a server that cannot be set up. */
  async #previews(needs: readonly NeedStatus[]): Promise<ReadonlyMap<Need, readonly string[]>> {
    const previews = new Map<Need, readonly string[]>();
    for (const need of needs.filter(({ kind }) => kind === "server"))
      await this.#orFailed(need, async () => {
        previews.set(need, await (await this.#ports.servers()).preview(need));
      });
    return previews;
  }

  async #take(answer: AnsweredNeed): Promise<void> {
    const { need } = answer;
    if (answer.did === "given") this.#ports.secrets.set(need.what, answer.value);
    else if (answer.did === "install") await this.#install(need);
    else if (answer.did === "unanswered") this.#unanswered.set(keyOfNeed(need), answer.because);
    else this.#ports.decisions.decide(need, answer.did);
  }

  async #install(need: NeedStatus): Promise<void> {
    const servers = await this.#ports.servers();
    const done = await this.#orFailed(need, () => servers.install(need));
    if (!done || need.server === undefined) return;
    const { connect } = this.#ports;
    if (connect === undefined) {
      this.#fresh.set(keyOfNeed(need), newServerNote(need, servers.title, servers.login(need)));
      return;
    }
    try {
      await connect(need.server);
    } catch (error) {
      // The host's own code can throw anything. The error becomes a reason, so that the conversation continues.
      this.#failed.set(keyOfNeed(need), `which cannot be reached (${reasonOf(error)})`);
    }
  }

  async #orFailed(need: NeedStatus, act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      this.#failed.set(keyOfNeed(need), `which could not be set up (${error.message})`);
      return false;
    }
  }

  #hasFailed(need: Need): boolean {
    return this.#unanswered.has(keyOfNeed(need)) || this.#failed.has(keyOfNeed(need));
  }

  #isDecided(need: Need): boolean {
    return need.skills.every((skill) => this.#ports.decisions.isSettled(need, skill));
  }

  async #survey(skills: readonly Skill[]): Promise<NeedStatus[]> {
    const needs = collectNeeds(skills, this.#ports.eligibility);
    if (needs.length === 0) return [];
    const { secrets, variable } = this.#ports;
    const around = await this.#ports.surroundings();
    const servers = needs.some(({ kind }) => kind === "server") ? await this.#ports.servers() : NO_SERVERS;
    const found = surveyNeeds(needs, { ...around, given: (name) => secrets.has(name), servers });
    // If a skill names one of the user's own secret variables, its value is redacted from output. The value is not
    // passed to the skill.
    for (const { kind, what, state } of found)
      if (kind === "variable" && state === "present" && !secrets.has(what) && SECRET_NAME.test(what))
        secrets.watch(what, variable(what) ?? "");
    return found;
  }
}

const NO_SERVERS: ServerLookup = { host: "", title: "", find: () => ({ state: "missing" }) };

/** Returns true if the user can supply the need with an answer. */
function isAskable({ kind, server, from }: NeedStatus): boolean {
  return kind === "variable" || (kind === "server" && server?.problem === undefined && from === undefined);
}

function attributesOf(answers: readonly AnsweredNeed[], freely: readonly Need[]): Record<string, string | number> {
  const count = (did: AnsweredNeed["did"]): number => answers.filter((answer) => answer.did === did).length;
  return {
    "dependency.asked": answers.map(({ need }) => need.what).join(","),
    "dependency.given": count("given"),
    "dependency.installed": count("install") + freely.length,
    "dependency.skipped": count("skip") + count("never"),
    "dependency.unanswered": count("unanswered"),
  };
}
