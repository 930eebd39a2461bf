/** Renders the tree of a skill's text. All attributes come from Skillwright, except links, which were checked. */
import type { ComponentChildren } from "preact";
import { createElement } from "preact";
import { useMemo } from "preact/hooks";
import { type MarkdownLink, type MarkdownNode, readMarkdown } from "../logic/read-markdown.ts";
import { hashOf } from "../view-address.ts";

/** Renders Markdown. Relative links lead to files of `skill`. */
export function Markdown({ text, skill }: { text: string; skill?: string }) {
  const tree = useMemo(() => readMarkdown(text), [text]);
  const lower = 2 - highest(tree);
  return <div class="markdown">{tree.map((node) => draw(node, { skill, lower }))}</div>;
}

interface Drawing {
  readonly skill: string | undefined;
  /** Number of levels by which headings are lowered, because the page has a heading above the text. */
  readonly lower: number;
}

function levelOf(tag: string): number | undefined {
  const [, level] = /^h([1-6])$/.exec(tag) ?? [];
  return level === undefined ? undefined : Number(level);
}

function highest(tree: readonly MarkdownNode[]): number {
  return Math.min(6, ...tree.flatMap((node) => (typeof node === "string" ? [] : (levelOf(node.tag) ?? []))));
}

function lowered(tag: string, by: number): string {
  const level = levelOf(tag);
  return level === undefined ? tag : `h${Math.min(6, Math.max(2, level + by))}`;
}

function draw(node: MarkdownNode, drawing: Drawing): ComponentChildren {
  if (typeof node === "string") return node;
  const children = node.children.map((child) => draw(child, drawing));
  if (node.tag === "a") return <Anchor link={node} skill={drawing.skill} label={children} />;
  const attributes = node.start === undefined ? {} : { start: node.start };
  // A code block scrolls sideways, so it must be reachable by keyboard.
  const scrolls = node.tag === "pre" ? { tabIndex: 0 } : {};
  return createElement(lowered(node.tag, drawing.lower), { ...attributes, ...scrolls }, ...children);
}

function Anchor({ link, skill, label }: { link: MarkdownLink; skill: string | undefined; label: ComponentChildren }) {
  if (link.link.to === "web")
    return (
      <a href={link.link.href} rel="noopener noreferrer nofollow" target="_blank">
        {label}
      </a>
    );
  if (skill === undefined) return <span>{label}</span>;
  return <a href={hashOf("skill", { id: skill, tab: "files", file: link.link.path })}>{label}</a>;
}
