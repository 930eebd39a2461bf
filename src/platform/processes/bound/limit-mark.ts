/**
 * Marks a program and everything that it starts, so that processes are found that left its group and cleared their
 * environment. The mark is a resource limit that Linux passes on and does not use: the number of file locks.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { systemCode } from "../../../model/errors.ts";

/** Limits can only be lowered, so a mark is below ours, which is the mark of a Skillwright that started us. */
let highest: number | undefined;

/** A number that only one program has as its limit; undefined on systems without such limits. */
export function newMark(): string | undefined {
  highest ??= ownLimit();
  if (highest < LEAST) return undefined;
  const half = Math.floor(highest / 2);
  return String(half + (Number(randomBytes(6).readUIntBE(0, 6)) % half));
}

/** Below this, two marks could be equal by chance. */
const LEAST = 2 ** 32;

/** For a shell: takes the mark as its limit. The letter of the option differs between shells. */
export function markShell(mark: string): string {
  return `{ ulimit -w ${mark} || ulimit -x ${mark}; } 2> /dev/null`;
}

function ownLimit(): number {
  try {
    const limit = /^Max file locks +\S+ +(\S+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1];
    return limit === "unlimited" ? 2 ** 48 : Number(limit ?? 0);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return 0;
  }
}
