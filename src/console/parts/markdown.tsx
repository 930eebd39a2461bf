/** The tree of a skill's text → elements. Attributes are ours; nothing of the text is one, but for links that were looked at. */
import type { ComponentChildren } from "preact";
import { createElement } from "preact";
import { useMemo } from "preact/hooks";
import { hashOf } from "../place.ts";
import { type Link, type Node, readMarkdown } from "../read-markdown.ts";

/** `skill` is whose files relative links mean. */
export function Markdown({ text, skill }: { text: string; skill?: string }) {
  const tree = useMemo(() => readMarkdown(text), [text]);
  return <div class="markdown">{tree.map((node) => draw(node, skill))}</div>;
}

/** The page has a heading of its own above; those of the text begin below it. */
const LOWER: Readonly<Record<string, string>> = { h1: "h2", h2: "h3", h3: "h4", h4: "h5", h5: "h6" };

function draw(node: Node, skill: string | undefined): ComponentChildren {
  if (typeof node === "string") return node;
  const children = node.children.map((child) => draw(child, skill));
  if (node.tag === "a") return <Anchor link={node} skill={skill} label={children} />;
  const attributes = node.start === undefined ? {} : { start: node.start };
  // A code block scrolls sideways, and keys must be able to do that too.
  const scrolls = node.tag === "pre" ? { tabIndex: 0 } : {};
  return createElement(LOWER[node.tag] ?? node.tag, { ...attributes, ...scrolls }, ...children);
}

function Anchor({ link, skill, label }: { link: Link; skill: string | undefined; label: ComponentChildren }) {
  if (link.link.to === "web")
    return (
      <a href={link.link.href} rel="noopener noreferrer nofollow" target="_blank">
        {label}
      </a>
    );
  if (skill === undefined) return <span>{label}</span>;
  return <a href={hashOf("skill", { id: skill, tab: "files", file: link.link.path })}>{label}</a>;
}
