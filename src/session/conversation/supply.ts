/** What a session needs from the library's object: skills as they are now. It knows nothing of how they are found. */
import type { ResourceAnswer, ResourceRequest } from "../../activate/activate.ts";
import type { Catalog, CatalogOptions } from "../../activate/list-catalog.ts";
import type { Resolution, ResolveOptions } from "../../activate/select/resolve-message.ts";
import type { Activated, ActivationRequest } from "../../model/conversation/activation.ts";
import type { Prompter, RunAsking, ScriptAnswer, ScriptRequest } from "../../model/conversation/control.ts";
import type { Actor, AgentScope, Judge } from "../../model/conversation/offer.ts";
import type { PolicyFile } from "../../model/rules/policy.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import type { FoundSkill, SkillSearchOptions } from "../../search/search-skills.ts";

/** Under which circumstances a skill is asked for. */
export interface Circumstances extends RunAsking {
  readonly scope?: AgentScope;
  /** Files that are being worked on, absolute or from the project root. */
  readonly files?: readonly string[];
  /** Whether variables that a skill lacks are asked for before it is given. */
  readonly asksForVariables?: boolean;
  readonly sessionId?: string;
  /** Characters of a body; the rest is left out, and the model is told. */
  readonly maxBodyChars?: number;
  /** Whether the scripts that a body names by relative paths are written with absolute ones. */
  readonly absolutePaths?: boolean;
  /** The tool that reads a skill's files, where it is not `skill_resource`; null where the model has none. */
  readonly reader?: string | null;
  /** Who is asked where a policy wants that; `control.prompter` unless given. */
  readonly prompter?: Prompter;
  /** Has the word instead of the policies; null where somebody else asks them. */
  readonly judge?: Judge | null;
  /** Only to be looked at by who is to decide: without trust, and unasked; no command is run. */
  readonly preview?: boolean;
}

/** Whose script, for whom. */
export interface ScriptAsking {
  readonly asked: string;
  readonly actor: Actor;
}

export interface SkillSupply {
  readonly snapshot: Snapshot;
  /** The policy files that count there. */
  readonly policy: readonly PolicyFile[];
  /** The ids of skills that somebody has to be asked for. */
  readonly asked: ReadonlySet<string>;
  catalog(options: CatalogOptions): Promise<Catalog>;
  search(query: readonly string[], options: SkillSearchOptions): Promise<readonly FoundSkill[]>;
  resolve(message: string, options: Omit<ResolveOptions, "profile">): Promise<Resolution>;
  activate(request: ActivationRequest, circumstances: Circumstances): Promise<Activated>;
  /** A part of a file of a skill that the actor may have. */
  readResource(request: ResourceRequest, circumstances: Circumstances): Promise<ResourceAnswer>;
  runScript(request: ScriptRequest & ScriptAsking, circumstances: Circumstances): Promise<ScriptAnswer>;
  /** Whether a rule could let scripts of these skills run. */
  grantsScripts(skills: readonly Skill[]): boolean;
}
