/** The formats of a catalog by name. Each format is loaded on demand, because a catalog uses only one. */
import type { WriteListing } from "../../model/conversation/catalog-text.ts";

const FORMATS: Readonly<Record<string, () => Promise<WriteListing>>> = {
  xml: async () => (await import("./formats/xml.ts")).xmlFormat,
  markdown: async () => (await import("./formats/markdown.ts")).markdownFormat,
  bullets: async () => (await import("./formats/bullets.ts")).bulletsFormat,
  files: async () => (await import("./formats/files.ts")).filesFormat,
  json: async () => (await import("./formats/json.ts")).jsonFormat,
  "pickle-bot": async () => (await import("./formats/pickle-bot.ts")).pickleBotFormat,
  aleph: async () => (await import("./formats/aleph.ts")).alephFormat,
};

/** Formats of real hosts, with their lines, order and size limits. */
const HOST_FORMATS: typeof FORMATS = {
  codex: async () => (await import("./listings/codex.ts")).codexListing,
  "claude-code": async () => (await import("./listings/claude-code.ts")).claudeCodeListing,
  opencode: async () => (await import("./listings/available-skills.ts")).opencodeListing,
  "available-skills": async () => (await import("./listings/available-skills.ts")).availableSkillsListing,
  "copilot-cli": async () => (await import("./listings/available-skills.ts")).copilotCliListing,
  openclaw: async () => (await import("./listings/openclaw.ts")).openclawListing,
  caliban: async () => (await import("./listings/caliban.ts")).calibanListing,
  goose: async () => (await import("./listings/plain-lists.ts")).gooseListing,
  cline: async () => (await import("./listings/plain-lists.ts")).clineListing,
  vscode: async () => (await import("./listings/plain-lists.ts")).vscodeListing,
  "qwen-code": async () => (await import("./listings/plain-lists.ts")).qwenCodeListing,
  "kimi-cli": async () => (await import("./listings/plain-lists.ts")).kimiCliListing,
  "kimi-code": async () => (await import("./listings/plain-lists.ts")).kimiCodeListing,
  none: async () => (await import("./listings/plain-lists.ts")).writeEmptyListing,
};

export const OWN_FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);
export const FORMAT_NAMES: readonly string[] = [...OWN_FORMAT_NAMES, ...Object.keys(HOST_FORMATS)];

export async function findFormat(name: string): Promise<WriteListing | undefined> {
  const formats = Object.hasOwn(FORMATS, name) ? FORMATS : HOST_FORMATS;
  return Object.hasOwn(formats, name) ? formats[name]?.() : undefined;
}
