/**
 * Checks whether a skill can be used on this machine: platform, programs, environment, configuration. It returns
 * **all** unmet requirements at once. The catalog checks the requirements between skills.
 */

import { isMap, stringsOf } from "../model/schema.ts";
import type { EligibilityRules, Manifest } from "../model/skills/skill.ts";
import type { Missing } from "../model/skills/snapshot.ts";
import { NO_PATH_MESSAGE } from "../platform/processes/find-binary.ts";

/** The facts that requirements are checked against. */
export interface EligibilityContext {
  readonly platform: string;
  /** False if there is no PATH. Then no program can be found. */
  readonly hasPath?: boolean;
  readonly hasBinary: (name: string) => boolean;
  readonly hasVariable: (name: string) => boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}

export function checkEligibility(rules: EligibilityRules, context: EligibilityContext): Missing[] {
  const missing: Missing[] = [];
  if (rules.os && rules.os.length > 0 && !rules.os.some((os) => isPlatform(os, context.platform))) {
    missing.push({
      code: "SK204",
      kind: "platform",
      what: rules.os.join(", "),
      message: `it runs on ${rules.os.join(", ")}, and this is ${context.platform}`,
    });
  }
  // Without a PATH, no program can be found, even if it is installed.
  const there = context.hasPath === false ? `found: ${NO_PATH_MESSAGE}` : "on the PATH";
  for (const bin of rules.requiredBins ?? []) {
    if (!context.hasBinary(bin))
      missing.push({ code: "SK205", kind: "binary", what: bin, message: `the program \`${bin}\` is not ${there}` });
  }
  if (rules.anyBins && rules.anyBins.length > 0 && !rules.anyBins.some(context.hasBinary)) {
    missing.push({
      code: "SK205",
      kind: "binary",
      what: rules.anyBins.join(" | "),
      message: `none of the programs ${list(rules.anyBins)} is ${there}`,
    });
  }
  for (const name of rules.requiredEnv ?? []) {
    if (!context.hasVariable(name))
      missing.push({ code: "SK206", kind: "environment", what: name, message: `the variable \`${name}\` is not set` });
  }
  for (const key of rules.requiredConfig ?? []) {
    if (!isSet(context.settings, key))
      missing.push({
        code: "SK207",
        kind: "config",
        what: key,
        message: `\`settings.${key}\` is not set in the configuration`,
      });
  }
  return missing;
}

/** Returns a skill's own `eligibility`, merged with OpenClaw's block in `metadata`. */
export function requirementsOf({ eligibility, metadata }: Manifest): EligibilityRules | undefined {
  const openclaw = metadata ? openclawRules(metadata) : undefined;
  if (!openclaw) return eligibility;
  const merged: EligibilityRules = { ...eligibility };
  for (const key of Object.keys(openclaw) as (keyof EligibilityRules)[])
    merged[key] = [...new Set([...(eligibility?.[key] ?? []), ...(openclaw[key] ?? [])])];
  return merged;
}

/** The names of OpenClaw's block. The block was renamed together with the host, and all names are still in use. */
const OPENCLAW_KEYS = ["openclaw", "clawdbot", "moltbot", "clawdis"];

function openclawRules(metadata: Readonly<Record<string, unknown>>): EligibilityRules | undefined {
  for (const key of OPENCLAW_KEYS) {
    const block = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    if (!isMap(block)) continue;
    if (block["always"] === true) return undefined;
    const requires = isMap(block["requires"]) ? block["requires"] : {};
    return {
      ...some("os", stringsOf(block["os"])),
      ...some("requiredBins", stringsOf(requires["bins"])),
      ...some("anyBins", stringsOf(requires["anyBins"])),
      ...some("requiredEnv", stringsOf(requires["env"])),
      ...some("requiredConfig", stringsOf(requires["config"])),
    };
  }
  return undefined;
}

function some(key: keyof EligibilityRules, values: string[]): EligibilityRules {
  return values.length > 0 ? { [key]: values } : {};
}

/** Returns true if a dotted key has a value. The values false, null and "" are treated as missing. */
function isSet(settings: Readonly<Record<string, unknown>>, key: string): boolean {
  let value: unknown = settings;
  for (const part of key.split(".")) value = isMap(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  return value !== undefined && value !== null && value !== false && value !== "";
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

/** The names by which skills call the platforms of Node. */
const PLATFORM_NAMES: Readonly<Record<string, readonly string[]>> = {
  linux: ["linux"],
  darwin: ["darwin", "macos", "mac", "osx"],
  win32: ["win32", "windows", "win"],
};

export function isPlatform(asked: string, platform: string): boolean {
  return (PLATFORM_NAMES[platform] ?? [platform]).includes(asked.toLowerCase());
}
