import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detachStrings } from "../../../src/model/text/detach-strings.ts";

describe("[V7] strings of a reading", () => {
  test("are the same, whatever the value", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withDate: true, withBigInt: true }), (value) => {
        expect(detachStrings(structuredClone(value))).toEqual(structuredClone(value));
      }),
    );
  });

  test("keep their object: its prototype, its keys and what is frozen", () => {
    const hostile = JSON.parse(
      '{"__proto__": {"toString": "a long text of a file"}, "constructor": "another long text"}',
    );
    const bare = Object.assign(Object.create(null), { name: "a name of many letters", list: ["a part of the text"] });
    const frozen = Object.freeze({ name: "a name of many letters" });
    const value = { hostile, bare, frozen };
    expect(detachStrings(value)).toBe(value);
    expect([Object.keys(hostile), Object.getPrototypeOf(bare), value.frozen === frozen]).toEqual([
      ["__proto__", "constructor"],
      null,
      true,
    ]);
    expect(bare.list).toEqual(["a part of the text"]);
  });

  test("an object is visited once, however many aliases lead to it", () => {
    let visits = 0;
    const counted = (items: unknown[]): unknown[] =>
      new Proxy(items, {
        ownKeys(target) {
          visits++;
          return Reflect.ownKeys(target);
        },
      });
    let level: unknown[] = counted(["a part of a long text"]);
    for (let depth = 0; depth < 8; depth++) level = counted(Array.from({ length: 10 }, () => level));
    detachStrings(level);
    expect(visits).toBe(9);
  });

  test("halves of pairs stay as they are", () => {
    expect(detachStrings({ text: "long enough \ud800 and \udc00" })).toEqual({ text: "long enough \ud800 and \udc00" });
  });
});
