// `node scripts/audit-words.mjs`: writes src/trust/audit/patterns/prefilter-words.json from the audit's expressions.
// The file lists the words that a line must contain before the audit tries an expression on it. A test fails if the
// file is not up to date.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";
import { BOUNDARY, bestOf, isWhole, requiredWords } from "./required-words.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Returns the text of the file for these expressions. */
export function prefilterWords(all) {
  return `[\n${all.map(({ parts }) => `  ${JSON.stringify(soughtIn(parts))}`).join(",\n")}\n]\n`;
}

/**
 * Returns the words of an expression. The prefilter searches the whole text for the best list, and searches for the
 * other lists only in a line with a hit.
 */
function soughtIn(parts) {
  const lists = parts.flatMap(requiredWords);
  const best = bestOf(lists.filter((list) => list.every((text) => plain(text).length > 1)));
  if (best === undefined) throw new Error(`no words are in every match of ${parts.join(" ")}`);
  const others = lists.filter((list) => list !== best && list.join() !== best.join());
  const besides = others.map((list) => [...new Set(list.map(plain))]).filter((list) => !list.some(isEverywhere));
  return {
    words: best.filter(isWhole).map(plain),
    pieces: best.filter((text) => !isWhole(text)).map(plain),
    besides: [...new Map(besides.map((list) => [list.join("\n"), list])).values()],
  };
}

function plain(text) {
  return text.replaceAll(BOUNDARY, "");
}

function isEverywhere(text) {
  return text === " " || text === ".";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const work = mkdtempSync(join(tmpdir(), "skillwright-words-"));
  try {
    await build({
      cwd: root,
      platform: "node",
      logLevel: "silent",
      input: "src/trust/audit/patterns/find-patterns.ts",
      output: { dir: work, format: "esm", entryFileNames: "find-patterns.mjs" },
    });
    const { PREFILTERED } = await import(pathToFileURL(join(work, "find-patterns.mjs")).href);
    writeFileSync(join(root, "src/trust/audit/patterns/prefilter-words.json"), prefilterWords(PREFILTERED));
  } finally {
    rmSync(work, { recursive: true });
  }
}
