/** Everything that is public, in one list. */

export type { IconAnswer, ResourceAnswer, ResourceRequest } from "./activate/activate.ts";
export {
  type CommandTable,
  commandTable,
  type ResolvedCommand,
  resolveCommand,
} from "./activate/commands/command-table.ts";
export { argumentLines, usageOf } from "./activate/commands/usage.ts";
export {
  type Catalog,
  type CatalogContext,
  type CatalogDelta,
  type CatalogEntry,
  type CatalogOptions,
  catalogDelta,
  listCatalog,
} from "./activate/list-catalog.ts";
export type { BudgetOptions } from "./activate/render/budget/allowance.ts";
export { estimateTokens } from "./activate/render/budget/allowance.ts";
export { FORMAT_NAMES } from "./activate/render/formats.ts";
export { isSkillItem, skillItemName, withoutSkillItems } from "./activate/render/is-skill-item.ts";
export {
  type Form,
  type Refused,
  type Resolution,
  type ResolveOptions,
  resolveMessage,
  type Selected,
  type Suggested,
} from "./activate/select/resolve-message.ts";
export { type SkillCommand, type SkillCommandOptions, skillCommands } from "./activate/select/slash-commands.ts";
export type { SkillShare } from "./activate/share/share-skills.ts";
export type { AgentConfig, Config, EffectiveValue, LlmConfig, Switch } from "./catalog/config/config.ts";
export { CONFIG_KEYS } from "./catalog/config/keys.ts";
export type { TrustOption } from "./catalog/config/load-config.ts";
export type { McpSetting, ProjectServer } from "./catalog/config/mcp-servers.ts";
export { variableName } from "./catalog/config/unwritten-layers.ts";
export type { ConfigKey, KeyType } from "./catalog/config/values.ts";
export { type Loading, type LoadOptions, type Logger, loadSkills } from "./catalog/load/load.ts";
export { type AgentSetup, loadAgents } from "./catalog/load/load-agents.ts";
export { directorySource, memorySource } from "./catalog/load/sources.ts";
export {
  connectServer,
  type ServerConnection,
  type ServerConnectionOptions,
  type ServerTool,
} from "./catalog/servers/connection/connect-server.ts";
export { loadWithServers, type ServedLoading, servedNames } from "./catalog/servers/load-with-servers.ts";
export { type LoginOptions, loginToServer, type McpAccess } from "./catalog/servers/login/login.ts";
export type { LoginStore } from "./catalog/servers/login/login-store.ts";
export { savedLogins } from "./catalog/servers/login/login-store.ts";
export type { ServedSkillView, ServerSkills } from "./catalog/servers/open-server-skills.ts";
export {
  allowCommand,
  describeServer,
  openProjectServers,
  type ProjectServers,
  type ProjectServerView,
} from "./catalog/servers/project-servers.ts";
export type { SkillWatch, WatchOptions } from "./catalog/watch/skill-watch.ts";
export { DEFINITION_KEYS, type DefinitionKey } from "./format/agents/definition-keys.ts";
export { type DefinitionSource, readDefinition } from "./format/agents/read-definition.ts";
export type { EligibilityContext } from "./format/eligibility.ts";
export type { Fix } from "./format/fix/plan-fix.ts";
export { findProfile, PROFILES } from "./hosts/profiles/profiles.ts";
export { withDefaultSkills } from "./hosts/roots/resolve-roots.ts";
export type { HostView, Machine, Remark, Shown, ViewEntry, ViewOutcome, ViewRoot } from "./hosts/views/host-view.ts";
export { CELL_STATES, type Cell, type CellState, type MatrixRow } from "./hosts/views/matrix.ts";
export type { Remedy, RemedyStep } from "./hosts/views/remedies/find-remedy.ts";
export type { KnownSkill } from "./hosts/views/universe.ts";
export type { HostOptions } from "./install/accepted-hosts.ts";
export type { Applied, Approval } from "./install/apply/apply.ts";
export type { RemoveOptions } from "./install/apply/remove.ts";
export type { Where } from "./install/install-target.ts";
export type { Installed as InstalledSkill } from "./install/installed.ts";
export type { OriginOf } from "./install/origin-of.ts";
export type { InstallApproval } from "./install/packages/install-executor.ts";
export type { InstallResult } from "./install/packages/install-spec.ts";
export { type InstallSpec, installSpecs, PACKAGE_KINDS, type PackageKind } from "./install/packages/install-spec.ts";
export type { LinkStep, PlacedHost, Placement } from "./install/place/plan-placement.ts";
export type { AddRequest } from "./install/plan/add.ts";
export type { ToApprove } from "./install/plan/approve.ts";
export type { CapabilityChange, CapabilityChanges, FileChange } from "./install/plan/compare.ts";
export type { InstallRequest } from "./install/plan/install-locked.ts";
export type { Plan, PlannedSkill, Standing } from "./install/plan/plan.ts";
export type { ImportRequest } from "./install/plan/plan-import.ts";
export type { PullPlan } from "./install/plan/pull.ts";
export type { Outdated } from "./install/plan/update.ts";
export type { PublishedSkill } from "./install/publish/build-registry.ts";
export type { WrittenFile } from "./install/publish/write-registry.ts";
export { type Installed, installSystemSkills } from "./install/system-skills/install-system-skills.ts";
export type { Verified } from "./install/verify.ts";
export type {
  Activated,
  Activation,
  ActivationRequest,
  Prepared,
  Resource,
  ShellExpression,
  SkillItem,
} from "./model/conversation/activation.ts";
export { COVERAGES, type Coverage } from "./model/conversation/catalog-text.ts";
export {
  ACCESS_MODES,
  type AccessMode,
  type CommandOutcome,
  type CommandRequest,
  type Confinement,
  type ControlPorts,
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
} from "./model/conversation/control.ts";
export type {
  Cancelled,
  NeutralTool,
  StandardJSONSchemaV1,
  StandardSchemaV1,
  ToolInput,
  ToolResult,
} from "./model/conversation/neutral-tool.ts";
export {
  ACTORS,
  type Actor,
  type AgentScope,
  type Asking,
  type Judge,
  type Offered,
  type Refusal,
} from "./model/conversation/offer.ts";
export type { StopSignal } from "./model/conversation/stop-signal.ts";
export { CATALOGUE, type CatalogueEntry, CODES, type Code, isCode } from "./model/diagnostics/catalogue.ts";
export type { Diagnostic, Edit, Outcome, Related, Severity } from "./model/diagnostics/diagnostic.ts";
export type { SeverityOverride } from "./model/diagnostics/make-diagnostic.ts";
export type { Span } from "./model/diagnostics/span.ts";
export { OperationError, SkillNotFoundError } from "./model/errors.ts";
export type { Confidence, HostProfile, RootTemplate, WalkRule } from "./model/host-profile.ts";
export { DEFAULT_LIMITS, type Limits } from "./model/limits.ts";
export type { Approved, HeldTo } from "./model/rules/approval.ts";
export {
  type AuditedSkill,
  type Capabilities,
  FINDING_SEVERITIES,
  type Finding,
  type FindingSeverity,
  type ScriptFile,
  type Suppressed,
  type Suppression,
} from "./model/rules/audit.ts";
export { DECISIONS, type Decision } from "./model/rules/decision.ts";
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
} from "./model/rules/permission.ts";
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
} from "./model/rules/policy.ts";
export { RUN_KINDS, type RunKind, type RunPolicy } from "./model/rules/run-policy.ts";
export type { AgentDefinition } from "./model/skills/agent-definition.ts";
export type { Bundle, BundleFile, InstallLimits } from "./model/skills/bundle.ts";
export {
  type McpServer,
  NEED_KINDS,
  type Need,
  type NeedKind,
  type NeedStatus,
  TRANSPORTS,
  type Transport,
} from "./model/skills/dependency.ts";
export type { Intent, Intents, Loss } from "./model/skills/intents.ts";
export type { Origin, SourceKind } from "./model/skills/origin.ts";
export { NAMERS, type NamedRoot, type Namer, type Root, SCOPES, type Scope } from "./model/skills/root.ts";
export {
  type NotShared,
  SHARED_LIMITS,
  type SharedFile,
  type SharedPlace,
  type SharedSkill,
} from "./model/skills/shared.ts";
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
} from "./model/skills/skill.ts";
export { directoryOfSkill } from "./model/skills/skill.ts";
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
} from "./model/skills/snapshot.ts";
export type { AlteredSkill, ChangedPart, ChangedSkill, SnapshotChange } from "./model/skills/snapshot-change.ts";
export type { SkillSource } from "./model/skills/source.ts";
export { foreignText, reasonOf } from "./model/text/foreign-text.ts";
export { isInside } from "./model/text/is-inside.ts";
export { quoteWord } from "./model/text/text.ts";
export { type AuditReport, type AuditSkillsOptions, auditSkills } from "./ops/audit/audit-skills.ts";
export { type BudgetPlan, type BudgetPlanOptions, planBudget, type Raise } from "./ops/budget/plan-budget.ts";
export type { Cost, Shortening } from "./ops/budget/ways.ts";
export { type CheckOptions, type CheckReport, checkSkills } from "./ops/check/check-skills.ts";
export type { SkillCopies } from "./ops/check/find-copies.ts";
export type { LockedSkill } from "./ops/check/locked-skills.ts";
export {
  type CompiledFile,
  type CompiledSkill,
  type CompileRequest,
  compileRefusal,
  compileSkill,
} from "./ops/compile-skill.ts";
export type {
  AskModel,
  Conversation,
  Message,
  ModelCall,
  ModelReply,
  ModelTool,
  Tokens,
} from "./ops/evals/conversation.ts";
export {
  type EvalOptions,
  type EvalReport,
  evalSkills,
  type LiveOptions,
  type SkillEval,
} from "./ops/evals/eval-skills.ts";
export { triggerDirectories } from "./ops/evals/find-trigger-sets.ts";
export { type Endpoint, httpModel, KEYS, type ModelPorts, PROVIDERS, type Provider } from "./ops/evals/http-model.ts";
export type { JudgedCase, LiveReport, Run } from "./ops/evals/judge-runs.ts";
export type { Confusion, RankedCase, Ranking } from "./ops/evals/rank-cases.ts";
export type { TriggerCase, TriggerSet } from "./ops/evals/trigger-set.ts";
export type { Share } from "./ops/evals/wilson.ts";
export type { Candidate, Explanation } from "./ops/explain/explain.ts";
export {
  explainPolicy,
  type PolicyExplanation,
  type PolicyOverview,
  readPolicies,
} from "./ops/explain/explain-policy.ts";
export {
  chooseHosts,
  detectHosts,
  explainEverywhere,
  type HostAnswer,
  type HostsOptions,
  hostsHere,
  type Looked,
  lookThrough,
} from "./ops/look-hosts.ts";
export { Installer, type InstallerOptions, openInstaller } from "./ops/open-installer.ts";
export { type ForMessage, openSkills, type SkillContent, Skills } from "./ops/open-skills.ts";
export { type Placed, type PlaceRequest, placeSkills, undoPlacing, unplaceSkills } from "./ops/place-skills.ts";
export { type Published, type PublishOptions, type PublishRequest, publishSkills } from "./ops/publish-skills.ts";
export { configSchema, frontmatterSchema, policySchema, sidecarSchema } from "./ops/schemas.ts";
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
} from "./ops/seeds/aleph.ts";
export {
  type CalibanSkill,
  calibanSkills,
  calibanWarnings,
  invokeCaliban,
} from "./ops/seeds/caliban.ts";
export { calibanTool } from "./ops/seeds/caliban-tool.ts";
export {
  Crabtalk,
  type CrabtalkAnswer,
  CrabtalkRegistry,
  type CrabtalkScope,
  type CrabtalkSkill,
} from "./ops/seeds/crabtalk.ts";
export { crabtalkTool, preprocessCrabtalk } from "./ops/seeds/crabtalk-tool.ts";
export {
  discoverPickleBot,
  loadPickleBot,
  type PickleBotDefinition,
  type PickleBotSkill,
  validatePickleBot,
} from "./ops/seeds/pickle-bot.ts";
export { createSkillTool, type PickleBotLoader, registerSkillTool } from "./ops/seeds/pickle-bot-tool.ts";
export {
  type EligibilityResult,
  SkillSystem,
  type SkillSystemOptions,
  type SystemProblem,
  type SystemResult,
} from "./ops/seeds/skill-system.ts";
export { type ConfigEdit, editConfig } from "./ops/settings/edit-config.ts";
export type { SwitchEdit } from "./ops/settings/edit-settings.ts";
export { type Repair, type RepairRequest, repairFiles } from "./ops/settings/repair.ts";
export { type CodexSelector, codexHome, setEnabledInCodex } from "./ops/settings/set-codex-enabled.ts";
export { setEnabled } from "./ops/settings/set-enabled.ts";
export {
  type ProjectSurvey,
  type SurveyedHook,
  type SurveyedSkill,
  surveyProject,
  trustSurveyed,
} from "./ops/settings/survey-project.ts";
export { setTrusted, type TrustChange, trustedFolders, untrustProject } from "./ops/settings/trust-folder.ts";
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
} from "./ops/skill-needs.ts";
export {
  installPackages,
  type PackagesOptions,
  type SkillPackages,
  skillPackages,
  type WantedPackage,
} from "./ops/skill-packages.ts";
export type { SkillUse, Usage } from "./ops/usage/count-usage.ts";
export type { UsageOptions, UsageReport } from "./ops/usage/skill-usage.ts";
export type { Environment, Platform } from "./platform/environment.ts";
export type { EntryKind, Files, Listing, Stat } from "./platform/files/files.ts";
export { memoryFiles } from "./platform/files/memory-files.ts";
export type { Spawn, Spawned, SpawnOptions } from "./platform/processes/spawn.ts";
export { testSandbox } from "./run/process/run-skill.ts";
export {
  type ShellVariables,
  shellVariables,
} from "./run/process/shell-variables.ts";
export type { SandboxReport } from "./run/sandbox/open-sandbox.ts";
export {
  CHECKS as SANDBOX_CHECKS,
  type Check as SandboxCheck,
  type Checks as SandboxChecks,
} from "./run/sandbox/self-test.ts";
export { REDACTED, type Secrets } from "./run/secrets/secrets.ts";
export { buildIndex, type SearchIndex } from "./search/index/search-index.ts";
export { type ReadQuery, readQueries } from "./search/read-queries.ts";
export {
  type MatchedTerm,
  SEARCH_FIELDS,
  type SearchDocument,
  type SearchField,
  type SearchHit,
  type SearchOptions,
} from "./search/search-document.ts";
export type { FoundSkill, SkillSearchOptions } from "./search/search-skills.ts";
export type { Circumstances } from "./session/activate-skill.ts";
export type { ProfilePreview, WindowPreview } from "./session/control/preview-window.ts";
export type { CompactOptions } from "./session/conversation/compact.ts";
export {
  type Clock,
  EVENT_NAMES,
  type EventAttributes,
  type SkillEvent,
  type SkillEventCounts,
  type SkillEventName,
  type SkillEvents,
} from "./session/conversation/events/events.ts";
export { type LedgerEntry, SURVIVALS, type Survival } from "./session/conversation/ledger.ts";
export type { Answer } from "./session/conversation/load-skill.ts";
export type { Session } from "./session/conversation/session.ts";
export type { Checked, Guarding, SessionOptions, Turn } from "./session/conversation/session-options.ts";
export { type DecisionState, type SessionState, STATE_VERSION } from "./session/conversation/state.ts";
export type { Undone } from "./session/dependencies/mcp/apply-edit.ts";
export type { McpEdit } from "./session/dependencies/mcp/plan-edit.ts";
export { type Field, type Given, makeTool, type ToolDefinition } from "./session/tools/make-tool.ts";
export { type SkillToolOptions, skillTools } from "./session/tools/skill-tools.ts";
export type { ToolSession } from "./session/tools/tool-session.ts";
export { DIGEST_LIMITS, type DigestLimits, digestDirectory } from "./trust/bundle/digest.ts";
export type { LockEntry } from "./trust/locks/skills-lock.ts";
