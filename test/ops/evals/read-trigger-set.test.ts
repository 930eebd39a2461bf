import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTriggerSet } from "../../../src/ops/evals/read-trigger-set.ts";

const isPdf = (name: string): boolean => name === "pdf";
const read = (text: string, path = "t.json") => {
  const { cases, diagnostics } = readTriggerSet(text, path, isPdf);
  return {
    cases: cases.map(({ query, should, expected, line }) => [query, should, line, ...(expected ? [expected] : [])]),
    findings: diagnostics.map(({ code, at, message }) => `${code} ${at?.line}:${at?.column} ${message}`),
  };
};

describe("[EV1] the shapes in use", () => {
  test.each([
    [
      "a list",
      '[{"query": "a", "should_trigger": true},\n{"query": "b", "should_trigger": false}]',
      [
        ["a", true, 1],
        ["b", false, 2],
      ],
    ],
    ["prompts", '[{"prompt": "a", "should_trigger": true}]', [["a", true, 1]]],
    [
      "texts alone",
      '["a", "b"]',
      [
        ["a", true, 1],
        ["b", true, 1],
      ],
    ],
    [
      "below `evals`",
      '{"skill_name": "pdf", "evals": [{"id": 1, "prompt": "a", "expected_output": "x"}]}',
      [["a", true, 1]],
    ],
    [
      "below `cases`, by the skill's name",
      '{"cases": [{"question": "a", "expected_skill": "pdf"}, {"question": "b", "expected_skill": "xlsx"}, {"question": "c", "expected_skill": null}]}',
      [
        ["a", true, 1],
        ["b", false, 1, "xlsx"],
        ["c", false, 1],
      ],
    ],
    [
      "two lists",
      '{"should_trigger": ["a"], "should_not_trigger": [{"query": "b"}]}',
      [
        ["a", true, 1],
        ["b", false, 1],
      ],
    ],
    ["positives and negatives", '{"positive": ["a"], "negatives": ["b"]}', [["a", true, 1]].concat([["b", false, 1]])],
    [
      "by kind",
      '{"test_cases": [{"type": "should_trigger", "input": "a"}, {"type": "should_not_trigger", "input": "b"}]}',
      [
        ["a", true, 1],
        ["b", false, 1],
      ],
    ],
    ["one case to a file", '{"name": "x", "query": "a", "skills": ["pdf"]}', [["a", true, 1]]],
    ["one case for others", '{"query": "a", "skills": ["xlsx", "docx"]}', [["a", false, 1]]],
    ["no case at all", '{"server": {"port": 1}}', []],
    ["an empty list", "[]", []],
    ["nothing", "", []],
  ])("%s", (_, text, cases) => {
    expect(read(text)).toEqual({ cases, findings: [] });
  });

  test("lines of JSON, each by itself", () => {
    expect(read('{"query": "a"}\n\n{"query": \n{"query": "c", "should_trigger": false}\n', "t.jsonl")).toMatchObject({
      cases: [
        ["a", true, 1],
        ["c", false, 4],
      ],
      findings: [expect.stringMatching(/^SK361 3:\d+ /)],
    });
  });

  test("YAML", () => {
    const text =
      "queries:\n  - query: fill in a form\n    should_trigger: yes\n  - query: bake a cake\n    should_trigger: no\n";
    expect(read(text, "t.yaml").cases).toEqual([
      ["fill in a form", true, 2],
      ["bake a cake", false, 4],
    ]);
  });

  test("a case without a request is a finding at its place", () => {
    expect(read('[\n  {"query": "a"},\n  {"should_trigger": true},\n  {"query": "  "}\n]')).toEqual({
      cases: [["a", true, 2]],
      findings: ["SK361 3:3 the case has no request", "SK361 4:3 the case has no request"],
    });
  });

  test("invalid JSON is a finding", () => {
    expect(read('[{"query": "a"').findings).toEqual([
      expect.stringMatching(/^SK361 1:\d+ the trigger set cannot be read: /),
    ]);
  });

  test("any text gives a bounded result, and the same result again", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.constantFrom("a.json", "a.jsonl", "a.yml"), (text, path) => {
        const once = readTriggerSet(text, path, isPdf);
        expect(once.cases.length).toBeLessThanOrEqual(2000);
        expect(readTriggerSet(text, path, isPdf)).toEqual(once);
      }),
    );
  });

  test("a written set is read back unchanged", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            query: fc.string({ minLength: 1 }).filter((q) => q.trim() !== ""),
            should_trigger: fc.boolean(),
          }),
        ),
        (cases) => {
          const { cases: found } = readTriggerSet(JSON.stringify(cases), "t.json", isPdf);
          expect(found.map(({ query, should }) => [query, should])).toEqual(
            cases.map(({ query, should_trigger }) => [query.trim(), should_trigger]),
          );
        },
      ),
    );
  });
});
