/** Whether rules cover a call: the rule that does, or why none is proven to. What is not proven is not covered. */
import { matchSegments } from "../../../activate/access/match-paths.ts";
import { matchPattern } from "../../../model/text/match-pattern.ts";
import { enclosesProtected, isWithin } from "../profile/compile-profile.ts";
import { hostIn, pathIn, type ReadCall } from "../read-call.ts";
import { findProtected, type Grants, isPlainlyGranted, PROTECTED, proveLine, type Reach } from "../shell/prove-line.ts";
import type { ShellLine } from "../shell/read/line.ts";
import { readInner } from "../shell/read/read-shell.ts";
import { seenWrites } from "../shell/seen-writes.ts";
import { type Ground, realTarget } from "./real-target.ts";
import type { UsePattern } from "./rule.ts";
import type { About, RuleSet } from "./rule-set.ts";

export interface Surroundings extends Ground {
  readonly home: string;
  readonly projectRoot: string;
  /** Places that decide what skills may do: nothing there is written without asking. */
  readonly isProtected: (path: string) => boolean;
  readonly protectedPlaces: readonly string[];
  /** Directories of skills that can be had: read without asking. */
  readonly readable: readonly string[];
}

export type Covered = { readonly rule: string } | { readonly reason: string };

/** [B2] */
export function covers(rules: RuleSet, call: ReadCall, around: Surroundings): Covered {
  const about = rules.about(call.tool, call.kind);
  if (about === undefined) return { reason: `nothing grants \`${call.tool}\`` };
  if (writesProtected(call, around)) return { reason: PROTECTED };
  if (about.whole) return coversWhole(about.whole.text, call, around);
  if (call.kind === "shell") return coversLine(about, rules, call, around);
  const fit = about.rules.find((rule) => rule.use && fits(rule.use, call, around));
  return fit ? { rule: `\`${fit.text}\`` } : { reason: `${about.said} do not cover it` };
}

/** [B24] Any use is granted; in a line that writes to where it is decided over skills, that is seen. */
function coversWhole(rule: string, { line, text, kind }: ReadCall, around: Surroundings): Covered {
  const reach = (path: string): Reach => reachOf(path, around);
  const eyes = { reach, isOpen: (path: string) => isOpen(path, around), read: readInner };
  const seen = kind === "shell" && line !== undefined && seenWrites(line, text ?? "", eyes);
  return seen ? { reason: PROTECTED } : { rule: `\`${rule}\`` };
}

/** [B22] */
function writesProtected(call: ReadCall, around: Surroundings): boolean {
  if (call.kind !== "write" && call.kind !== "edit") return false;
  const path = pathIn(call);
  const target = path === undefined ? undefined : realTarget(path, around);
  return target === undefined || around.isProtected(target);
}

function coversLine(about: About, rules: RuleSet, call: ReadCall, around: Surroundings): Covered {
  const line = call.line ?? NO_COMMAND;
  const exact = call.text === undefined || about.lines.size === 0 ? undefined : about.lines.get(call.text.trim());
  if (exact) {
    const against = findProtected(line, { reach: (path) => reachOf(path, around) });
    return against === undefined ? { rule: `\`${exact.text}\`` } : { reason: against };
  }
  if (isPlainlyGranted(line, about.patterns) || about.proven.has(line)) return { rule: about.said };
  const grants = new LineGrants(about, rules, around);
  const reason = proveLine(line, grants);
  if (reason !== undefined) return { reason };
  if (!grants.looked) about.proven.add(line);
  return { rule: about.said };
}

const NO_COMMAND: ShellLine = { unproven: "there is no command in it" };

function isOpen(path: string, around: Surroundings): boolean {
  const target = realTarget(path, around);
  return target !== undefined && around.readable.some((directory) => isWithin(target, directory));
}

class LineGrants implements Grants {
  /** Whether the disk had a part in it. */
  looked = false;
  readonly read = readInner;
  readonly patterns: About["patterns"];
  readonly #rules: RuleSet;
  readonly #around: Surroundings;

  constructor({ patterns }: About, rules: RuleSet, around: Surroundings) {
    this.patterns = patterns;
    this.#rules = rules;
    this.#around = around;
  }

  /** What a redirection writes is written like anything else. */
  mayWrite = (path: string): boolean => {
    this.looked = true;
    return "rule" in covers(this.#rules, { tool: "", kind: "write", input: { path } }, this.#around);
  };

  reach = (path: string): Reach => {
    this.looked = true;
    return reachOf(path, this.#around);
  };

  isOpen = (path: string): boolean => isOpen(path, this.#around);
}

function reachOf(path: string, around: Surroundings): Reach {
  const target = realTarget(path, around);
  if (target === undefined || around.isProtected(target)) return "inside";
  return enclosesProtected(target, around) ? "around" : "elsewhere";
}

function fits(use: UsePattern, call: ReadCall, around: Surroundings): boolean {
  if ("path" in use) return fitsPath(use.path, call, around);
  if ("domain" in use) return fitsDomain(use.domain, hostIn(call));
  if (!("parameter" in use)) return false;
  const value = call.input[use.parameter] ?? (use.parameter === "skill" ? call.input["name"] : undefined);
  return typeof value === "string" && matchPattern(use.value, value);
}

function fitsPath(pattern: string, call: ReadCall, around: Surroundings): boolean {
  const path = pathIn(call);
  // A search has a pattern of its own, which may lead elsewhere.
  const looks = call.input["pattern"];
  if (call.kind === "find" && (typeof looks !== "string" || /^[~/]|\.\./.test(looks))) return false;
  const target = path === undefined ? undefined : realTarget(path, around);
  return target !== undefined && matchesPath(pattern, target, around) === true;
}

/** undefined where the pattern has no meaning. */
export function matchesPath(pattern: string, target: string, around: Surroundings): boolean | undefined {
  const glob = absoluteGlob(pattern, around);
  return glob && matchSegments(glob, segmentsOf(target));
}

/** Names of a path; beyond the limit nothing matches. */
const MAX_SEGMENTS = 64;

function absoluteGlob(pattern: string, { projectRoot, home }: Surroundings): readonly string[] | undefined {
  const plain = pattern.replace(/^\/\//, "/");
  const whole = plain.startsWith("~/")
    ? home + plain.slice(1)
    : plain.startsWith("/")
      ? plain
      : `${projectRoot}/${plain}`;
  const segments = segmentsOf(whole.endsWith("/") ? `${whole}**` : whole).filter((each) => each !== ".");
  return segments.includes("..") || segments.length > MAX_SEGMENTS ? undefined : segments;
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((each) => each !== "");
}

function fitsDomain(domain: string, host: string | undefined): boolean {
  if (host === undefined) return false;
  return domain.startsWith("*.") ? host.endsWith(domain.slice(1)) : host === domain;
}
