/**
 * Qwen Code: the `yaml` library, then a line-based reader. In a skill every value becomes text, except for three typed
 * fields. A command needs no frontmatter, and its fields have types.
 */
import type { Dialect, DialectReading } from "./dialect.ts";
import { readQwenYaml } from "./readers/line-readers.ts";
import { failedReading, type StandardOptions, standardDialect } from "./standard.ts";

const OPTIONS: StandardOptions = {
  bytes: "replaced",
  bom: "stripped",
  newlines: "normalised",
  fence: "strict",
  unfenced: "failure",
  unclosed: "failure",
  yaml: readQwenYaml,
  notMap: "no-fields",
  types: "text",
  spaces: "kept",
  body: "trimmed",
  shapes: { model: "string", paths: "list", allowedTools: "list" },
  finish,
};

export const qwenCode: Dialect = standardDialect(OPTIONS);

/** Reads a command, which is a Markdown file in `commands`. */
export const qwenCodeCommand: Dialect = standardDialect({
  ...OPTIONS,
  unfenced: "no-fields",
  unclosed: "no-fields",
  types: "strict",
  shapes: {
    description: "string",
    "argument-hint": "string",
    when_to_use: "string",
    "disable-model-invocation": "boolean",
  },
  finish: (reading) => ({ ...reading, description: reading.description || undefined }),
});

function finish(reading: DialectReading): DialectReading {
  const paths = pathsOf(reading);
  const wrong = paths.find((path) => /^(?:\/|[A-Za-z]:)/.test(path) || path.split("/").includes(".."));
  if (wrong !== undefined)
    return failedReading(
      { cause: "type", detail: `\`paths\` leads out of the project: \`${wrong}\`` },
      reading.body,
      reading.fields,
    );
  const switches = SWITCHES.flatMap((key) => {
    const isOn = switchOf(reading.fields[key]);
    return isOn === undefined ? [] : [[key, isOn]];
  });
  const { [SWITCHES[0]]: _, [SWITCHES[1]]: __, ...fields } = reading.fields;
  const listed = "paths" in fields ? { paths } : {};
  return { ...reading, fields: { ...fields, ...Object.fromEntries(switches), ...listed } };
}

const SWITCHES = ["disable-model-invocation", "user-invocable"] as const;

/**
 * Returns the value of a switch. Only booleans and the words `true` and `false` have an effect; other values are
 * ignored.
 */
function switchOf(value: unknown): boolean | undefined {
  if (value === true || value === "true") return true;
  return value === false || value === "false" ? false : undefined;
}

/** Returns `paths` without blank entries. If all entries are blank, the skill has no paths. */
function pathsOf({ fields }: DialectReading): string[] {
  const { paths } = fields;
  const written = Array.isArray(paths) ? paths.map((path) => String(path).trim().replaceAll("\\", "/")) : [];
  return written.filter((path) => path !== "");
}
