/**
 * Every diagnostic code there is, with its severity and slug. Append only: a retired code is never given to something
 * else. SK0xx find and read · 1xx content · 2xx catalog · 3xx select, prepare · 4xx render · 5xx policy · 6xx install ·
 * 7xx what hosts do · 9xx ours. `kind` keeps apart what the specification demands from what is only advice.
 */
import type { Severity } from "../model/diagnostic.ts";

export interface CatalogueEntry {
  readonly severity: Severity;
  readonly slug: string;
  readonly kind: "find" | "specification" | "advice" | "catalog" | "policy" | "operation" | "host";
}

const find = (severity: Severity, slug: string): CatalogueEntry => ({ severity, slug, kind: "find" });
const specification = (severity: Severity, slug: string): CatalogueEntry => ({ severity, slug, kind: "specification" });
const advice = (severity: Severity, slug: string): CatalogueEntry => ({ severity, slug, kind: "advice" });
const catalog = (severity: Severity, slug: string): CatalogueEntry => ({ severity, slug, kind: "catalog" });
const policy = (severity: Severity, slug: string): CatalogueEntry => ({ severity, slug, kind: "policy" });
const host = (severity: Severity, slug: string): CatalogueEntry => ({ severity, slug, kind: "host" });
const operation = (slug: string): CatalogueEntry => ({ severity: "error", slug, kind: "operation" });

