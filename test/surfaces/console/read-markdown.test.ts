import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unescapeText } from "../../../src/surfaces/console/logic/entities.ts";
import { MARKDOWN_TAGS, type MarkdownNode, readMarkdown } from "../../../src/surfaces/console/logic/read-markdown.ts";
import { safeColour, safeLink } from "../../../src/surfaces/console/logic/safe-link.ts";
import { VECTORS } from "./xss.ts";

function* walk(nodes: readonly MarkdownNode[]): Generator<Exclude<MarkdownNode, string>> {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    yield node;
    yield* walk(node.children);
  }
}

/** Returns dangerous parts: an unknown tag, or a link that leads elsewhere. */
function harm(text: string): string[] {
  return [...walk(readMarkdown(text))].flatMap((node) => {
    if (node.tag !== "a") return MARKDOWN_TAGS.includes(node.tag) ? [] : [node.tag];
    const { link } = node;
    return link.to === "file" || /^(?:https?|mailto):/.test(link.href) ? [] : [link.href];
  });
}

const text = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : text(node.children))).join("");

describe("a skill's text", () => {
  test("[WC5] becomes the elements that Markdown has", () => {
    expect(readMarkdown("# A *b*\n\n1. [c](d.md)\n\n`e` &amp; f")).toEqual([
      { tag: "h1", children: ["A ", { tag: "em", children: ["b"] }] },
      {
        tag: "ol",
        start: 1,
        children: [{ tag: "li", children: [{ tag: "a", link: { to: "file", path: "d.md" }, children: ["c"] }] }],
      },
      { tag: "p", children: [{ tag: "code", children: ["e"] }, " & f"] },
    ]);
  });

  test.each(VECTORS)("[WC5] %j does no harm", (vector) => {
    expect([harm(vector), harm(`a ${vector} b`), harm(`- ${vector}`)]).toEqual([[], [], []]);
  });

  test("[WC5] HTML is shown as it is written", () => {
    expect(text(readMarkdown("a <b onclick=x>c</b>"))).toBe("a <b onclick=x>c</b>");
  });

  test("[WC5] any text has a tree without harm", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...VECTORS, "\n", "> ", "- ", "`", "*", "["), fc.string())),
        (parts) => {
          expect(harm(parts.join(""))).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each([
    ["quotes in quotes", "> ".repeat(5000)],
    ["lists in lists", Array.from({ length: 400 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")],
    ["brackets", "[".repeat(5000)],
    ["very long", "a".repeat(300_000)],
  ])("[WC5] %s are read, or shown as they stand", (_name, long) => {
    expect(text(readMarkdown(long)).length).toBeGreaterThan(0);
  });
});

test.each([
  ["https://a.example/b?c#d", { to: "web", href: "https://a.example/b?c#d" }],
  ["mailto:a@b.example", { to: "web", href: "mailto:a@b.example" }],
  ["references/a%20b.md#c", { to: "file", path: "references/a b.md" }],
  ["./scripts/../a.md", { to: "file", path: "a.md" }],
  ["../../../etc/passwd", { to: "file", path: "etc/passwd" }],
  ["javascript:ran(1)", undefined],
  ["java\nscript:ran(1)", undefined],
  ["\u0001javascript:ran(1)", undefined],
  ["https://user:secret@a.example/", undefined],
  ["blob:https://a.example/b", undefined],
  ["https://[", undefined],
  ["#a", undefined],
])("[WC5] a link to %j", (href, expected) => {
  expect(safeLink(href)).toEqual(expected);
});

test.each([
  ["#b4541f", "#b4541f"],
  ["#FfF", "#FfF"],
  ["red", undefined],
  ["#fff;background:url(x)", undefined],
  [["#fff"], undefined],
])("[WC5] a colour %j", (written, expected) => {
  expect(safeColour(written)).toBe(expected);
});

test.each([
  ["&lt;b&gt; &#65;&#x42; &nope; &#0; &#1114112; &amp;lt;", "<b> AB &nope; &#0; &#1114112; &lt;"],
  ["&constructor;", "&constructor;"],
])("%s → %s", (escaped, plain) => {
  expect(unescapeText(escaped)).toBe(plain);
});
