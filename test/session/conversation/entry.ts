import type { LedgerEntry } from "../../../src/session/conversation/ledger.ts";

/** An entry of a ledger that differs from a plain one in what the test is about. */
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
