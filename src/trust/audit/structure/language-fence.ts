import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { Material } from "../material.ts";

/** `---js` and the like; in any markdown file, because some hosts read the frontmatter of all of them. */
export function languageFence({ texts, problem, skill }: Material): Finding[] {
  const found: Finding[] = [];
  for (const file of texts) {
    if (file.role !== "skill" && file.role !== "instructions") continue;
    const fence = file === skill && problem?.code === "SK013" ? file.lines[0]?.text : EVALUATED.exec(file.text)?.[0];
    if (fence !== undefined)
      found.push(
        finding("SK809", { message: "the frontmatter names a language", path: file.path, line: 1, text: fence }),
      );
  }
  return found;
}

// The languages that readers of frontmatter are known to evaluate, or to hand to a parser of their own.
const EVALUATED =
  /^\s{0,8}---[ \t]{0,8}(?:js|javascript|coffee|coffeescript|cson|ts|typescript|node|json5?|toml)\b[^\n]{0,40}/;
