import type { Bundle } from "../model/bundle.ts";

const MAX_BYTES = 16 * 1024;
const NAME = /^name:\s*(["']?)([a-z0-9]+(?:-[a-z0-9]+)*)\1\s*$/;
const MAX_NAME = 64;

/** What a skill calls itself in its frontmatter, where that is a name by the specification. */
export function nameInside({ files }: Bundle): string | undefined {
  const file = files.find(({ path }) => path === "SKILL.md");
  const [first, ...lines] = Buffer.from(file?.bytes.subarray(0, MAX_BYTES) ?? "")
    .toString("utf8")
    .split(/\r?\n/);
  if (first !== "---") return undefined;
  for (const line of lines) {
    if (line === "---") return undefined;
    const name = NAME.exec(line.slice(0, 200))?.[2];
    if (name !== undefined && name.length <= MAX_NAME) return name;
  }
  return undefined;
}
