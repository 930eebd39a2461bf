/** Finds risky requests in the frontmatter. */

import type { Finding } from "../../../model/rules/audit.ts";
import { baseName } from "../../../model/text/text.ts";
import { escapeEvidence, finding } from "../finding.ts";
import type { AuditedFrontmatter, AuditMaterial, TextFile } from "../material.ts";

export function findRequestsInFrontmatter(material: AuditMaterial): Finding[] {
  const { frontmatter, skill } = material;
  if (frontmatter === undefined || skill === undefined) return [];
  const { path } = skill;
  return [
    ...frontmatter.oddities.map(({ kind, line, text }) =>
      finding("SK817", { message: `the frontmatter uses a YAML ${kind}`, path, line, text }),
    ),
    ...hookEvents(frontmatter).map((event) =>
      finding("SK834", { message: `it declares a hook for \`${event}\``, path, ...keyPosition(frontmatter, "hooks") }),
    ),
    ...(frontmatter.manifest.allowedTools ?? [])
      .filter(isBroad)
      .slice(0, MAX_TOOLS)
      .map((tool) =>
        finding("SK836", {
          message: `\`${tool}\` grants ${/^(?:\*|all|mcp__\*)$/i.test(tool) ? "every tool" : "every program, and with it arbitrary code"}`,
          path,
          ...keyPosition(frontmatter, "allowed-tools"),
        }),
      ),
    ...findHookFiles(material).map((file) => finding("SK834", { message: "it contains a file of hooks", path: file })),
    ...findLifecycleScripts(material).map(({ path: file, event }) =>
      finding("SK834", { message: `its package runs a command at \`${event}\``, path: file }),
    ),
  ];
}

const MAX_TOOLS = 5;

/** Returns the names of hook events, in order. */
function hookEvents({ manifest }: AuditedFrontmatter): string[] {
  return Object.keys(manifest.hooks ?? {})
    .map((event) => escapeEvidence(event, MAX_EVENT))
    .sort();
}

/** Returns the files from which hosts or plugins load hooks. */
export function findHookFiles({ texts }: AuditMaterial): string[] {
  return texts
    .filter(({ path, text }) => /(?:^|\/)(?:hooks|settings(?:\.local)?)\.json$/.test(path) && text.includes('"hooks"'))
    .map(({ path }) => path);
}

const LIFECYCLE = /"(preinstall|install|postinstall|prepare)"\s{0,8}:/g;

/** Returns the scripts that npm runs when the dependencies of a skill are installed. */
export function findLifecycleScripts({ texts }: AuditMaterial): { path: string; event: string }[] {
  return texts
    .filter(({ path }) => baseName(path) === "package.json")
    .flatMap(({ path, text }) => {
      const events = new Set([...text.matchAll(LIFECYCLE)].map((match) => match[1] as string));
      return [...events].sort().map((event) => ({ path, event }));
    });
}

const MAX_EVENT = 60;

/** Returns true for a tool rule without a restriction, such as `Bash`, `Bash(*)`, `*` or `mcp__*`. */
function isBroad(tool: string): boolean {
  return /^(?:\*|all|(?:bash|shell|execute|exec|run_shell_command|terminal|powershell)(?:\(\s{0,4}(?::?\*|\*:\*)?\s{0,4}\))?|mcp__\*)$/i.test(
    tool,
  );
}

function keyPosition({ header, line }: AuditedFrontmatter, key: string): { line: number; text: string } {
  const lines = header.split("\n");
  const at = lines.findIndex((each) => each.startsWith(`${key}:`) || each.startsWith(`"${key}":`));
  return { line: line + Math.max(0, at), text: lines[Math.max(0, at)] ?? "" };
}

// Finds texts that require a program from a web page that anyone can publish.

const DEMAND =
  /\b(?:must (?:first )?be (?:installed|running|downloaded)|(?:is|are) (?:strictly )?required (?:for|to|before)|needs? to be installed|requires? (?:the )?[\w-]{3,40} (?:utility|tool|cli|agent|helper|driver|authenticator)\b|won'?t work without|will not work without|before (?:using|proceeding|you (?:start|begin)))\b/i;
const FETCH = /\b(?:download|setup|set up|install(?:er|ation)?|get it|visit)\b/i;
/** Matches pages that anyone can publish: on shared hosting, on free domains, and direct downloads of programs. */
const ANYBODY =
  /https?:\/\/(?:[\w-]{2,60}\.(?:vercel\.app|netlify\.app|pages\.dev|web\.app|firebaseapp\.com|herokuapp\.com|onrender\.com|surge\.sh|glitch\.me|repl\.co|weebly\.com|wixsite\.com|blogspot\.com)|(?:[\w-]{1,60}\.){1,3}(?:forum|xyz|top|icu|click|link|live|site|online|fun|buzz|cfd|sbs|monster|quest|lol|zip|mov))(?:[/\s)\]"'`>]|$)|https?:\/\/[^\s)"'`>]{4,160}\.(?:zip|rar|7z|exe|dmg|msi|scr)\b/i;

/**
 * Maximum lines between the address, the text that requires a program, and the text that tells the user to fetch it.
 */
const NEAR = 4;

export function findRequiredPrograms({ texts }: AuditMaterial): Finding[] {
  return texts.flatMap((file) =>
    file.role === "skill" && file.text.includes("://") ? demanded(file).slice(0, 1) : [],
  );
}

function demanded({ path, lines }: TextFile): Finding[] {
  const near = (at: number): string =>
    lines
      .slice(Math.max(0, at - NEAR), at + NEAR)
      .map(({ text }) => text)
      .join("\n");
  return lines.flatMap(({ text, number, column, kind }, index) => {
    const at = text.search(ANYBODY);
    if (at === -1 || kind === "code") return [];
    const around = near(index);
    if (!DEMAND.test(around) || !FETCH.test(around)) return [];
    const message = "it requires a program from an address that anyone can register";
    return [finding("SK825", { message, path, line: number, column: column + at + 1, text, at })];
  });
}