export const CATALOGUE = {
  SK001: find("error", "no-frontmatter"),
  SK002: find("error", "frontmatter-not-closed"),
  SK003: find("warning", "frontmatter-repaired"),
  SK004: find("error", "unreadable-file"),
  SK005: find("error", "not-a-regular-file"),
  SK006: find("error", "file-too-large"),
  SK007: find("error", "frontmatter-too-large"),
  SK008: find("warning", "byte-order-mark"),
  SK009: find("warning", "invalid-utf8"),
  SK010: find("warning", "utf16"),
  SK011: find("warning", "blank-before-frontmatter"),
  SK012: find("error", "frontmatter-misplaced"),
  SK013: find("error", "language-tagged-frontmatter"),
  SK014: find("warning", "file-name-case"),
  SK015: find("warning", "broken-link"),
  SK016: find("warning", "link-loop"),
  SK017: find("info", "link-leaves-root"),
  SK018: find("info", "link-not-followed"),
  SK019: find("info", "same-skill-twice"),
  SK020: find("warning", "limit-reached"),
  SK021: find("warning", "unreadable-directory"),
  SK022: find("warning", "root-not-found"),
  SK023: find("warning", "no-skill-in-directory"),
  SK024: find("warning", "root-not-a-directory"),
  SK025: find("info", "line-ends"),
  SK026: find("warning", "fence-not-exact"),
  SK027: find("warning", "source-failed"),
  SK028: find("info", "directory-not-searched"),
  SK030: find("error", "config-unreadable"),
  SK031: find("warning", "config-unknown-key"),
  SK032: find("warning", "config-wrong-type"),
  SK033: find("info", "project-config-ignored"),
  SK040: find("warning", "sidecar-unreadable"),
  SK041: find("warning", "sidecar-bad-field"),
  SK101: specification("error", "name-missing"),
  SK102: specification("error", "description-missing"),
  SK103: specification("warning", "name-characters"),
  SK104: specification("warning", "name-not-directory"),
  SK105: specification("warning", "name-too-long"),
  SK106: specification("warning", "description-too-long"),
  SK107: specification("warning", "value-not-text"),
  SK108: specification("warning", "wrong-type"),
  SK109: specification("warning", "duplicate-key"),
  SK110: specification("warning", "text-lost-to-comment"),
  SK111: specification("warning", "smart-quotes"),
  SK112: specification("warning", "hidden-characters"),
  SK113: specification("info", "unknown-key"),
  SK114: specification("warning", "misspelt-key"),
  SK115: specification("info", "alias-key"),
  SK116: specification("info", "description-of-several-lines"),
  SK117: specification("warning", "compatibility-too-long"),
  SK118: specification("warning", "permission-dropped"),
  SK119: specification("warning", "tab"),
  SK120: specification("warning", "yaml-alias"),
  SK121: specification("warning", "yaml-tag"),
  SK130: advice("info", "no-when-to-use"),
  SK131: advice("info", "vague-description"),
  SK132: advice("info", "overlapping-descriptions"),
  SK133: advice("info", "body-too-long"),
  SK134: advice("info", "body-too-many-tokens"),
  SK135: advice("warning", "referenced-file-missing"),
  SK136: advice("info", "file-never-mentioned"),
  SK137: advice("warning", "home-path"),
  SK138: advice("warning", "case-twin"),
  SK139: advice("info", "empty-body"),
  SK201: catalog("info", "shadowed"),
  SK202: catalog("warning", "duplicate-name"),
  SK203: catalog("info", "disabled"),
  SK204: catalog("info", "unsupported-platform"),
  SK205: catalog("info", "missing-binary"),
  SK206: catalog("info", "missing-environment"),
  SK207: catalog("info", "missing-config"),
  SK208: catalog("info", "missing-skill"),
  SK209: catalog("info", "conflicting-skill"),
  SK210: catalog("warning", "pattern-matches-nothing"),
  SK301: operation("no-such-skill"),
  SK302: operation("name-taken"),
  SK304: operation("digest-refused"),
  SK305: operation("no-such-host"),
  SK310: operation("ambiguous-name"),
  SK311: operation("kept-from-the-actor"),
  SK312: operation("out-of-scope"),
  SK313: operation("waits-for-files"),
  SK314: operation("name-taken-elsewhere"),
  SK315: operation("selection-limit"),
  SK330: operation("skill-file-gone"),
  SK331: operation("skill-file-broken"),
  SK332: operation("resource-outside-of-skill"),
  SK333: operation("no-such-resource"),
  SK334: policy("warning", "command-not-run"),
  SK335: find("warning", "unclosed-quote"),
  SK336: find("warning", "skill-cut"),
  SK350: operation("session-damaged"),
  SK351: operation("nesting-refused"),
  SK401: operation("no-such-format"),
  SK501: policy("warning", "folder-not-trusted"),
  SK502: policy("warning", "trust-store-inside-project"),
  SK601: operation("write-failed"),
  SK701: host("warning", "not-where-the-host-looks"),
  SK702: host("warning", "too-deep-for-the-host"),
  SK703: host("warning", "hidden-from-the-host"),
  SK704: host("warning", "directory-skipped-by-the-host"),
  SK705: host("warning", "beyond-a-limit-of-the-host"),
  SK706: host("warning", "link-ignored-by-the-host"),
  SK707: host("warning", "file-name-unknown-to-the-host"),
  SK708: host("warning", "inside-another-skill"),
  SK709: host("warning", "directly-in-the-root"),
  SK710: host("warning", "unreadable-to-the-host"),
  SK711: host("warning", "too-large-for-the-host"),
  SK712: host("warning", "encoding-refused-by-the-host"),
  SK713: host("warning", "no-frontmatter-to-the-host"),
  SK714: host("warning", "yaml-refused-by-the-host"),
  SK715: host("warning", "host-wants-a-name"),
  SK716: host("warning", "host-wants-a-description"),
  SK717: host("warning", "type-refused-by-the-host"),
  SK718: host("warning", "name-refused-by-the-host"),
  SK719: host("warning", "host-wants-name-of-directory"),
  SK720: host("warning", "lost-to-another-in-the-host"),
  SK721: host("info", "same-target-in-the-host"),
  SK722: host("info", "kept-from-the-model"),
  SK723: host("warning", "listed-without-description"),
  SK724: host("info", "name-differs-in-the-host"),
  SK725: host("warning", "description-differs-in-the-host"),
  SK726: host("warning", "description-cut-by-the-host"),
  SK727: host("warning", "host-wants-trust"),
  SK728: host("warning", "undetermined-in-the-host"),
  SK729: host("info", "host-without-skills"),
  SK730: host("error", "host-hangs"),
  SK731: host("error", "host-fails"),
  SK732: host("warning", "name-reserved-by-the-host"),
  SK733: host("warning", "description-refused-by-the-host"),
  SK734: host("info", "field-ignored-by-the-host"),
  SK735: host("warning", "left-out-of-the-listing"),
  SK736: host("info", "listed-only-for-matching-files"),
  SK737: host("info", "meant-for-another-product"),
  SK738: host("info", "switched-off-in-the-host"),
} as const satisfies Record<string, CatalogueEntry>;

export type Code = keyof typeof CATALOGUE;

export function kindOf(code: Code): CatalogueEntry["kind"] {
  return CATALOGUE[code].kind;
}

export const CODES: readonly Code[] = Object.keys(CATALOGUE) as Code[];

export function isCode(text: string): text is Code {
  return Object.hasOwn(CATALOGUE, text);
}
