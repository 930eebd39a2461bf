/** Prints SARIF 2.1.0 for code scanning services. */
import { pathToFileURL } from "node:url";
import { CATALOGUE, isCode } from "../../../model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";

const LEVELS = { error: "error", warning: "warning", info: "note" } as const;

export function toSarif(diagnostics: readonly Diagnostic[], cwd: string, version: string): object {
  const codes = [...new Set(diagnostics.map((each) => each.code))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "skillwright",
            version,
            rules: codes.map((code) => ({ id: code, name: isCode(code) ? CATALOGUE[code].slug : code })),
          },
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { ROOT: { uri: `${pathToFileURL(cwd).href}/` } },
        results: diagnostics.map((each) => toResult(each, cwd, codes)),
      },
    ],
  };
}

function toResult(
  { code, severity, message, path, at, copies = [], help }: Diagnostic,
  cwd: string,
  codes: readonly string[],
): object {
  const region = at ? { region: { startLine: at.line, startColumn: at.column, endColumn: at.column + at.length } } : {};
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: help ? `${message}. ${help}` : message },
    locations: path === undefined ? [] : [{ physicalLocation: { artifactLocation: artifact(path, cwd), ...region } }],
    ...(copies.length > 0 ? { relatedLocations: copies.map((copy) => copyAt(copy, cwd, region)) } : {}),
  };
}

function copyAt(path: string, cwd: string, region: object): object {
  const message = { text: "an identical copy" };
  return { message, physicalLocation: { artifactLocation: artifact(path, cwd), ...region } };
}

function artifact(path: string, cwd: string): object {
  if (!path.startsWith(`${cwd}/`)) return { uri: pathToFileURL(path).href };
  return {
    uri: path
      .slice(cwd.length + 1)
      .split("/")
      .map(encodeURIComponent)
      .join("/"),
    uriBaseId: "ROOT",
  };
}
