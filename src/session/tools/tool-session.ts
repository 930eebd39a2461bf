import type { ListedEntry } from "../../model/conversation/catalog-text.ts";
import type { ScriptRequest } from "../../model/conversation/control.ts";
import type { Actor, OfferedSkill, Refusal } from "../../model/conversation/offer.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { HostProfile } from "../../model/host-profile.ts";

/** The part of a session that a model's tools use. */
export interface ToolSession {
  readonly profile: HostProfile;
  useTools(tools: { readonly skill: string; readonly reader: string | null; readonly search?: string }): void;
  /** Returns the best matches among the skills that the model may use. */
  search(
    queries: readonly string[],
    options: { k: number },
  ): Promise<
    readonly {
      readonly address: string;
      readonly description: string;
      readonly terms: readonly { readonly term: string }[];
      readonly weak?: true;
    }[]
  >;
  /** Returns the number of skills that the catalog does not describe in full. */
  cutShort(window: number | undefined): Promise<number>;
  offered(actor: Actor): Promise<readonly OfferedSkill[]>;
  catalog(options: {
    window?: number;
    tool?: string;
    format?: string;
  }): Promise<{ text: string; entries: readonly ListedEntry[] }>;
  activate(request: { asked: string; arguments?: string; actor: Actor; signal?: StopSignal }): Promise<SkillAnswer>;
  readResource(asked: string, path: string, range?: { offset?: number }): Promise<SkillAnswer>;
  /** Returns true if the session can run scripts. */
  grantsScripts?(): Promise<boolean>;
  runScript?(asked: string, request: ScriptRequest, signal?: StopSignal): Promise<SkillAnswer>;
}

/** The answer of a session to a call of one of its tools. */
export interface SkillAnswer {
  readonly text: string;
  readonly isError: boolean;
  readonly refusal?: Refusal;
}
