/** Many queries at once: a line of JSON in, a line of JSON out, in the same order. */
import { resolve } from "node:path";
import { OperationError, openSkills, readQueries, type SkillSearchOptions } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { cacheDirectory, nodeEnvironment } from "../../../platform/environment.ts";
import { readTextIfAny } from "../../../platform/files/read-text.ts";
import { readStandardInput } from "../../../platform/processes/standard-streams.ts";
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
    out.line(jsonText(found.map(({ path }) => path)));
  }
  if (diagnostics.length === 0) return 0;
  err.line(printDiagnostics(diagnostics, { cwd: skills.snapshot.cwd, color: paintErr.bold("") !== "" }));
  return 1;
}

/** Some hundred thousand queries; what goes on is no file of them. */
const MAX_BYTES = 67_108_864;

/** Only standard input can be a pipe: a named file is read without waiting for a writer. */
function readText(file: string, cwd = "."): string {
  if (file === "-") return readStandardInput(MAX_BYTES).toString("utf8");
  const text = readTextIfAny(resolve(cwd, file), MAX_BYTES);
  if (text !== undefined) return text;
  throw new OperationError("SK004", `the queries in \`${file}\` cannot be read (ENOENT)`, {
    hint: "name a file with a line of JSON for each query, or `-` for standard input",
  });
}
