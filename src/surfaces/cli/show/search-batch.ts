/** Many queries at once: a line of JSON in, a line of JSON out, in the same order. */
import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { OperationError, openSkills, readQueries, type SkillSearchOptions } from "../../../index.ts";
import { systemCode } from "../../../model/errors.ts";
import { cacheDirectory, nodeEnvironment } from "../../../platform/environment.ts";
import type { Context } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";

/**
 * [U12] Each answer is a JSON array of paths. With `--root` only what lies there is searched, whatever became of it: also
 * files that are shadowed or rejected, because a path cannot be mistaken for another.
 */
export async function searchBatch(file: string, options: SkillSearchOptions, context: Context): Promise<number> {
  const { load, out, err, paintErr } = context;
  const { value: queries, diagnostics } = readQueries(readText(file, load.cwd), file === "-" ? "stdin" : file);
  const alone = (load.roots?.length ?? 0) > 0;
  const skills = await openSkills(alone ? { ...load, ambient: false } : load);
  const searching = {
    ...options,
    everything: alone && options.actor === undefined,
    cache: cacheDirectory(nodeEnvironment()),
  };
  for (const query of queries) {
    const found = query === undefined ? [] : await skills.search(query, searching);
    out.line(JSON.stringify(found.map(({ path }) => path)));
  }
  if (diagnostics.length === 0) return 0;
  err.line(printDiagnostics(diagnostics, { cwd: skills.snapshot.cwd, color: paintErr.bold("") !== "" }));
  return 1;
}

/** Some hundred thousand queries; what goes on is no file of them. */
const MAX_BYTES = 67_108_864;
const CHUNK_BYTES = 65_536;
const HINT = "name a file with a line of JSON for each query, or `-` for standard input";

function readText(file: string, cwd = "."): string {
  try {
    const descriptor = file === "-" ? 0 : openSync(resolve(cwd, file), "r");
    try {
      const bytes = readAll(descriptor);
      if (bytes !== undefined) return bytes.toString("utf8");
    } finally {
      if (descriptor !== 0) closeSync(descriptor);
    }
  } catch (error) {
    throw new OperationError("SK004", `the queries in \`${file}\` cannot be read (${systemCode(error)})`, {
      hint: HINT,
      cause: error,
    });
  }
  throw new OperationError("SK004", `the queries in \`${file}\` are more than ${MAX_BYTES} bytes`, { hint: HINT });
}

/** To its end, which a pipe is waited for; undefined where there is too much. */
function readAll(descriptor: number): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let total = 0; total <= MAX_BYTES; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readSync(descriptor, chunk);
    if (read === 0) return Buffer.concat(parts);
    parts.push(chunk.subarray(0, read));
    total += read;
  }
  return undefined;
}
