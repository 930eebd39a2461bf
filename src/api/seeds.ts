/** Exports skill loaders that behave like those of Aleph, caliban, crabtalk and pickle-bot. */

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
} from "../ops/seeds/aleph.ts";
export { type CalibanSkill, calibanSkills, calibanWarnings, invokeCaliban } from "../ops/seeds/caliban.ts";
export { calibanTool } from "../ops/seeds/caliban-tool.ts";
export {
  Crabtalk,
  type CrabtalkAnswer,
  CrabtalkRegistry,
  type CrabtalkScope,
  type CrabtalkSkill,
} from "../ops/seeds/crabtalk.ts";
export { crabtalkTool, preprocessCrabtalk } from "../ops/seeds/crabtalk-tool.ts";
export {
  discoverPickleBot,
  loadPickleBot,
  type PickleBotDefinition,
  type PickleBotSkill,
  validatePickleBot,
} from "../ops/seeds/pickle-bot.ts";
export { createSkillTool, type PickleBotLoader, registerSkillTool } from "../ops/seeds/pickle-bot-tool.ts";
export {
  type EligibilityResult,
  SkillSystem,
  type SkillSystemOptions,
  type SystemProblem,
  type SystemResult,
} from "../ops/seeds/skill-system.ts";
