/**
 * A bundle in, findings and capabilities out: first structure that no honest skill has, which blocks, then advice for whoever decides. It
 * is a function of the bytes alone: it runs nothing, reads nothing else, asks nobody, and never throws for content. What
 * blocks and what is advice is kept apart in two folders. It never knows where the files came from.
 */
import { visibleLine } from "../../format/parse/build-skill.ts";
import type { Audited, Finding, NamedHook } from "../../model/rules/audit.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import { isAscii } from "../../model/text/text.ts";
import { hiddenComments, notAnalysable } from "./advice/comments.ts";
import { exfiltration } from "./advice/exfiltration.ts";
import { askedFor, requiredPrograms } from "./advice/metadata.ts";
import { differentDescription, lookAlikeName } from "./advice/names.ts";
import { shapes } from "./advice/shapes.ts";
import { runsWhilePreparing } from "./advice/shell-expressions.ts";
import { capabilitiesOf, namedHooks } from "./capabilities.ts";
import { compareFindings, gravest } from "./finding.ts";
import { type Material, readMaterial } from "./material.ts";
import { archivesInside, disguisedExecutables, machineCode } from "./structure/executables.ts";
import { hiddenCharacters } from "./structure/hidden-characters.ts";
import { languageFence, metadataEncoding } from "./structure/metadata-encoding.ts";
import { collidingPaths, uncoveredFiles, unsafePaths } from "./structure/paths.ts";

export interface AuditOptions {
  /** Paths that a signature vouches for, its own file among them; without it, nothing is said about coverage. */
  readonly covered?: ReadonlySet<string>;
}

type Rule = (material: Material, options: AuditOptions) => readonly Finding[];

const STRUCTURE: readonly Rule[] = [
  hiddenCharacters,
  metadataEncoding,
  unsafePaths,
  collidingPaths,
  languageFence,
  disguisedExecutables,
  (material, { covered }) => uncoveredFiles(material, covered),
];

const ADVICE: readonly Rule[] = [
  notAnalysable,
  askedFor,
  archivesInside,
  machineCode,
  hiddenComments,
  requiredPrograms,
  shapes,
  exfiltration,
  runsWhilePreparing,
  lookAlikeName,
  differentDescription,
];

/** Of one skill; the gravest are kept. */
const MAX_FINDINGS = 500;

/** What the bytes of a bundle say. */
export type AuditedBundle = Omit<Audited, "suppressed"> & { readonly hooks: readonly NamedHook[] };

/** The gravest first, then by path and place; the same bundle gives the same findings. */
export async function auditBundle(bundle: Bundle, options: AuditOptions = {}): Promise<AuditedBundle> {
  const material = await readMaterial(bundle);
  const found = [...STRUCTURE, ...ADVICE].flatMap((rule) => rule(material, options));
  return {
    findings: gravest(withoutRepeats(found.sort(compareFindings)), MAX_FINDINGS),
    capabilities: capabilitiesOf(material),
    hooks: namedHooks(material),
    ...saidIn(material),
  };
}

/** What whoever shows a skill would read once more, where that is no more than the same. */
function saidIn({ frontmatter }: Material): Pick<Audited, "said"> {
  if (frontmatter === undefined || !isReadAlike(frontmatter.header)) return {};
  const { name, description, manifest } = frontmatter;
  return name === "" || description === "" ? {} : { said: { description: visibleLine(description), manifest } };
}

/** Typographic quotes around a value are taken off elsewhere, and what is too large in bytes is not read. */
function isReadAlike(header: string): boolean {
  return isAscii(header) || (header.length < MAX_SURE && !/[\u2018-\u201f\xab\xbb\ufffd]/.test(header));
}

/** Characters that no limit of bytes for a frontmatter can cut off. */
const MAX_SURE = 16_384;

/** Two shapes of one rule in one line are one finding. What blocks is never left out: each place must be mended. */
function withoutRepeats(sorted: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return sorted.filter(({ code, severity, path, line, column }) => {
    if (severity === "block" || severity === "low" || column === undefined) return true;
    const key = `${code} ${line} ${path}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
