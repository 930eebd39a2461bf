/**
 * Every diagnostic code, with its severity and slug. Append only: a retired code is never reused. SK0xx find and read ·
 * 1xx content · 2xx catalog · 3xx select, prepare · 4xx render · 5xx policy · 6xx install · 7xx host behaviour · 8xx
 * audit · 9xx ours. `kind` separates requirements of the specification from advice.
 */
import catalogue from "./catalogue.json" with { type: "json" };
import type { Severity } from "./diagnostic.ts";

export interface CatalogueEntry {
  readonly severity: Severity;
  readonly slug: string;
  readonly kind: "find" | "specification" | "advice" | "catalog" | "policy" | "operation" | "host" | "audit";
}

export type Code = keyof typeof catalogue;

export const CATALOGUE = catalogue as Readonly<Record<Code, CatalogueEntry>>;

export function codeKindOf(code: Code): CatalogueEntry["kind"] {
  return CATALOGUE[code].kind;
}

export const CODES: readonly Code[] = Object.keys(CATALOGUE) as Code[];

export function isCode(text: string): text is Code {
  return Object.hasOwn(CATALOGUE, text);
}
