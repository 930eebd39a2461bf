import { createInterface } from "node:readline/promises";
import type { Context } from "./command.ts";

/** Asks where somebody can answer; nobody there is a no. */
export async function confirmed(question: string, { err }: Context): Promise<boolean> {
  if (process.stdin.isTTY !== true) return false;
  err.write(`${question} [y/N] `);
  err.flush();
  const reader = createInterface({ input: process.stdin });
  try {
    return /^y(es)?$/i.test((await reader.question("")).trim());
  } finally {
    reader.close();
  }
}
