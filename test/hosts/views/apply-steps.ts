/** Applies the steps of a remedy to real files. */
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { RemedyStep } from "../../../src/hosts/views/remedies/find-remedy.ts";

export function applySteps(steps: readonly RemedyStep[]): void {
  for (const step of steps) apply(step);
}

function apply(step: RemedyStep): void {
  switch (step.do) {
    case "move":
      return rename(step.from, step.to);
    case "copy":
      return cpSync(step.from, made(step.to), { recursive: true, dereference: true });
    case "link":
      return symlinkSync(step.to, made(step.at));
    case "remove":
      return rmSync(step.path, { recursive: true });
    case "allow":
      return chmodSync(step.path, 0o644);
    case "write":
      return writeFileSync(made(step.path), step.text);
  }
}

/** Fails instead of overwriting a file. */
function rename(from: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} is taken`);
  renameSync(from, made(to));
}

function made(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}
