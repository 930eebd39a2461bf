/** The formats of a catalog by name. Each is loaded when it is needed, because a catalog has one format. */
import type { WriteListing } from "../../model/conversation/catalog-text.ts";

const FORMATS: Readonly<Record<string, () => Promise<WriteListing>>> = {
  xml: async () => (await import("./formats/xml.ts")).xml,
  markdown: async () => (await import("./formats/markdown.ts")).markdown,
  bullets: async () => (await import("./formats/bullets.ts")).bullets,
  files: async () => (await import("./formats/files.ts")).files,
  json: async () => (await import("./formats/json.ts")).json,
  "pickle-bot": async () => (await import("./formats/pickle-bot.ts")).pickleBot,
  aleph: async () => (await import("./formats/aleph.ts")).aleph,
};

/** Formats of real hosts, with their lines, order and size limits. */
const HOST_FORMATS: typeof FORMATS = {
  codex: async () => (await import("./listings/codex.ts")).codex,
  "claude-code": async () => (await import("./listings/claude-code.ts")).claudeCode,
  opencode: async () => (await import("./listings/available-skills.ts")).opencode,
  "available-skills": async () => (await import("./listings/available-skills.ts")).availableSkills,
  "copilot-cli": async () => (await import("./listings/available-skills.ts")).copilotCli,
  openclaw: async () => (await import("./listings/openclaw.ts")).openclaw,
  caliban: async () => (await import("./listings/caliban.ts")).caliban,
  goose: async () => (await import("./listings/plain-lists.ts")).goose,
  cline: async () => (await import("./listings/plain-lists.ts")).cline,
  vscode: async () => (await import("./listings/plain-lists.ts")).vscode,
  "qwen-code": async () => (await import("./listings/plain-lists.ts")).qwenCode,
  "kimi-cli": async () => (await import("./listings/plain-lists.ts")).kimiCli,
  "kimi-code": async () => (await import("./listings/plain-lists.ts")).kimiCode,
  none: async () => (await import("./listings/plain-lists.ts")).nothing,
};

export const OWN_FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);
export const FORMAT_NAMES: readonly string[] = [...OWN_FORMAT_NAMES, ...Object.keys(HOST_FORMATS)];

export async function findFormat(name: string): Promise<WriteListing | undefined> {
  const formats = Object.hasOwn(FORMATS, name) ? FORMATS : HOST_FORMATS;
  return Object.hasOwn(formats, name) ? formats[name]?.() : undefined;
}
