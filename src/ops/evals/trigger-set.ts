/** A trigger set: requests, and whether a skill should come to mind for each. */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";

export interface TriggerCase {
  readonly query: string;
  readonly should: boolean;
  /** Where another skill is meant instead. */
  readonly expected?: string;
  /** In its file, from 1. */
  readonly line: number;
}

export interface TriggerSet {
  readonly path: string;
  readonly cases: readonly TriggerCase[];
  readonly diagnostics: readonly Diagnostic[];
}
