/** Finds processes of this machine by a mark in their arguments, inside and outside of sandboxes. */
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { systemCode } from "../src/model/errors.ts";
import { waitFor } from "./wait.ts";

interface Process {
  readonly id: number;
  readonly words: readonly string[];
}

/** Returns a number that no other process has among its arguments. As an argument of `sleep` it takes many years. */
export function newMark(): string {
  return String(randomInt(1_000_000_000, 10_000_000_000));
}

/** Returns the ids of all processes that have the mark in one of their arguments. */
export function processesWith(mark: string): readonly number[] {
  return withMark(mark).map(({ id }) => id);
}

/** Returns the ids of processes that have the mark as a separate argument, such as `sleep MARK`. */
export function sleepersWith(mark: string): readonly number[] {
  return withMark(mark).flatMap(({ id, words }) => (words.includes(mark) ? [id] : []));
}

export function isAlive(mark: string): boolean {
  return withMark(mark).length > 0;
}

/** Returns false also for a zombie: a process that has ended, and that its parent has not collected. */
export function isRunning(id: number): boolean {
  return allProcesses().some((each) => each.id === id && each.words.some((word) => word !== ""));
}

/** Waits until no process has the mark. Otherwise it ends the processes that are left, and the error names them. */
export async function waitForEnd(mark: string): Promise<void> {
  try {
    await waitFor(`the end of all processes with ${mark}`, () => !isAlive(mark));
  } catch (error) {
    const left = withMark(mark);
    for (const { id } of left) process.kill(id, "SIGKILL");
    throw new Error(
      [String(error), ...left.map(({ id, words }) => `${id}: ${words.join(" ").slice(-200)}`)].join("\n"),
    );
  }
}

function withMark(mark: string): readonly Process[] {
  return allProcesses().filter(({ words }) => words.some((word) => word.includes(mark)));
}

function allProcesses(): readonly Process[] {
  return existsSync("/proc/self/cmdline") ? processesOfLinux() : processesByPs();
}

function processesOfLinux(): readonly Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ id: Number(name), words: argumentsOf(name) }));
}

/** A process that has just ended, or a zombie, has no arguments. */
function argumentsOf(id: string): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [];
  }
}

function processesByPs(): readonly Process[] {
  const lines = execFileSync("ps", ["-axww", "-o", "pid=,args="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => line.trim().split(/\s+/)).map(([id, ...words]) => ({ id: Number(id), words }));
}
