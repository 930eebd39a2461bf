/** Names of files and directories that decide which skills exist, what agents may do, and what runs by itself. */
import { foldCase } from "../text/text.ts";

/** Protected in every directory, whether they exist or not. */
export const PROTECTED_NAMES: readonly string[] = [
  ".git",
  ".skillwright",
  ".agents",
  ".claude",
  ".claude-plugin",
  ".claude.json",
  ".codex",
  ".opencode",
  ".gemini",
  ".cursor",
  ".copilot",
  ".pi",
  ".goose",
  ".crush",
  ".openclaw",
  ".kimi",
  ".qwen",
  ".windsurf",
  ".kiro",
  ".roo",
  ".vscode",
  ".idea",
  ".devcontainer",
  ".husky",
  ".clinerules",
  ".continue",
  ".zed",
  ".amp",
  ".factory",
  ".junie",
  ".aider.conf.yml",
  ".mise.toml",
  ".pre-commit-config.yaml",
  ".github/workflows",
  ".github/skills",
  ".github/agents",
  ".github/hooks",
  ".github/copilot-instructions.md",
  ".mcp.json",
  "opencode.json",
  "opencode.jsonc",
  "crush.json",
  ".crush.json",
  "skills.lock",
  "AGENTS.md",
  "AGENTS.override.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  ".cursorrules",
  ".windsurfrules",
  ".goosehints",
  ".envrc",
  ".bashrc",
  ".bash_profile",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".gitconfig",
  ".npmrc",
];

const NAMES: readonly (readonly string[])[] = PROTECTED_NAMES.map((name) => foldCase(name).split("/"));
const FIRST: ReadonlySet<string> = new Set(NAMES.map(([name]) => name as string));

/**
 * True if a path has a protected name anywhere below `root`. Outside of `root` the whole path counts. A copy such as
 * `.mcp.json.gz` counts, too, because unpacking it writes the file.
 */
export function hasProtectedName(path: string, root: string): boolean {
  const inner = path === root || path.startsWith(`${root}/`) ? path.slice(root.length) : path;
  // Every protected name has a dot.
  if (!inner.includes(".")) return false;
  const names = foldCase(inner).split(/[/\\]/).map(plainName);
  return names.some((name, at) => {
    const plain = FIRST.has(name) ? name : name.replace(/\.(?:gz|bz2|xz|zst|zip|tar|tgz|lz4|bak|orig)$/, "");
    return FIRST.has(plain) && NAMES.some((wanted) => isAt(wanted, [plain, ...names.slice(at + 1)]));
  });
}

/** Characters that some disks ignore in a name. */
const IGNORED = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Windows ignores blanks and dots at the end of a name, and reads a part behind a colon as a stream of the file. */
function plainName(name: string): string {
  return /[^\w-]/.test(name.slice(1)) ? name.replaceAll(IGNORED, "").replace(/:.*$|[. ]+$/s, "") : name;
}

function isAt(wanted: readonly string[], names: readonly string[]): boolean {
  return wanted.every((name, at) => names[at] === name);
}

const MENTIONED = new RegExp(
  `(?<![\\w.-])(?:${PROTECTED_NAMES.map((name) => name.replaceAll(".", "\\.")).join("|")})(?![\\w-])`,
  "i",
);

/** True if a text that cannot be parsed contains a protected name. */
export function mentionsProtected(text: string): boolean {
  return MENTIONED.test(text);
}
