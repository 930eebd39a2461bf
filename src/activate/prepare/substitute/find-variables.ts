import type { Piece } from "./pieces.ts";

/** [Q5] Variables as they are written; of two that begin alike the longer one counts. */
export function findVariables(body: string, variables: Readonly<Record<string, string>>): Piece[] {
  if (!body.includes("{")) return [];
  const keys = Object.keys(variables).filter((key) => body.includes(key));
  if (keys.length === 0) return [];
  const pattern = keys.sort((a, b) => b.length - a.length).map(literally);
  return [...body.matchAll(new RegExp(pattern.join("|"), "g"))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: variables[match[0]] ?? match[0],
  }));
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
