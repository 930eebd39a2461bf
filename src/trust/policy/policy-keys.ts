/** The words of a policy file; the reader and the published schema are made from them. */
import { DECISIONS } from "../../model/rules/decision.ts";

export const POLICY_KEYS: readonly string[] = ["default", "permissions", "rules", "permission", "agent"];
export const CONDITIONS: readonly string[] = ["skill", "scope", "origin", "digest", "publisher"];
export const RULE_KEYS: readonly string[] = [...DECISIONS, "unless", "for", "reason"];

/** Rules of one file. */
export const MAX_RULES = 2000;
export const MAX_POLICY_BYTES = 1_000_000;
