/**
 * Parses queries, one JSON value per line: a text, or an object with `query`. Either may contain several phrasings.
 */
import type { Diagnostic, Outcome } from "../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../model/diagnostics/make-diagnostic.ts";
import { LinePositions } from "../model/diagnostics/span.ts";
import { isMap, isStringList, parseJson } from "../model/schema.ts";

/** Returns a query, or undefined for an invalid line. Blank lines are skipped. */
export type QueryOfLine = string | readonly string[] | undefined;

export function readQueries(text: string, path: string): Outcome<readonly QueryOfLine[]> {
  const lines = new LinePositions(path, text);
  const diagnostics: Diagnostic[] = [];
  const queries: QueryOfLine[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    if (line.trim() !== "") {
      const query = readQuery(line);
      queries.push(query);
      if (query === undefined) diagnostics.push(notAQuery(lines, at, line.trimEnd().length));
    }
    at += line.length + 1;
  }
  return { value: queries, diagnostics };
}

function notAQuery(lines: LinePositions, at: number, length: number): Diagnostic {
  return diagnostic("SK340", {
    at: lines.span(at, length),
    message: "the line is neither a string nor an object with `query`",
    help: 'write one line for each query: `{ "query": "fill in a PDF form" }`',
  });
}

function readQuery(line: string): QueryOfLine {
  const value = parseJson(line);
  const query = isMap(value) ? value["query"] : value;
  if (typeof query === "string") return query;
  return isStringList(query) ? query : undefined;
}
