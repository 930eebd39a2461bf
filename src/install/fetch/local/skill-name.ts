import { splitFrontmatter } from "../../../format/parse/split-frontmatter.ts";

// Maximum bytes that are searched for the frontmatter. Nearly every frontmatter is smaller.
const MAX_HEAD = 16_384;
const NAME = /^name:[ \t]*(["']?)([a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)\1[ \t]*$/m;

/** Returns the `name` of a skill file if it conforms to the specification; otherwise undefined. */
export function skillName(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.subarray(0, MAX_HEAD)).toString("utf8").replaceAll("\r\n", "\n");
  const parts = splitFrontmatter(text);
  return "start" in parts ? NAME.exec(text.slice(parts.start, parts.end))?.[2] : undefined;
}
