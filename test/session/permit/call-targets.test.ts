/**
 * The parameters of file tools. Each known name is a path, a list, a pattern, a patch or data; any other name is
 * unknown.
 */
import { describe, expect, test } from "vitest";
import type { ToolKind } from "../../../src/model/rules/permission.ts";
import { hostsIn, pathsIn, plainHostIn } from "../../../src/session/permit/call-targets.ts";

const paths = (input: Record<string, unknown>, kind: ToolKind = "read"): readonly string[] | undefined =>
  pathsIn({ tool: "t", kind, input });
const names = (text: string): string[] => text.split(" ");

describe("[B22] a call of a file tool is judged by", () => {
  test.each([
    ...names("path file_path filePath file filename absolute_path notebook_path target_file"),
    ...names("to from source destination dest src dst target new_path newPath old_path oldPath rename_to renameTo"),
    ...names("move_to moveTo new_file_path output"),
  ])("the path in `%s`", (key) => {
    expect([paths({ [key]: "a" }), paths({ [key]: ["a"] })]).toEqual([["a"], undefined]);
  });

  test.each(["paths", "files"])("each path in `%s`, and by nothing if one is not a path", (key) => {
    expect(paths({ [key]: ["a", "b"] })).toEqual(["a", "b"]);
    for (const value of [[], ["a", 1], ["a", "https://host/x"]]) expect(paths({ [key]: value })).toBeUndefined();
  });

  test("2,000 paths, and not by more", () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `f${at}`);
    expect([paths({ paths: many(2000) })?.length, paths({ paths: many(2001) })]).toEqual([2000, undefined]);
  });

  test("the paths in `edits`, four levels deep", () => {
    const nested = (depth: number): Record<string, unknown> =>
      depth === 0 ? { path: "a" } : { edits: [nested(depth - 1)] };
    expect([4, 5].map((depth) => paths(nested(depth)))).toEqual([["a"], undefined]);
    for (const edits of [{}, ["a"]]) expect(paths({ path: "a", edits })).toBeUndefined();
  });

  test.each(["patch", "diff", "input"])("the files of a patch in `%s`", (key) => {
    const marks = ["Begin Patch", "Add File: a", "Update File: b ", "Move to: c", "Delete File: d", "End of File"];
    const patch = [...marks, "End Patch"].map((mark) => `*** ${mark}\n text`).join("\n");
    expect(paths({ [key]: patch })).toEqual(["a", "b", "c", "d"]);
    expect(paths({ [key]: `${patch}\n*** Copy File: e` })).toBeUndefined();
    expect(paths({ [key]: "*** Begin Patch\n*** Delete File: a\n*** End Patch" })).toEqual(["a"]);
    expect(paths({ [key]: "--- a\n+++ b" })).toBeUndefined();
    expect(paths({ [key]: "*** Begin Patch\n*** Add File: a\n+x\n \t*** Add File: b\n*** End Patch" })).toEqual([
      "a",
      "b",
    ]);
  });

  test.each(names("glob include exclude include_pattern exclude_pattern file_pattern ignore"))(
    "its path if the pattern in `%s` stays below it",
    (key) => {
      for (const pattern of ["**/*.ts", "*.{ts,d.ts}", "{src,test}/*.ts", "!dist/*"])
        expect(paths({ path: "a", [key]: pattern }, "search")).toEqual(["a"]);
      for (const pattern of ["../x", "/x", "~/x", "{.,a}{.,b}/x", ".{,a}./x", "{a/b,c}", "[ab]", "!(a)", 1])
        expect(paths({ path: "a", [key]: pattern }, "search")).toBeUndefined();
    },
  );

  test.each(names("glob include include_pattern file_pattern"))(
    "the files that `%s` names for a tool that is no search",
    (key) => {
      for (const kind of ["read", "write", "edit"] as const)
        expect(paths({ path: "a", [key]: ["b/*", "c"] }, kind)).toEqual(["a", "b/*", "c"]);
    },
  );

  test("both names that tools read in `@file`, `file#L3` and `file:3`", () => {
    expect(["@a", "a#L3", "a:3", "a:3-4", "@"].map((path) => paths({ path }))).toEqual([
      ["@a", "a"],
      ["a#L3", "a"],
      ["a:3", "a"],
      ["a:3-4", "a"],
      ["@"],
    ]);
  });

  test.each([
    ...names("content contents text file_text body data old_string new_string oldString newString old_str new_str"),
    ...names("old_text new_text oldText newText new_source cell_id cell_type edit_mode replace_all replaceAll"),
    ...names("expected_replacements insert_line insert_text line lines command view_range range start_line end_line"),
    ...names("startLine endLine limit offset encoding description explanation reason title instructions code_edit"),
    ...names("pages append overwrite create_dirs pattern query regex output_mode head_limit multiline type"),
    ...names("case_sensitive caseSensitive is_regexp max_results maxResults context before_context after_context"),
    ...names("-A -B -C -n -i -o recursive depth show_hidden timeout should_read_entire_file"),
    ...names("start_line_one_indexed end_line_one_indexed_inclusive"),
  ])("its path, whatever `%s` says", (key) => {
    expect(paths({ path: "a", [key]: "/etc/passwd" })).toEqual(["a"]);
    for (const value of [{ path: "b" }, [{ path: "b" }]]) expect(paths({ path: "a", [key]: value })).toBeUndefined();
  });

  test("nothing if a parameter is not known, unless it has no value", () => {
    expect([{ root: "/" }, { root: null }, { root: undefined }].map((more) => paths({ path: "a", ...more }))).toEqual([
      undefined,
      ["a"],
      ["a"],
    ]);
  });

  test.each<[ToolKind, Record<string, unknown>, readonly string[] | undefined]>([
    ["search", { pattern: "x" }, ["."]],
    ["list", {}, ["."]],
    ["find", {}, ["."]],
    ["find", { path: "a", pattern: "*.ts" }, ["a"]],
    ["find", { path: "a", pattern: "../*" }, undefined],
    ["find", { path: "a" }, undefined],
    ["search", { path: "a", pattern: "--pre=x" }, undefined],
    ["search", { path: "a", pattern: "x" }, ["a"]],
    ["read", {}, undefined],
  ])("the current directory or its pattern, if it is of the kind %s with %j", (kind, input, expected) => {
    expect(paths(input, kind)).toEqual(expected);
  });
});

