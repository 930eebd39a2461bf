/** Processes of this machine, by a mark in their arguments: to see that nothing is left of what a test has started. */
import { readdirSync, readFileSync } from "node:fs";

let marks = 0;

export function newMark(): string {
  return `mark-${process.pid}-${++marks}-end`;
}

export function processesWith(mark: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(commandOf)
    .filter((command) => command.includes(mark));
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** One that has just ended has none. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
