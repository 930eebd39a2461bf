/** The engine: open the skills of a project, give them to a model, and decide what may run. */
import type { LoadOptions } from "../catalog/load/load.ts";
import type { WatchOptions } from "../catalog/watch/skill-watch.ts";
import type { CheckOptions, CheckReport } from "../ops/check/check-skills.ts";
import { checkLoadOptions, checkTexts } from "../ops/check-options.ts";
import type { Skills } from "../ops/open-skills.ts";

export { type Catalog, type CatalogOptions, catalogDelta } from "../activate/list-catalog.ts";
export { estimateTokens } from "../activate/render/budget/allowance.ts";
export { isSkillItem, skillItemName, withoutSkillItems } from "../activate/render/is-skill-item.ts";
export type { MessageResolution } from "../activate/select/resolve-message.ts";
export type { SkillCommand } from "../activate/select/slash-commands.ts";
export type { LoadOptions } from "../catalog/load/load.ts";
export { directorySource, memorySource } from "../catalog/load/sources.ts";
export type { Activation, ActivationRequest, SkillItem } from "../model/conversation/activation.ts";
export type {
  Prompter,
  Question,
  SandboxProvider,
  SessionControl,
  SubagentOutcome,
  SubagentRunner,
  SubagentSession,
  SubagentTask,
  TurnIntent,
} from "../model/conversation/control.ts";
export type { Cancelled, NeutralTool, ToolInput, ToolResult } from "../model/conversation/neutral-tool.ts";
export type { Actor, AgentScope, Refusal } from "../model/conversation/offer.ts";
export type { StopSignal } from "../model/conversation/stop-signal.ts";
export type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
export { OperationError, SkillNotFoundError } from "../model/errors.ts";
export type { Decision } from "../model/rules/decision.ts";
export type { GuardOptions } from "../model/rules/permission.ts";
export type { Root, Scope } from "../model/skills/root.ts";
export type { Manifest, Skill } from "../model/skills/skill.ts";
export type { SkillSource } from "../model/skills/skill-source.ts";
export type { Loaded, Snapshot, Withheld } from "../model/skills/snapshot.ts";
export type { SnapshotChange } from "../model/skills/snapshot-change.ts";
export type { Skills } from "../ops/open-skills.ts";
export type { Files } from "../platform/files/files.ts";
export type { FoundSkill } from "../search/search-skills.ts";
export type { SkillEvent } from "../session/conversation/events/events.ts";
export type { Session } from "../session/conversation/session.ts";
export type { CallGuard, SessionOptions } from "../session/conversation/session-options.ts";
export type { SessionState } from "../session/conversation/state.ts";
export { makeTool } from "../session/tools/make-tool.ts";

/** Finds and loads the skills of a directory. */
export async function openSkills(options?: LoadOptions, watch?: WatchOptions): Promise<Skills> {
  return (await import("../ops/open-skills.ts")).openSkills(options, watch);
}

/** Checks skill files and directories, and returns every finding with its position. */
export async function checkSkills(paths: readonly string[], options: CheckOptions = {}): Promise<CheckReport> {
  checkTexts("checkSkills", paths);
  checkLoadOptions("checkSkills", options);
  return (await import("../ops/check/check-skills.ts")).checkSkills(paths, options);
}
