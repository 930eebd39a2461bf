import { createHash } from "node:crypto";

/** Stands for exactly what somebody was shown: who sends it back says yes to that, and to nothing that came later. */
export function approvalOf(shown: unknown): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(shown)).digest("hex")}`;
}
