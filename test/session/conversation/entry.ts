import type { LedgerEntry } from "../../../src/session/conversation/ledger.ts";

/** Returns a ledger entry with default values for everything that the test does not set. */
export function entry(over: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    address: over.id ?? "a",
    id: "a",
    digest: "d",
    revision: "r",
    given: "g",
    turn: 1,
    actor: "user",
    survival: "task",
    chain: [],
    repeated: false,
    completed: false,
    present: true,
    ...over,
  };
}
