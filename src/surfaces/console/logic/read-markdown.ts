/**
 * Converts a skill's Markdown into a tree of allowed elements. Tags come from a fixed list, links are checked, and HTML
 * in the text is shown as text. No HTML string is built, so no sanitizer is needed. If the Markdown cannot be parsed,
 * the text is shown unchanged.
 */
import { lexer, type Token, type Tokens } from "marked";
import { unescapeText } from "./entities.ts";
import { type SafeLink, safeLink } from "./safe-link.ts";

export const MARKDOWN_TAGS = [
  ...(["h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "pre", "code", "hr", "br"] as const),
  ...(["strong", "em", "del", "table", "thead", "tbody", "tr", "th", "td", "span"] as const),
] as const;
export type MarkdownTag = (typeof MARKDOWN_TAGS)[number];

export type MarkdownNode = string | MarkdownElement | MarkdownLink;

export interface MarkdownElement {
  readonly tag: MarkdownTag;
  readonly children: readonly MarkdownNode[];
  /** First number of an ordered list. */
  readonly start?: number;
}

export interface MarkdownLink {
  readonly tag: "a";
  readonly link: SafeLink;
  readonly children: readonly MarkdownNode[];
}

/**
 * Maximum characters to render as Markdown. A longer text is shown as plain text, because rendering it would block the
 * page.
 */
const MAX_CHARS = 200_000;
/** Maximum depth of nesting. Documents that people write are less deep. */
const MAX_DEPTH = 24;

export function readMarkdown(text: string): readonly MarkdownNode[] {
  if (text.length > MAX_CHARS) return [element("pre", [text])];
  try {
    return blocks(lexer(text), 0);
  } catch {
    // The parser throws only if its stack is exhausted, for example by thousands of nested quotes. The text is then
    // shown unchanged.
    return [element("pre", [text])];
  }
}

function element(tag: MarkdownTag, children: readonly MarkdownNode[]): MarkdownElement {
  return { tag, children };
}

function blocks(tokens: readonly Token[], depth: number): MarkdownNode[] {
  return tokens.flatMap((token) => read(token, depth + 1));
}

/** Converts a token. The text of an unknown token is shown unchanged. */
function read(token: Token, depth: number): MarkdownNode[] {
  if (depth > MAX_DEPTH) return [token.raw];
  const inside = (tokens: readonly Token[] | undefined): MarkdownNode[] => blocks(tokens ?? [], depth);
  const known = token as Tokens.Generic;
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "heading":
      return [element(headingTag(known["depth"]), inside(token.tokens))];
    case "paragraph":
      return [element("p", inside(token.tokens))];
    case "strong":
    case "em":
    case "del":
      return [element(token.type, inside(token.tokens))];
    case "blockquote":
      return [element("blockquote", inside(token.tokens))];
    case "hr":
    case "br":
      return [element(token.type, [])];
    case "code":
      return [element("pre", [element("code", [String(known["text"])])])];
    case "codespan":
      return [element("code", [String(known["text"])])];
    case "text":
      return token.tokens ? inside(token.tokens) : [unescapeText(String(known["text"]))];
    case "escape":
      return [String(known["text"])];
    case "checkbox":
      return [known["checked"] ? "☑ " : "☐ "];
    case "list":
      return [list(token as Tokens.List, depth)];
    case "table":
      return [table(token as Tokens.Table, depth)];
    case "link":
      return [link(String(known["href"]), inside(token.tokens), token.raw)];
    case "image":
      return [link(String(known["href"]), [`🖼 ${unescapeText(String(known["text"]))}`], token.raw)];
    default:
      return [token.raw];
  }
}

function headingTag(depth: unknown): MarkdownTag {
  return MARKDOWN_TAGS.find((tag) => tag === `h${depth}`) ?? "h6";
}

function list({ ordered, start, items }: Tokens.List, depth: number): MarkdownElement {
  const children = items.map((item) => element("li", blocks(item.tokens, depth)));
  const first = ordered && typeof start === "number" ? { start } : {};
  return { ...element(ordered ? "ol" : "ul", children), ...first };
}

function table({ header, rows }: Tokens.Table, depth: number): MarkdownElement {
  const row = (cells: readonly Tokens.TableCell[], tag: MarkdownTag): MarkdownElement =>
    element(
      "tr",
      cells.map((cell) => element(tag, blocks(cell.tokens, depth))),
    );
  const head = element("thead", [row(header, "th")]);
  return element("table", [
    head,
    element(
      "tbody",
      rows.map((cells) => row(cells, "td")),
    ),
  ]);
}

/** Converts a link or an image. An image becomes a link, because the page loads nothing that a skill names. */
function link(href: string, children: readonly MarkdownNode[], raw: string): MarkdownNode {
  const safe = safeLink(unescapeText(href));
  return safe ? { tag: "a", link: safe, children } : element("span", [raw]);
}
