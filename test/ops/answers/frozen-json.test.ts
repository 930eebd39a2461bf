/** Freezes the keys and values of JSON output. They change only together with the schema number. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { CELL_STATES } from "../../../src/hosts/views/matrix.ts";
import type { JsonSchema, Schema } from "../../../src/model/schema.ts";
import { SCHEMA } from "../../../src/ops/answers/answer.ts";
import * as shapes from "../../../src/ops/answers/shapes.ts";

test("[O19] keys and values of JSON output change only with the number of the schema", async () => {
  const lines = Object.values(shapes)
    .flatMap((shape) => named(shape as Schema, new Set()))
    .flatMap(({ name = "", json }) => linesOf(name, json));
  const found = [...new Set(lines)].sort().join("\n");
  expect(found).toContain("SkillList.overridden");
  await expect(`${found}\n`).toMatchFileSnapshot(join(import.meta.dirname, `__snapshots__/json-schema-${SCHEMA}.txt`));
});

test("[O19] the states of a skill in a host are the documented ones", () => {
  const cell = Object.values(shapes)
    .flatMap((shape) => named(shape as Schema, new Set()))
    .find(({ name }) => name === "Cell");
  const { description = "" } = cell?.json.properties?.["state"] ?? {};
  expect(wordsOf(description)).toEqual([...CELL_STATES]);
});

/** Returns the named objects in a schema. */
function named(schema: Schema, seen: Set<Schema>): Schema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inner = (schema.uses ?? []).flatMap((each) => named(each, seen));
  return schema.name === undefined ? inner : [schema, ...inner];
}

function linesOf(
  path: string,
  { type, properties, items, additionalProperties, description = "", ...rest }: JsonSchema,
): string[] {
  const kind = [type ?? []].flat().join(" or ");
  const values = [...(rest.enum ?? []), ...(kind.startsWith("string") ? wordsOf(description) : [])];
  return [
    [path, rest.$ref?.replace(/^.*\//, ""), kind, values.join("|")].filter(Boolean).join(" "),
    ...Object.entries(properties ?? {}).flatMap(([key, each]) => linesOf(`${path}.${key}`, each)),
    ...(items ? linesOf(`${path}[]`, items) : []),
    ...(typeof additionalProperties === "object" ? linesOf(`${path}.*`, additionalProperties) : []),
    ...(rest.anyOf ?? []).flatMap((each) => linesOf(path, each)),
  ];
}

/** Returns the values that a description lists, such as `read` or `write`. */
function wordsOf(description: string): string[] {
  return [...description.matchAll(/`([a-z][a-z-]*)`/g)].map(([, word = ""]) => word);
}
