/**
 * Keeps descriptors that our own parent left open away from the programs that we start. A directory among them would lead
 * out of every sandbox. Node marks its own descriptors to be closed, and inherited ones only up to the first gap above 15.
 */
import { openSync, readdirSync, readFileSync } from "node:fs";
import { unlessRefused } from "../../../model/errors.ts";

type Stream = "pipe" | "ignore";

/** Returns streams for `spawn` in which each inherited descriptor is /dev/null (Linux). */
export function withoutInherited(streams: readonly Stream[]): (Stream | number)[] {
  const inherited = openInherited().filter((descriptor) => descriptor >= streams.length);
  const all: (Stream | number)[] = [...streams];
  if (inherited.length === 0) return all;
  nothing ??= openSync("/dev/null", "r+");
  while (all.length <= Math.max(...inherited)) all.push("ignore");
  for (const descriptor of inherited) all[descriptor] = nothing;
  return all;
}

/** Opened once, because it is needed for every program or for none. */
let nothing: number | undefined;

const CLOSE_ON_EXEC = 0o2000000;

function openInherited(): number[] {
  return namesIn("/proc/self/fd")
    .map(Number)
    .filter((descriptor) => descriptor > 2 && !isClosedOnExec(descriptor));
}

function isClosedOnExec(descriptor: number): boolean {
  const info = read(`/proc/self/fdinfo/${descriptor}`);
  const flags = /^flags:\s*([0-7]+)/m.exec(info)?.[1];
  // The descriptor that listed the directory is gone by now.
  return flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0;
}

function namesIn(directory: string): string[] {
  return unlessRefused(() => readdirSync(directory)) ?? [];
}

function read(path: string): string {
  return unlessRefused(() => readFileSync(path, "utf8")) ?? "";
}
