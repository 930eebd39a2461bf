/**
 * Runs many queries. It reads one JSON query per line, and returns the paths of the matching skills in the order of the
 * queries.
 */
import { resolve } from "node:path";
import type { LoadOptions } from "../../catalog/load/load.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { cacheDirectory, nodeEnvironment } from "../../platform/environment.ts";
import { readTextIfAny } from "../../platform/files/read-text.ts";
import { readStandardInput } from "../../platform/processes/standard-streams.ts";
import { type QueryOfLine, readQueries } from "../../search/read-queries.ts";
import type { SkillSearchOptions } from "../../search/search-skills.ts";
import { openSkills, type Skills } from "../open-skills.ts";

export interface SearchBatch {
  /** The result of each query: a list of paths. A query runs only when its result is requested. */
  readonly answers: AsyncIterable<readonly string[]>;
  /** Findings about lines that are not queries. */
  readonly diagnostics: readonly Diagnostic[];
  readonly cwd: string;
}

/**
 * Runs the queries of a file. With extra roots, it searches only the files in these roots. Overridden and rejected
 * files are included, because the result contains paths, which are unambiguous.
 */
export async function searchBatch(file: string, options: SkillSearchOptions, load: LoadOptions): Promise<SearchBatch> {
  const { value: queries, diagnostics } = readQueries(readText(file, load.cwd), file === "-" ? "stdin" : file);
  const isAlone = (load.roots?.length ?? 0) > 0;
  const skills = await openSkills(isAlone ? { ...load, ambient: false, links: "follow" } : load);
  const searching = {
    ...options,
    everything: isAlone && options.actor === undefined,
    cache: cacheDirectory(nodeEnvironment()),
  };
  return { answers: answersTo(queries, searching, skills), diagnostics, cwd: skills.snapshot.cwd };
}

async function* answersTo(
  queries: readonly QueryOfLine[],
  options: SkillSearchOptions,
  skills: Skills,
): AsyncGenerator<readonly string[]> {
  for (const query of queries) {
    const found = query === undefined ? [] : await skills.search(query, options);
    yield found.map(({ path }) => path);
  }
}

/** Maximum size of a file of queries. This is enough for some hundred thousand queries. */
const MAX_BYTES = 67_108_864;

/** Reads the queries. Only standard input may be a pipe; a named file must be a regular file. */
function readText(file: string, cwd = "."): string {
  if (file === "-") return readStandardInput(MAX_BYTES).toString("utf8");
  const text = readTextIfAny(resolve(cwd, file), MAX_BYTES);
  if (text !== undefined) return text;
  throw new OperationError("SK004", `the queries in \`${file}\` cannot be read (ENOENT)`, {
    hint: "name a file with a line of JSON for each query, or `-` for standard input",
  });
}
