/** Reads and writes YAML in a simple form that every reader understands. */
import { Document, isScalar, Scalar, visit } from "yaml";
import { parseYaml, toValue, YamlError } from "../../format/yaml/parse-yaml.ts";
import { isMap } from "../../model/schema.ts";

/** Matches text that is a string in every YAML version and for line-based readers. */
const PLAIN = /^[A-Za-z](?:[A-Za-z0-9_,.()/-]| (?! |$))*$/;
const WORD = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

export interface YamlStyle {
  /** `escaped`: three dashes inside a value are escaped, because some readers end the frontmatter there. */
  readonly dashes?: "escaped";
}

export function writeYaml(values: Readonly<Record<string, unknown>>, { dashes }: YamlStyle = {}): string {
  const document = new Document(values, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (isScalar(node) && typeof node.value === "string")
        node.type =
          PLAIN.test(node.value) && !WORD.test(node.value) && !node.value.includes("---")
            ? Scalar.PLAIN
            : Scalar.QUOTE_DOUBLE;
    },
  });
  const text = document.toString({ lineWidth: 0, minContentWidth: 0 });
  return dashes === "escaped" ? text.replace(/-(?=--)/g, "\\u002d") : text;
}

/** Parses YAML. Returns a map, or undefined if the text is anything else. */
export function readYaml(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const { root } = parseYaml(text);
    const value = root === undefined ? undefined : toValue(root);
    return isMap(value) ? value : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
