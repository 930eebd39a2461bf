import type { HostProfile } from "../../model/host-profile.ts";
import aider from "./aider.json" with { type: "json" };
import aleph from "./aleph.json" with { type: "json" };
import caliban from "./caliban.json" with { type: "json" };
import claudeCode from "./claude-code.json" with { type: "json" };
import cline from "./cline.json" with { type: "json" };
import codex from "./codex.json" with { type: "json" };
import { completeProfile, type ProfileFile, profileOf, rangesOf } from "./complete-profile.ts";
import copilotCli from "./copilot-cli.json" with { type: "json" };
import crabtalk from "./crabtalk.json" with { type: "json" };
import crush from "./crush.json" with { type: "json" };
import cursor from "./cursor.json" with { type: "json" };
import geminiCli from "./gemini-cli.json" with { type: "json" };
import goose from "./goose.json" with { type: "json" };
import kimiCli from "./kimi-cli.json" with { type: "json" };
import kimiCode from "./kimi-code.json" with { type: "json" };
import openclaw from "./openclaw.json" with { type: "json" };
import opencode from "./opencode.json" with { type: "json" };
import openoxide from "./openoxide.json" with { type: "json" };
import opentui from "./opentui.json" with { type: "json" };
import pi from "./pi.json" with { type: "json" };
import pickleBot from "./pickle-bot.json" with { type: "json" };
import qwenCode from "./qwen-code.json" with { type: "json" };
import rooCode from "./roo-code.json" with { type: "json" };
import { skillwright } from "./skillwright.ts";
import { compareVersions } from "./version-ranges.ts";
import vscode from "./vscode.json" with { type: "json" };

/** The profile files. A test checks that each of them matches the schema. */
const FILES = [
  claudeCode,
  codex,
  opencode,
  geminiCli,
  pi,
  copilotCli,
  kimiCode,
  qwenCode,
  cline,
  vscode,
  cursor,
  goose,
  crush,
  openclaw,
  kimiCli,
  rooCode,
  openoxide,
  crabtalk,
  aleph,
  caliban,
  pickleBot,
  aider,
  opentui,
] as readonly unknown[] as readonly ProfileFile[];

/** All profiles; the first is the default. */
export const PROFILES: readonly HostProfile[] = [skillwright, ...FILES.map(completeProfile)];

/** Finds a profile by name: `codex`, or `codex@0.166.0` with the facts of that version. */
export function findProfile(asked: string): HostProfile | undefined {
  const at = asked.indexOf("@");
  const name = at === -1 ? asked : asked.slice(0, at);
  const newest = PROFILES.find((profile) => profile.name === name);
  return at === -1 || newest === undefined ? newest : profileAt(newest, asked.slice(at + 1));
}

export const VERSION_PATTERN = /^\d+\.\d+\.\d+(?:[-+.][\w.+-]+)?$/;
const PARTIAL = /^\d+(?:\.\d+)?$/;

/**
 * Returns the profile with the facts of a version. Its `version` is the nearest examined version with the same facts.
 * `0.166` means any examined `0.166.x`. Returns undefined if the text is not a version.
 */
export function profileAt(newest: HostProfile, version: string): HostProfile | undefined {
  const known = [newest, ...(newest.earlier ?? [])];
  const same = known.find((each) => each.version === version || each.version.startsWith(`${version}.`));
  if (same) return same;
  if (PARTIAL.test(version) || !VERSION_PATTERN.test(version) || !VERSION_PATTERN.test(newest.version))
    return undefined;
  const file = FILES.find(({ name }) => name === newest.name);
  if (file === undefined) return { ...newest, programVersion: version };
  const alike = known.filter((each) => rangesOf(file, each.version) === rangesOf(file, version));
  const nearest = alike.find((each) => compareVersions(each.version, version) <= 0) ?? alike.at(-1) ?? newest;
  return { ...profileOf(file, version), version: nearest.version, programVersion: version };
}

/** Suggests profiles for an unknown name. For a known host, it suggests the host's versions; otherwise all names. */
export function suggestProfiles(asked: string): string {
  const name = asked.split("@")[0];
  const found = PROFILES.find((each) => each.name === name);
  if (found === undefined) return `the profiles are ${PROFILES.map((each) => `\`${each.name}\``).join(", ")}`;
  const versions = [found, ...(found.earlier ?? [])].map(({ version }) => `\`${name}@${version}\``);
  return `the known versions are ${versions.join(", ")}`;
}