test.each(
  names("prompt query max_length maxLength start_index raw timeout format description explanation selector extract"),
)("[B1] a call that fetches may have the parameter `%s`, and no unknown one", (key) => {
  const host = (more: Record<string, unknown>): string | undefined =>
    plainHostIn({ tool: "t", kind: "fetch", input: { url: "https://example.com/a", ...more } });
  expect([host({ [key]: "x" }), host({ [`${key}_x`]: "x" })]).toEqual(["example.com", undefined]);
});

test("[B1] an address of more than 2,000 characters is not judged", () => {
  const host = (length: number): string | undefined =>
    plainHostIn({ tool: "t", kind: "fetch", input: { url: "https://example.com/".padEnd(length, "x") } });
  expect([host(2000), host(2001)]).toEqual(["example.com", undefined]);
});

test.each([
  ["http://[::ffff:127.0.0.1]/", ["[::ffff:7f00:1]", "127.0.0.1"]],
  ["http://[::1:2]/", ["[::1:2]", "0.1.0.2"]],
  ["http://[2001:db8::1]/", ["[2001:db8::1]"]],
  ["https://example.com./", ["example.com"]],
])("[B1] the host of %s is judged by every reading", (url, expected) => {
  expect(hostsIn({ tool: "WebFetch", kind: "fetch", input: { url } })).toEqual(expected);
});
