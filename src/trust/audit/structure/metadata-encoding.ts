import { isUtf8 } from "node:buffer";
import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { AuditMaterial } from "../material.ts";

/** Maximum bytes to check if the frontmatter has no closing fence. Real frontmatter is shorter. */
const MAX_HEAD = 65_536;

/** Finds NULs and invalid UTF-8 in the frontmatter. Hosts read names, descriptions and permissions from it. */
export function findMetadataEncodingProblems({ files, skill, frontmatter }: AuditMaterial): Finding[] {
  const found: Finding[] = [];
  for (const { path, bytes } of files) {
    const sidecar = SIDECAR.test(path);
    if (path !== skill?.path && !sidecar) continue;
    const head = sidecar ? bytes : bytes.subarray(0, frontmatter ? headBytes(bytes) : MAX_HEAD);
    const what = wrongBytes(head);
    if (what !== undefined) found.push(finding("SK805", { message: `its metadata ${what}`, path, line: 1 }));
  }
  for (const { path } of files)
    if (path.includes("\ufffd"))
      found.push(finding("SK805", { message: "the name of a file is not UTF-8", path, text: path }));
  return found;
}

const SIDECAR = /^(?:agents\/[^/]+\.ya?ml|\.(?:claude|codex)-plugin\/[^/]+\.json|plugin\.json)$/i;

/**
 * Returns the number of bytes up to the end of the second fence. Bytes are counted, because character offsets in broken
 * text are unreliable.
 */
function headBytes(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_HEAD)).toString("latin1");
  const end = text.indexOf("\n---", text.indexOf("---") + 3);
  return end === -1 ? Math.min(bytes.length, MAX_HEAD) : end;
}

function wrongBytes(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return "has a NUL byte in it";
  if (isUtf8(bytes)) return undefined;
  try {
    // With `stream`, the bytes may end within a character.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return undefined;
  } catch {
    return "is not UTF-8";
  }
}

/**
 * Finds `---js` and similar fences in all Markdown files, because some hosts read frontmatter in every Markdown file.
 */
export function findLanguageFence({ texts, problem, skill }: AuditMaterial): Finding[] {
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

// Matches languages that some frontmatter readers execute, or parse with a separate parser.
const EVALUATED =
  /^\s{0,8}---[ \t]{0,8}(?:js|javascript|coffee|coffeescript|cson|ts|typescript|node|json5?|toml)\b[^\n]{0,40}/;
