/**
 * Audits a bundle, which is the set of a skill's files. It finds structural problems, which block the skill, and then
 * advice for the user. The result depends only on the bytes. The audit runs nothing, reads no other files, and never
 * throws because of content. The folder `structure` has the blocking rules, and `advice` has the other rules. The audit
 * does not know the source of the files.
 */
import { toVisibleLine } from "../../format/parse/build-skill.ts";
import type { AuditResult, Finding, NamedHook, Suppression } from "../../model/rules/audit.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import { isAscii } from "../../model/text/text.ts";
import { isSigned } from "../signatures/manifest.ts";
import { findHiddenComments, findUnanalysable } from "./advice/comments.ts";
import { findExfiltration } from "./advice/exfiltration.ts";
import { findRequestsInFrontmatter, findRequiredPrograms } from "./advice/metadata.ts";
import { findLookAlikeName, findMismatchedDescription } from "./advice/names.ts";
import { findPreparationCommands } from "./advice/shell-expressions.ts";
import { capabilitiesOf, namedHooks } from "./capabilities.ts";
import { compareFindings, hideSuppressed, type SuppressionSubject, selectMostSevere } from "./finding.ts";
import { type AuditMaterial, readMaterial } from "./material.ts";
import { findAllPatterns } from "./patterns/find-patterns.ts";
import { findArchives, findDisguisedExecutables, findMachineCode } from "./structure/executables.ts";
import { findHiddenCharacters } from "./structure/hidden-characters.ts";
import { findLanguageFence, findMetadataEncodingProblems } from "./structure/metadata-encoding.ts";
import { findCollidingPaths, findUncoveredFiles, findUnsafePaths } from "./structure/paths.ts";

export interface AuditOptions {
  /**
   * Paths that a signature covers, including the path of the signature itself. If undefined, coverage is not checked.
   */
  readonly covered?: ReadonlySet<string>;
}

type Rule = (material: AuditMaterial, options: AuditOptions) => readonly Finding[];

const STRUCTURE: readonly Rule[] = [
  findHiddenCharacters,
  findMetadataEncodingProblems,
  findUnsafePaths,
  findCollidingPaths,
  findLanguageFence,
  findDisguisedExecutables,
  (material, { covered }) => findUncoveredFiles(material, covered),
];

const ADVICE: readonly Rule[] = [
  findUnanalysable,
  findRequestsInFrontmatter,
  findArchives,
  findMachineCode,
  findHiddenComments,
  findRequiredPrograms,
  findAllPatterns,
  findExfiltration,
  findPreparationCommands,
  findLookAlikeName,
  findMismatchedDescription,
];

/** Maximum findings of one skill. If there are more, the most severe are kept. */
const MAX_FINDINGS = 500;

/** The audit result, which depends only on the bundle's bytes. */
export type AuditedBundle = Omit<AuditResult, "suppressed"> & { readonly hooks: readonly NamedHook[] };

/** Returns findings by severity, path and position. The same bundle gives the same findings. */
export async function auditBundle(bundle: Bundle, options: AuditOptions = {}): Promise<AuditedBundle> {
  const material = await readMaterial(bundle);
  const found = [...STRUCTURE, ...ADVICE].flatMap((rule) => rule(material, options));
  return {
    findings: selectMostSevere(withoutRepeats(found.sort(compareFindings)), MAX_FINDINGS),
    capabilities: capabilitiesOf(material),
    hooks: namedHooks(material),
    ...saidIn(material),
  };
}

/** Audits a bundle. Findings that the user has suppressed for its directory are left out. */
export async function auditUnsuppressed(
  bundle: Bundle,
  subject: SuppressionSubject,
  suppressions: readonly Suppression[],
): Promise<AuditResult> {
  const { findings, ...audited } = await auditBundle(bundle, await auditOptionsFor(bundle));
  const { kept, suppressed } = hideSuppressed(findings, suppressions, subject);
  return { ...audited, findings: kept, suppressed };
}

/** Returns audit options with the files that the bundle's own signature covers. */
export async function auditOptionsFor(bundle: Bundle): Promise<AuditOptions> {
  if (!isSigned(bundle)) return {};
  const { pathsCoveredBySignature } = await import("../signatures/coverage.ts");
  const covered = pathsCoveredBySignature(bundle);
  return covered === undefined ? {} : { covered };
}

/**
 * Returns the frontmatter that the audit has parsed, so that callers need not parse it again. Returns undefined if the
 * full parser might read it differently.
 */
function saidIn({ frontmatter }: AuditMaterial): Pick<AuditResult, "said"> {
  if (frontmatter === undefined || !isReadAlike(frontmatter.header)) return {};
  const { name, description, manifest } = frontmatter;
  return name === "" || description === "" ? {} : { said: { description: toVisibleLine(description), manifest } };
}

/**
 * Returns true if the full parser would read the header in the same way. It differs in two cases: it removes
 * typographic quotes, and it does not read oversized frontmatter.
 */
function isReadAlike(header: string): boolean {
  return isAscii(header) || (header.length < MAX_SURE && !/[\u2018-\u201f\xab\xbb\ufffd]/.test(header));
}

/** Frontmatter with at most this many characters is certainly below every limit in bytes. */
const MAX_SURE = 16_384;

/**
 * Merges findings of the same rule in the same line. `block` findings are not merged, because the author must fix each
 * of them.
 */
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
