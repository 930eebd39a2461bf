/**
 * Checks one configuration file or the environment. Unknown keys and wrong types are diagnostics with a position and
 * have no effect. A file that is not YAML sets nothing.
 */
import { dirname, isAbsolute, resolve } from "node:path";
import { parseYaml, toValue, YamlError, type YamlMap, type YamlNode } from "../../format/yaml/parse-yaml.ts";
import { CODES } from "../../model/diagnostics/catalogue.ts";
import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { LinePositions, type Span, spanAt } from "../../model/diagnostics/span.ts";
import type { Namer } from "../../model/skills/root.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import type { Layer, LayerValue } from "./config.ts";
import { CONFIG_KEYS, describeWrongValue, TYPE_NAMES } from "./keys.ts";
import { type ConfigKey, checkValue } from "./values.ts";

export interface ConfigFile {
  readonly path: string;
  readonly text: string;
  /** Base directory of relative paths in the file. */
  readonly base: string;
  readonly home: string;
  /** The owner of the file (default: the user). */
  readonly namedBy?: Namer;
}

export function readConfigFile(file: ConfigFile): Outcome<Layer> {
  const values = new Map<string, LayerValue>();
  const diagnostics: Diagnostic[] = [];
  const root = parse(file, diagnostics);
  if (root)
    readMap(file, root, "", { values, diagnostics, lines: new LinePositions(file.path, file.text), unknown: 0 });
  const { namedBy = "user", path } = file;
  return { value: { values, namedBy, namedIn: dirname(path) }, diagnostics };
}

function parse(file: ConfigFile, diagnostics: Diagnostic[]): YamlMap | undefined {
  try {
    const { root } = parseYaml(file.text);
    if (root === undefined || root.kind === "map") return root;
    diagnostics.push(
      diagnostic("SK030", {
        at: spanAt(file.path, file.text, root.start, 1),
        message: "the configuration is not a mapping; until it is corrected, every skill is withheld",
        help: "write `key: value` lines; `skillwright config` lists the keys",
      }),
    );
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    diagnostics.push(
      diagnostic("SK030", {
        at: spanAt(file.path, file.text, error.offset, 1),
        message: `the configuration is not valid YAML (${error.message}); until it is corrected, every skill is withheld`,
        help: `correct the YAML${THEN}`,
      }),
    );
  }
  return undefined;
}

/** The last words of every hint about a configuration error that withholds skills. */
const THEN = ", then run `skillwright config`";

/**
 * Maximum unknown keys of one file that are reported. Comparing more unknown keys with the known keys would take
 * minutes.
 */
const MAX_UNKNOWN = 1000;

interface Reading {
  readonly values: Map<string, LayerValue>;
  readonly diagnostics: Diagnostic[];
  readonly lines: LinePositions;
  unknown: number;
}

function readMap(file: ConfigFile, map: YamlMap, prefix: string, reading: Reading): void {
  for (const { key, keyStart, value } of map.entries) {
    const full = prefix + key;
    const known = CONFIG_KEYS.find((each) => each.key === full);
    if (known) readKey(file, known, value, reading);
    else if (value.kind === "map" && CONFIG_KEYS.some((each) => each.key.startsWith(`${full}.`)))
      readMap(file, value, `${full}.`, reading);
    else {
      reading.unknown++;
      const at = reading.lines.span(keyStart, key.length);
      if (reading.unknown <= MAX_UNKNOWN) reading.diagnostics.push(unknownKey(full, at));
      else if (reading.unknown === MAX_UNKNOWN + 1) reading.diagnostics.push(tooManyUnknown(at));
    }
  }
}

/**
 * Reports too many unknown keys, and withholds every skill. The remaining keys are not checked, and any of them may be
 * meant to exclude skills.
 */
function tooManyUnknown(at: Span): Diagnostic {
  const message = `there are more than ${MAX_UNKNOWN} unknown keys; until it is corrected, every skill is withheld`;
  return diagnostic("SK030", { at, message, help: `remove the unknown keys${THEN}` });
}

/**
 * [K4] Reports an unknown key. Withholds all skills if the key may be meant to exclude skills, such as a misspelt
 * `disable` or a merge key.
 */
function unknownKey(key: string, at: Span): Diagnostic {
  const near = findNearest(
    key,
    CONFIG_KEYS.map((each) => each.key),
    3,
  );
  const isMeant = key === "<<" || CONFIG_KEYS.some(({ key: known, withholds }) => withholds && known === near[0]);
  const message = `\`${key}\` is not a configuration key`;
  if (!isMeant) return diagnostic("SK031", { at, message, help: nearKey(near) });
  const then = "until it is corrected, every skill is withheld";
  return diagnostic("SK030", { at, message: `${message}; ${then}`, help: `${nearKey(near)}${THEN}` });
}

/** Suggests the nearest keys, because a full list is too long to read. */
function nearKey(near: readonly string[]): string {
  const all = "`skillwright config` lists the keys";
  return near.length === 0 ? all : `did you mean ${near.map((each) => `\`${each}\``).join(" or ")}? ${all}`;
}

function readKey(file: ConfigFile, known: ConfigKey, node: YamlNode, { values, diagnostics, lines }: Reading): void {
  const at = lines.span(node.start, node.kind === "scalar" ? node.end - node.start : 1);
  const given = toValue(node);
  const value = checkValue(known.type, given);
  if (value === undefined) {
    // A key without a value remains if a user deletes the last entry of a list. It names no skill, so no skill is
    // withheld.
    const { code, message } = describeWrongValue(given === null ? { ...known, withholds: false } : known, known.key);
    const then = code === "SK030" ? THEN : "";
    diagnostics.push(diagnostic(code, { at, message, help: `write ${TYPE_NAMES[known.type]}${then}` }));
    return;
  }
  if (known.withholds && values.has(known.key)) {
    const message = `\`${known.key}\` appears twice; until one of them is removed, every skill is withheld`;
    diagnostics.push(diagnostic("SK030", { at, message, help: `merge the two entries${THEN}` }));
  }
  if (known.type === "severities") reportUnknownCodes(value as Record<string, unknown>, at, diagnostics);
  values.set(known.key, { value: absolutePaths(known, value, file), from: `${file.path}:${at.line}` });
}

function reportUnknownCodes(value: Record<string, unknown>, at: Span, diagnostics: Diagnostic[]): void {
  const codes: readonly string[] = CODES;
  for (const code of Object.keys(value)) {
    if (!codes.includes(code))
      diagnostics.push(
        diagnostic("SK031", {
          at,
          message: `\`${code}\` is not a diagnostic code`,
          help: "codes look like `SK104`; see `docs/diagnostics/`",
        }),
      );
  }
}

/** Resolves paths relative to the file, not to the working directory. */
function absolutePaths({ type }: ConfigKey, value: unknown, { base, home }: ConfigFile): unknown {
  const absolute = (path: string): string =>
    path === "~" || path.startsWith("~/") ? home + path.slice(1) : isAbsolute(path) ? path : resolve(base, path);
  if (type === "paths") return (value as string[]).map(absolute);
  return type === "path" ? absolute(value as string) : value;
}
