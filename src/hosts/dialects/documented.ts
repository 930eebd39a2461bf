/**
 * Dialects of hosts whose source or documents were read, but which were not run. Comments note what is known about a
 * reader; otherwise the common behaviour is assumed.
 */
import type { Dialect, DialectReading } from "./dialect.ts";
import { goYamlReader, serdeReader } from "./libyaml/read-libyaml.ts";
import { splitPythonLines, trimPython } from "./readers/fences.ts";
import { readOpenClawYaml, readVscodeYaml } from "./readers/line-readers.ts";
import { failedReading, isFalse, type StandardOptions, standardDialect } from "./standard.ts";

/** The common behaviour of a JavaScript host with the `yaml` library. */
const PLAIN: StandardOptions = {
  bytes: "replaced",
  bom: "stripped",
  newlines: "normalised",
  fence: "spaced",
  unfenced: "failure",
  unclosed: "failure",
  yaml: "yaml",
  notMap: "failure",
  types: "strings",
  spaces: "kept",
  body: "trimmed",
  switches: ["disable-model-invocation", "user-invocable"],
};

/** Cursor: its source is closed, so the common behaviour is assumed. */
export const cursor: Dialect = standardDialect(PLAIN);

/** VS Code: its own YAML reader never fails. Tags such as `<b>` are removed from the description. */
export const vscode: Dialect = standardDialect({
  ...PLAIN,
  bom: "kept",
  newlines: "kept",
  fence: "until-end",
  unfenced: "no-fields",
  yaml: readVscodeYaml,
  notMap: "no-fields",
  body: "kept",
  finish: (reading) => {
    const description = withoutTags(reading.description ?? "") || undefined;
    return { ...reading, description };
  },
});

/** Removes the text that the expression `<[^>]+>` matches, in one pass. */
function withoutTags(text: string): string {
  let kept = "";
  let at = 0;
  for (let open = text.indexOf("<"); open !== -1; open = text.indexOf("<", at)) {
    const close = text.indexOf(">", open);
    if (close === -1) break;
    const isEmpty = close === open + 1;
    kept += text.slice(at, isEmpty ? close : open);
    at = isEmpty ? close : close + 1;
  }
  return kept + text.slice(at);
}

/**
 * Goose: serde_yaml reads `{ name?, description, metadata }` between the first and the second `---`, even if these are
 * inside a line.
 */
export const goose: Dialect = standardDialect({
  ...PLAIN,
  bytes: "strict",
  bom: "kept",
  newlines: "kept",
  fence: "anywhere",
  yaml: serdeReader("name", "description"),
  types: "strict",
  shapes: { metadata: "map" },
});

/** Crush: yaml.v3 reads into a struct. A field of another type rejects the skill. */
export const crush: Dialect = standardDialect({
  ...PLAIN,
  bytes: "strict-head",
  fence: "trimmed",
  yaml: goYamlReader(["name", "description", "license", "compatibility"]),
  types: "strict",
  shapes: {
    license: "scalar",
    compatibility: "scalar",
    metadata: "map-of-scalars",
    "user-invocable": "switch",
    "disable-model-invocation": "switch",
  },
  finish: (reading) => {
    const { compatibility } = reading.fields;
    if (typeof compatibility !== "string" || Buffer.byteLength(compatibility) <= MAX_COMPATIBILITY) return reading;
    const detail = `\`compatibility\` has more than ${MAX_COMPATIBILITY} bytes`;
    return failedReading({ cause: "type", detail }, reading.body, reading.fields);
  },
});
const MAX_COMPATIBILITY = 500;

/** OpenClaw: the `yaml` library with one repair. Every value becomes text. */
export const openclaw: Dialect = standardDialect({
  ...PLAIN,
  unfenced: "no-fields",
  yaml: readOpenClawYaml,
  types: "text",
  spaces: "trimmed",
});

/** Kimi CLI: PyYAML. A missing description becomes the first line of the text, cut at 240 characters. */
export const kimiCli: Dialect = standardDialect({
  ...PLAIN,
  bytes: "crash",
  bom: "kept",
  fence: "python",
  unfenced: "no-fields",
  unclosed: "no-fields",
  yaml: "pyyaml",
  types: "truthy",
  body: "kept",
  finish: (reading, text) => {
    const { type = "standard" } = reading.fields;
    if (!isFalse(type) && type !== "standard" && type !== "flow")
      return failedReading(
        { cause: "type", detail: "`type` is neither `standard` nor `flow`" },
        reading.body,
        reading.fields,
      );
    const whole = { ...reading, body: trimPython(text) };
    return reading.description === undefined ? { ...whole, ...firstLine(reading.body) } : whole;
  },
});
const MAX_FIRST_LINE = 240;

function firstLine(body: string): Pick<DialectReading, "description" | "descriptionFrom"> {
  const line = splitPythonLines(body)
    .map(trimPython)
    .find((each) => each !== "" && each !== "---");
  if (line === undefined) return { description: "No description provided." };
  const characters = [...line];
  const isLong = characters.length > MAX_FIRST_LINE;
  const description = isLong ? `${trimPython(characters.slice(0, MAX_FIRST_LINE - 1).join(""))}…` : line;
  return { description, descriptionFrom: "body" };
}

/**
 * Cline: the `yaml` library. Name, description and two booleans must have their types, and the body must not be empty.
 */
export const cline: Dialect = standardDialect({
  ...PLAIN,
  newlines: "kept",
  fence: "loose-end",
  unfenced: "no-fields",
  unclosed: "no-fields",
  notMap: "no-fields",
  types: "strict",
  spaces: "trimmed",
  shapes: { disabled: "boolean", enabled: "boolean" },
  switches: [],
  finish: (reading) =>
    reading.body === ""
      ? failedReading({ cause: "type", detail: "there is no text below the frontmatter" }, "", reading.fields)
      : reading,
});

/** Roo Code: the gray-matter library with js-yaml 3. An empty name or description is treated as missing. */
export const rooCode: Dialect = standardDialect({
  ...PLAIN,
  newlines: "kept",
  fence: "gray-matter",
  unfenced: "no-fields",
  notMap: "no-fields",
  finish: (reading) => ({
    ...reading,
    name: reading.name || undefined,
    description: reading.description?.trim() || undefined,
  }),
});
