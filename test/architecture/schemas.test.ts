import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { CONFIG_KEYS } from "../../src/catalog/config/keys.ts";
import { KNOWN_KEYS } from "../../src/format/parse/fields/fields.ts";
import { configSchema, frontmatterSchema, sidecarSchema } from "../../src/ops/schemas.ts";

const root = resolve(import.meta.dirname, "../..");
const published = (name: string): unknown =>
  JSON.parse(readFileSync(join(root, "schemas", `${name}.schema.json`), "utf8"));

test.each([
  ["config", configSchema()],
  ["frontmatter", frontmatterSchema()],
  ["sidecar", sidecarSchema()],
])("[K3] schemas/%s.schema.json is what the tables say", (name, schema) => {
  expect(published(name)).toEqual(schema);
});

test("[K3] the configuration schema has every key", () => {
  const properties = configSchema()["properties"] as Record<string, { properties?: object }>;
  const keys = Object.entries(properties).flatMap(([key, value]) =>
    value.properties ? Object.keys(value.properties).map((name) => `${key}.${name}`) : [key],
  );
  expect(keys.sort()).toEqual(CONFIG_KEYS.map((each) => each.key).sort());
});

test("[P14] the frontmatter schema has every key that is read", () => {
  expect(Object.keys(frontmatterSchema()["properties"] as object).sort()).toEqual([...KNOWN_KEYS].sort());
});
