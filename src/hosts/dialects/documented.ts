/**
 * The hosts that were read, not run: each as its source or its documents say. What is known of the reader itself is in
 * the comment; where nothing is, the host is taken to do what most do.
 */
import type { Dialect, Reading } from "./dialect.ts";
import { readGo, readSerde } from "./libyaml/read-libyaml.ts";
import { linesOfPython, trimPython } from "./readers/fences.ts";
import { readOpenClaw, readQwen, readVscode } from "./readers/read-lines.ts";
import { failed, isFalse, type StandardOptions, standard } from "./standard.ts";

/** What a host written in JavaScript with the `yaml` library does when nobody thought of anything else. */
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

/** Closed source; its documents name the fields and nothing else. */
export const copilotCli: Dialect = standard(PLAIN);

/** Closed source. */
export const cursor: Dialect = standard(PLAIN);

/** A reader of its own for YAML, which never fails; tags like `<b>` are taken out of the description. */
export const vscode: Dialect = standard({
  ...PLAIN,
  bom: "kept",
  newlines: "kept",
  fence: "until-end",
  unfenced: "no-fields",
  yaml: readVscode,
  notMap: "no-fields",
  body: "kept",
  finish: (reading) => {
    const description = withoutTags(reading.description ?? "") || undefined;
    return { ...reading, description };
  },
});

/** As the expression `<[^>]+>` would do it, but in one pass. */
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

/** serde_yaml into `{ name?, description, metadata }`, between the first `---` and the next, wherever they stand. */
export const goose: Dialect = standard({
  ...PLAIN,
  bytes: "strict",
  bom: "kept",
  newlines: "kept",
  fence: "anywhere",
  yaml: readSerde("name", "description"),
  types: "strict",
  shapes: { metadata: "map" },
});

/** yaml.v3 into a struct; a field of another shape drops the skill. */
export const crush: Dialect = standard({
  ...PLAIN,
  bytes: "strict-head",
  fence: "trimmed",
  yaml: readGo(["name", "description", "license", "compatibility"]),
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
    return failed({ cause: "type", detail }, reading.body, reading.fields);
  },
});
const MAX_COMPATIBILITY = 500;

/** The `yaml` library, one repair, and every value made a text. */
export const openclaw: Dialect = standard({
  ...PLAIN,
  unfenced: "no-fields",
  yaml: readOpenClaw,
  types: "text",
  spaces: "trimmed",
});

/** The `yaml` library, then a reader of lines; values are made texts, three fields must be what they are. */
export const qwenCode: Dialect = standard({
  ...PLAIN,
  fence: "strict",
  yaml: readQwen,
  notMap: "no-fields",
  types: "text",
  shapes: { model: "string", paths: "list", allowedTools: "list" },
  finish: (reading) => {
    const wrong = pathsOf(reading).find((path) => /^(?:\/|[A-Za-z]:)/.test(path) || path.split("/").includes(".."));
    if (wrong === undefined) return reading;
    return failed(
      { cause: "type", detail: `\`paths\` leads out of the project: \`${wrong}\`` },
      reading.body,
      reading.fields,
    );
  },
});

function pathsOf({ fields }: Reading): string[] {
  const { paths } = fields;
  return Array.isArray(paths) ? paths.map((path) => String(path).trim().replaceAll("\\", "/")) : [];
}

/** PyYAML; a description that is missing is the first line of the text, cut at 240 characters. */
export const kimiCli: Dialect = standard({
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
      return failed({ cause: "type", detail: "`type` is neither `standard` nor `flow`" }, reading.body, reading.fields);
    const whole = { ...reading, body: trimPython(text) };
    return reading.description === undefined ? { ...whole, ...firstLine(reading.body) } : whole;
  },
});
const MAX_FIRST_LINE = 240;

function firstLine(body: string): Pick<Reading, "description" | "descriptionFrom"> {
  const line = linesOfPython(body)
    .map(trimPython)
    .find((each) => each !== "" && each !== "---");
  if (line === undefined) return { description: "No description provided." };
  const characters = [...line];
  const isLong = characters.length > MAX_FIRST_LINE;
  const description = isLong ? `${trimPython(characters.slice(0, MAX_FIRST_LINE - 1).join(""))}…` : line;
  return { description, descriptionFrom: "body" };
}

/** The `yaml` library; name, description and the two switches must be what they are, and there must be a text. */
export const cline: Dialect = standard({
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
      ? failed({ cause: "type", detail: "there is no text below the frontmatter" }, "", reading.fields)
      : reading,
});

/** The gray-matter library with js-yaml 3; an empty name or description counts as missing. */
export const rooCode: Dialect = standard({
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
