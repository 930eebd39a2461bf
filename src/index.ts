/** Everything that is public, in one list. */

export type { IconAnswer, ResourceAnswer, ResourceRequest } from "./activate.ts";
export { type AuditReport, type AuditSkillsOptions, auditSkills } from "./audit-skills.ts";
export type { Cost, Shortening } from "./budget/ways.ts";
export { DIGEST_LIMITS, type DigestLimits, digestDirectory } from "./catalog/digest.ts";
export { type CheckOptions, type CheckReport, checkSkills } from "./check-skills.ts";
export { quoteWord } from "./commands/call-command.ts";
export { type CommandTable, commandTable, type ResolvedCommand, resolveCommand } from "./commands/command-table.ts";
export { argumentLines, usageOf } from "./commands/usage.ts";
export {
  type CompiledFile,
  type CompiledSkill,
  type CompileRequest,
  compileRefusal,
  compileSkill,
} from "./compile-skill.ts";
export type { AgentConfig, Config, EffectiveValue, LlmConfig, Switch } from "./config/config.ts";
export { expandServer, inheritedVariables } from "./config/expand-server.ts";
export { CONFIG_KEYS, type ConfigKey, type KeyType, variableName } from "./config/keys.ts";
export type { McpSetting } from "./config/mcp-servers.ts";
export { DEFINITION_KEYS, type DefinitionKey } from "./definitions/keys.ts";
export { type DefinitionSource, readDefinition } from "./definitions/read-definition.ts";
export type { Undone } from "./dependencies/mcp/apply-edit.ts";
export { type LoginOptions, loginToServer, type McpAccess } from "./dependencies/mcp/login.ts";
export type { LoginStore } from "./dependencies/mcp/login-store.ts";
export type { McpEdit } from "./dependencies/mcp/plan-edit.ts";
export { CATALOGUE, type CatalogueEntry, CODES, type Code, isCode } from "./diagnostics/catalogue.ts";
export type { SeverityOverride } from "./diagnostics/diagnostic.ts";
export type { EligibilityContext } from "./eligibility/evaluate.ts";
export { type EvalOptions, type EvalReport, evalSkills, type LiveOptions, type SkillEval } from "./eval-skills.ts";
export type {
  AskModel,
  Conversation,
  Message,
  ModelCall,
  ModelReply,
  ModelTool,
  Tokens,
} from "./evals/conversation.ts";
export { triggerDirectories } from "./evals/find-trigger-sets.ts";
export { type Endpoint, httpModel, KEYS, type ModelPorts, PROVIDERS, type Provider } from "./evals/http-model.ts";
export type { JudgedCase, LiveReport, Run } from "./evals/judge-runs.ts";
export type { Confusion, RankedCase, Ranking } from "./evals/rank-cases.ts";
export type { TriggerCase, TriggerSet } from "./evals/trigger-set.ts";
export type { Share } from "./evals/wilson.ts";
export type { Candidate, Explanation } from "./explain/explain.ts";
export { explainPolicy, type PolicyExplanation, type PolicyOverview, readPolicies } from "./explain-policy.ts";
export type { Fix } from "./fix/plan-fix.ts";
export { findProfile, PROFILES } from "./hosts/profiles.ts";
export type { AddRequest } from "./install/add.ts";
export type { Applied, Approval } from "./install/apply.ts";
export type { ToApprove } from "./install/approve.ts";
export type { CapabilityChange, CapabilityChanges, FileChange } from "./install/compare.ts";
export type { InstallRequest } from "./install/install-locked.ts";
export type { Installed as InstalledSkill } from "./install/installed.ts";
export type { OriginOf } from "./install/origin-of.ts";
export type { InstallApproval, InstallResult } from "./install/packages/install-executor.ts";
export { type InstallSpec, installSpecs, PACKAGE_KINDS, type PackageKind } from "./install/packages/install-spec.ts";
export type { Where } from "./install/place-skill.ts";
export type { Plan, PlannedSkill, Standing } from "./install/plan.ts";
export type { ImportRequest } from "./install/plan-import.ts";
export type { PullPlan } from "./install/pull.ts";
export type { RemoveOptions } from "./install/remove.ts";
export type { Outdated } from "./install/update.ts";
export type { Verified } from "./install/verify.ts";
export {
  type Catalog,
  type CatalogContext,
  type CatalogDelta,
  type CatalogEntry,
  type CatalogOptions,
  catalogDelta,
  listCatalog,
} from "./list-catalog.ts";
export { type Loading, type LoadOptions, type Logger, loadSkills } from "./load.ts";
export { type AgentSetup, loadAgents } from "./load-agents.ts";
export type { TrustOption } from "./load-config.ts";
export { loadWithServers, type ServedLoading, servedNames } from "./load-with-servers.ts";
export {
  chooseHosts,
  detectHosts,
  explainEverywhere,
  type HostAnswer,
  type HostsOptions,
  hostsHere,
  type Looked,
  lookThrough,
} from "./look-hosts.ts";
export { type ConfigEdit, editConfig } from "./manage/edit-config.ts";
export { type CodexSelector, codexHome, setEnabledInCodex } from "./manage/set-codex-enabled.ts";
export { type SwitchEdit, setEnabled } from "./manage/set-enabled.ts";
export { setTrusted, type TrustChange, trustedFolders } from "./manage/trust-folder.ts";
export type {
  Activated,
  Activation,
  ActivationRequest,
  Prepared,
  Resource,
  ShellExpression,
  SkillItem,
} from "./model/activation.ts";
export type { AgentDefinition } from "./model/agent-definition.ts";
export type { Approved, HeldTo } from "./model/approval.ts";
export {
  type AuditedSkill,
  type Capabilities,
  FINDING_SEVERITIES,
  type Finding,
  type FindingSeverity,
  type ScriptFile,
  type Suppressed,
  type Suppression,
} from "./model/audit.ts";
export type { Bundle, BundleFile, InstallLimits } from "./model/bundle.ts";
export { COVERAGES, type Coverage } from "./model/catalog-text.ts";
export {
  ACCESS_MODES,
  type AccessMode,
  type CommandOutcome,
  type CommandRequest,
  type Confinement,
  type ControlPorts,
  DECISIONS,
  type Decision,
  type Prompter,
  type Question,
  type RunAsking,
  type SandboxProvider,
  type ScriptAnswer,
  type ScriptRequest,
  type SessionControl,
  type SubagentCheck,
  type SubagentOutcome,
  type SubagentRunner,
  type SubagentSession,
  type SubagentTask,
  type ToolCall,
  type TurnIntent,
  type Verdict,
} from "./model/control.ts";
export {
  type McpServer,
  NEED_KINDS,
  type Need,
  type NeedKind,
  type NeedStatus,
  TRANSPORTS,
  type Transport,
} from "./model/dependency.ts";
export type { Diagnostic, Edit, Outcome, Related, Severity } from "./model/diagnostic.ts";
export { OperationError, SkillNotFoundError } from "./model/errors.ts";
export type { Confidence, HostProfile, RootTemplate, WalkRule } from "./model/host-profile.ts";
export type { Intent, Intents, Loss } from "./model/intents.ts";
export { DEFAULT_LIMITS, type Limits } from "./model/limits.ts";
export type {
  Cancelled,
  NeutralTool,
  StandardJSONSchemaV1,
  StandardSchemaV1,
  ToolInput,
  ToolResult,
} from "./model/neutral-tool.ts";
export {
  ACTORS,
  type Actor,
  type AgentScope,
  type Asking,
  type Judge,
  type Offered,
  type Refusal,
} from "./model/offer.ts";
export type { Origin, SourceKind } from "./model/origin.ts";
export {
  type CompiledProfile,
  type GuardOptions,
  type MacPermissions,
  type OpenWindow,
  type PermissionProfile,
  type PermissionRule,
  TOOL_KINDS,
  type ToolIntent,
  type ToolKind,
  WINDOW_ENDS,
  type WindowEnd,
  type WindowState,
} from "./model/permission.ts";
export {
  type ModeSaid,
  PERMISSION_MODES,
  type PermissionMode,
  POLICY_LAYERS,
  POLICY_MOMENTS,
  type PolicyCondition,
  type PolicyDecision,
  type PolicyFile,
  type PolicyLayer,
  type PolicyMoment,
  type PolicyRule,
  type SkillPermissions,
} from "./model/policy.ts";
export { type Root, SCOPES, type Scope } from "./model/root.ts";
export { RUN_KINDS, type RunKind, type RunPolicy } from "./model/run-policy.ts";
export { type NotShared, SHARED_LIMITS, type SharedFile, type SharedPlace, type SharedSkill } from "./model/shared.ts";
export type {
  ArgumentType,
  ArgumentValue,
  CommandArg,
  EligibilityRules,
  Manifest,
  Rejected,
  Sidecar,
  Skill,
  SkillCommandSpec,
  SkillId,
  SkillInterface,
  ToolDependency,
} from "./model/skill.ts";
export {
  type Disabled,
  type Ineligible,
  type Loaded,
  type Missing,
  type Shadowed,
  type Snapshot,
  STATES,
  type State,
  type StatusEntry,
  type Withheld,
} from "./model/snapshot.ts";
export type { AlteredSkill, ChangedPart, ChangedSkill, SnapshotChange } from "./model/snapshot-change.ts";
export type { SkillSource } from "./model/source.ts";
export type { Span } from "./model/span.ts";
export type { StopSignal } from "./model/stop-signal.ts";
export { Installer, type InstallerOptions, openInstaller } from "./open-installer.ts";
export type { ServedSkillView, ServerSkills } from "./open-server-skills.ts";
export { type ForMessage, openSkills, type SkillContent, Skills } from "./open-skills.ts";
export type { LinkStep, PlacedHost, Placement } from "./place/plan-placement.ts";
export { type Placed, type PlaceRequest, placeSkills, undoPlacing, unplaceSkills } from "./place-skills.ts";
export { type BudgetPlan, type BudgetPlanOptions, planBudget, type Raise } from "./plan-budget.ts";
export type { Environment, Platform } from "./platform/environment.ts";
export type { EntryKind, Files, Listing, Stat } from "./platform/files.ts";
export { memoryFiles } from "./platform/memory-files.ts";
export type { Spawn, Spawned, SpawnOptions } from "./platform/spawn.ts";
export type { ProfilePreview, WindowPreview } from "./preview-window.ts";
export type { PublishedSkill } from "./publish/build-registry.ts";
export type { WrittenFile } from "./publish/write-registry.ts";
export { type Published, type PublishOptions, type PublishRequest, publishSkills } from "./publish-skills.ts";
export type { BudgetOptions } from "./render/budget.ts";
export { FORMAT_NAMES } from "./render/formats.ts";
export { isSkillItem, skillItemName, withoutSkillItems } from "./render/is-skill-item.ts";
export { estimateTokens } from "./render/measure.ts";
export { type ShellVariables, shellVariables } from "./run/shell-variables.ts";
export { testSandbox } from "./run-skill.ts";
export type { SandboxReport } from "./sandbox/open-sandbox.ts";
export {
  CHECKS as SANDBOX_CHECKS,
  type Check as SandboxCheck,
  type Checks as SandboxChecks,
} from "./sandbox/self-test.ts";
export { savedLogins } from "./saved-logins.ts";
export { configSchema, frontmatterSchema, policySchema, sidecarSchema } from "./schemas.ts";
export { type ReadQuery, readQueries } from "./search/read-queries.ts";
export {
  type MatchedTerm,
  SEARCH_FIELDS,
  type SearchDocument,
  type SearchField,
  type SearchHit,
  type SearchOptions,
} from "./search/search-document.ts";
export { buildIndex, type SearchIndex } from "./search/search-index.ts";
export type { FoundSkill, SkillSearchOptions } from "./search-skills.ts";
export {
  ALEPH_SOURCES,
  type AlephCommand,
  type AlephManifest,
  type AlephSource,
  type AlephStatus,
  alephCommands,
  alephEligibility,
  alephFullStatus,
  alephId,
  alephLifecycle,
  alephRegistry,
  alephSource,
  alephStatus,
  resolveAlephCommand,
} from "./seeds/aleph.ts";
export {
  type CalibanSkill,
  calibanSkills,
  calibanWarnings,
  invokeCaliban,
  withDefaultSkills,
} from "./seeds/caliban.ts";
export {
  Crabtalk,
  type CrabtalkAnswer,
  CrabtalkRegistry,
  type CrabtalkScope,
  type CrabtalkSkill,
} from "./seeds/crabtalk.ts";
export {
  discoverPickleBot,
  loadPickleBot,
  type PickleBotDefinition,
  type PickleBotSkill,
  validatePickleBot,
} from "./seeds/pickle-bot.ts";
export {
  type Form,
  type Refused,
  type Resolution,
  type ResolveOptions,
  resolveMessage,
  type Selected,
  type Suggested,
} from "./select/resolve-message.ts";
export { type SkillCommand, type SkillCommandOptions, skillCommands } from "./select/skill-commands.ts";
export type { Answer } from "./session/answer.ts";
export type { CompactOptions } from "./session/compact.ts";
export {
  type Clock,
  EVENT_NAMES,
  type EventAttributes,
  type SkillEvent,
  type SkillEventCounts,
  type SkillEventName,
  type SkillEvents,
} from "./session/events.ts";
export { type LedgerEntry, SURVIVALS, type Survival } from "./session/ledger.ts";
export { REDACTED, type Secrets } from "./session/secrets.ts";
export type { Checked, Guarding, Session, SessionOptions, Turn } from "./session/session.ts";
export { type DecisionState, type SessionState, STATE_VERSION } from "./session/state.ts";
export type { Circumstances } from "./session/supply.ts";
export type { SkillShare } from "./share-skills.ts";
export {
  applyServers,
  loginServers,
  type NeedsReport,
  type NeedsRequest,
  planServers,
  type ServerLogin,
  skillNeeds,
  type UnseenSkill,
  undoServer,
} from "./skill-needs.ts";
export {
  installPackages,
  type PackagesOptions,
  type SkillPackages,
  skillPackages,
  type WantedPackage,
} from "./skill-packages.ts";
export {
  type EligibilityResult,
  SkillSystem,
  type SkillSystemOptions,
  type SystemProblem,
  type SystemResult,
} from "./skill-system.ts";
export type { UsageOptions, UsageReport } from "./skill-usage.ts";
export { directorySource, memorySource } from "./sources.ts";
export { type Installed, installSystemSkills } from "./system-skills/install-system-skills.ts";
export { calibanTool } from "./tool/caliban-tool.ts";
export { crabtalkTool, preprocessCrabtalk } from "./tool/crabtalk-tool.ts";
export { type Field, type Given, makeTool, type ToolDefinition } from "./tool/make-tool.ts";
export { createSkillTool, type PickleBotLoader, registerSkillTool } from "./tool/pickle-bot-tool.ts";
export { type SkillToolOptions, skillTools, type ToolSession } from "./tool/skill-tools.ts";
export { directoryOfSkill } from "./trust/directory-of-skill.ts";
export type { LockEntry } from "./trust/skills-lock.ts";
export type { SkillUse, Usage } from "./usage/count-usage.ts";
export type { HostView, Machine, Remark, Shown, ViewEntry, ViewOutcome, ViewRoot } from "./views/host-view.ts";
export { CELL_STATES, type Cell, type CellState, type MatrixRow } from "./views/matrix.ts";
export type { Remedy, RemedyStep } from "./views/remedies/remedy.ts";
export type { KnownSkill } from "./views/universe.ts";
export type { SkillWatch, WatchOptions } from "./watch/skill-watch.ts";
