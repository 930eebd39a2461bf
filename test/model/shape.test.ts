import fc from "fast-check";
import { expect, test } from "vitest";
import {
  anything,
  boolean,
  constant,
  decimal,
  either,
  findShapeProblem,
  hasShape,
  integer,
  type JsonSchema,
  keyValuePair,
  list,
  matching,
  object,
  oneOf,
  optional,
  readShape,
  record,
  string,
  stringList,
} from "../../src/model/schema.ts";

const SCHEMA = object({
  name: string("a name"),
  turn: integer("a turn", 0, 9),
  kind: oneOf(["a", "b"], "a kind"),
  files: record(matching(/^\d+$/, "a size"), "by path"),
  inner: list(object({ open: boolean("open"), rules: optional(stringList("rules", 2)) })),
});
const VALUE = { name: "x", turn: 1, kind: "a", files: { "SKILL.md": "12" }, inner: [{ open: true, rules: ["r"] }] };

test.each([
  [{ ...VALUE, name: 1 }, "name", "a string"],
  [{ ...VALUE, turn: 10 }, "turn", "a whole number"],
  [{ ...VALUE, turn: 1.5 }, "turn", "a whole number"],
  [{ ...VALUE, kind: "c" }, "kind", "`a` or `b`"],
  [{ ...VALUE, files: { a: "x" } }, "files.a", "a string"],
  [{ ...VALUE, files: [] }, "files", "an object"],
  [{ ...VALUE, inner: [VALUE.inner[0], {}] }, "inner[1].open", "true or false"],
  [{ ...VALUE, inner: [{ open: true, rules: ["1", "2", "3"] }] }, "inner[0].rules", "a list of at most 2"],
  [{ ...VALUE, inner: new Array(1) }, "inner[0]", "an object"],
  [null, "", "an object"],
])("findShapeProblem names the part of %j and the expected value", (value, at, wanted) => {
  expect(findShapeProblem(value, SCHEMA.json)).toEqual({ at, wanted });
  expect(hasShape(value, SCHEMA)).toBe(false);
  expect(readShape(value, SCHEMA)).toBeUndefined();
});

const LIMITED = object({
  share: decimal("a share", 0, 1),
  entry: keyValuePair(object({ size: integer("a size") }), "a name and its size"),
  mode: constant([1, "all"], "a mode"),
  names: either([string("a name"), stringList("names")], "one name or several"),
  any: anything("any value"),
});
const FITTING = { share: 0.5, entry: ["a", { size: 1 }], mode: "all", names: ["a"], any: null };

test.each([
  [{ ...FITTING, share: 1.5 }, "share", "a number"],
  [{ ...FITTING, entry: ["a", {}] }, "entry[1].size", "a whole number"],
  [{ ...FITTING, entry: ["a"] }, "entry", "a list of at most 2"],
  [{ ...FITTING, mode: 2 }, "mode", "`1` or `all`"],
  [{ ...FITTING, names: [1] }, "names", "a string or a list"],
  [{ ...FITTING, any: undefined }, undefined, undefined],
  [{ share: 0, entry: ["a", { size: 1 }], mode: 1, names: "a" }, "any", "a value"],
])("findShapeProblem checks limits, alternatives and missing values: %j", (value, at, wanted) => {
  expect(findShapeProblem(FITTING, LIMITED.json)).toBeUndefined();
  expect(findShapeProblem(value, LIMITED.json)).toEqual(at === undefined ? undefined : { at, wanted });
});

test("findShapeProblem reports an unknown key only if the schema forbids it, and needs exactly one of `oneOf`", () => {
  const schema: JsonSchema = { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] };
  const closed = { ...schema, additionalProperties: false, properties: { a: {}, b: {} } };
  const fits = [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }, {}, { a: 1, c: 1 }].map((value) => [
    findShapeProblem(value, schema) === undefined,
    findShapeProblem(value, closed) === undefined,
  ]);
  expect(fits).toEqual([
    [true, true],
    [true, true],
    [false, false],
    [false, false],
    [true, false],
  ]);
  expect(findShapeProblem({ a: 1, c: 1 }, closed)).toEqual({ at: "c", wanted: "a known key" });
});

test("readShape drops unknown keys at every level and keeps the names of a record", () => {
  const files = JSON.parse('{"__proto__":"1","SKILL.md":"12"}');
  const more = { ...VALUE, files, other: 1, inner: [{ open: true, rules: ["r"], other: 2 }] };
  expect(readShape(more, SCHEMA)).toEqual({ ...VALUE, files });
});

test("no JSON value makes the check throw, and a value with a shape keeps it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const read = readShape({ ...VALUE, inner: value }, SCHEMA);
      if (read !== undefined) expect(readShape(read, SCHEMA)).toEqual(read);
    }),
  );
});
