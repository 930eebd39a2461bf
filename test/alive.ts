/** Whether something runs on this machine with this among its words, in a sandbox or not (Linux). */
import { readdirSync, readFileSync } from "node:fs";
import { systemCode } from "../src/model/errors.ts";

export function isAlive(word: string): boolean {
  return readdirSync("/proc").some((id) => /^\d+$/.test(id) && wordsOf(id).includes(word));
}

function wordsOf(id: string): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
  } catch (error) {
    // It has ended meanwhile.
    if (systemCode(error) === "") throw error;
    return [];
  }
}
