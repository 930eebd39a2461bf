import type { HostProfile } from "../../model/host-profile.ts";
import { aider } from "./aider.ts";
import { aleph } from "./aleph.ts";
import { caliban } from "./caliban.ts";
import { claudeCode } from "./claude-code.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { crabtalk } from "./crabtalk.ts";
import { crush } from "./crush.ts";
import { cursor } from "./cursor.ts";
import { geminiCli } from "./gemini-cli.ts";
import { goose } from "./goose.ts";
import { kimiCli } from "./kimi-cli.ts";
import { openclaw } from "./openclaw.ts";
import { opencode } from "./opencode.ts";
import { openoxide } from "./openoxide.ts";
import { opentui } from "./opentui.ts";
import { pi } from "./pi.ts";
import { pickleBot } from "./pickle-bot.ts";
import { qwenCode } from "./qwen-code.ts";
import { rooCode } from "./roo-code.ts";
import { skillwright } from "./skillwright.ts";
import { profileAt } from "./versions.ts";
import { vscode } from "./vscode.ts";

/** All profiles; the first is the default. */
export const PROFILES: readonly HostProfile[] = [
  skillwright,
  claudeCode,
  codex,
  opencode,
  geminiCli,
  pi,
  copilotCli,
  vscode,
  cursor,
  goose,
  crush,
  openclaw,
  qwenCode,
  kimiCli,
  cline,
  rooCode,
  openoxide,
  crabtalk,
  aleph,
  caliban,
  pickleBot,
  aider,
  opentui,
];

/** Finds `codex`, or `codex@0.166.0` with the facts of that version or of the nearest earlier one. */
export function findProfile(asked: string): HostProfile | undefined {
  const at = asked.indexOf("@");
  const name = at === -1 ? asked : asked.slice(0, at);
  const newest = PROFILES.find((profile) => profile.name === name);
  return at === -1 || newest === undefined ? newest : profileAt(newest, asked.slice(at + 1));
}

/** Suggests profiles for an unknown one: its versions, or else all names. */
export function knownInstead(asked: string): string {
  const name = asked.split("@")[0];
  const found = PROFILES.find((each) => each.name === name);
  if (found === undefined) return `the profiles are ${PROFILES.map((each) => `\`${each.name}\``).join(", ")}`;
  const versions = [found, ...(found.earlier ?? [])].map(({ version }) => `\`${name}@${version}\``);
  return `known is ${versions.join(", ")}`;
}
