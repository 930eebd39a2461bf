// `node scripts/api-report.mjs`: writes docs/api.md, which has the declaration of every public name. A test fails if the page is
// not up to date, so a change of the public API shows in a diff.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ENTRY_POINTS } from "./entry-points.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const HEAD = `# The public API

Every name that the package exports, with its declaration. \`node scripts/api-report.mjs\` writes this page from the types.
Types that have no name here are reached through those that have one.
`;

/** Returns the public names of each entry point: name, kind, first sentence of its comment, and declaration. */
export function publicNames() {
  const types = mkdtempSync(join(tmpdir(), "skillwright-api-"));
  try {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [tsc, "-p", root, "--emitDeclarationOnly", "--declarationDir", types]);
    const entries = Object.entries(ENTRY_POINTS);
    return Object.fromEntries(entries.map(([name, file]) => [name, namesOf(join(types, declarationFile(file)))]));
  } finally {
    rmSync(types, { recursive: true, force: true });
  }
}

/** Returns the page. */
export function apiPage(names) {
  const parts = Object.entries(names).map(([entry, list]) => {
    const title = entry === "index" ? "skillwright" : `skillwright/${entry}`;
    const items = list.map(({ name, about, text }) => `### ${name}\n\n${about}\n\n\`\`\`ts\n${text}\n\`\`\`\n`);
    return `## \`${title}\` (${list.length})\n\n${items.join("\n")}`;
  });
  return [HEAD, ...parts].join("\n");
}

function declarationFile(file) {
  return file.replace(/\.[jt]s$/, ".d.ts");
}

/** Follows `export { … } from`; every other export is declared in the file itself. */
function namesOf(file) {
  const text = readFileSync(file, "utf8");
  const declared = [
    ...text.matchAll(/^export (?:declare )?(?:abstract )?(?:interface|type|function|class|const) (\w+)/gm),
  ];
  const own = declared.map(([, name]) => declarationOf(name, name, text));
  const others = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)";/gm)].flatMap(([, list, from]) =>
    split(list).map((each) => {
      const [inner, outer = inner] = each.split(" as ");
      const found = namesOf(join(dirname(file), declarationFile(from))).find(({ name }) => name === inner);
      return { ...found, name: outer };
    }),
  );
  const stars = [...text.matchAll(/^export \* from "([^"]+)";/gm)].flatMap(([, from]) =>
    namesOf(join(dirname(file), declarationFile(from))),
  );
  const all = new Map([...own, ...others, ...stars].map((each) => [each.name, each]));
  return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function split(list) {
  const names = list.split(",").map((name) => name.trim().replace(/^type /, ""));
  return names.filter((name) => name !== "");
}

/**
 * Returns the declaration of a name. In the compiler's output, a declaration starts in the first column. It ends with a
 * `}` in the first column, or with a line that is not indented and ends with `;`.
 */
function declarationOf(name, shown, text) {
  const lines = text.split("\n");
  const start = new RegExp(`^export (?:declare )?(?:abstract )?(interface|type|function|class|const) ${name}\\b`);
  const from = lines.findIndex((line) => start.test(line));
  const to = lines.findIndex((line, at) => at >= from && (/^\}/.test(line) || (/;$/.test(line) && !/^\s/.test(line))));
  const code = lines
    .slice(from, to + 1)
    .join("\n")
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, "");
  return { name: shown, kind: start.exec(lines[from])[1], about: commentBefore(lines, from), text: code };
}

function commentBefore(lines, at) {
  if (!/\*\/$/.test(lines[at - 1] ?? "")) return "";
  let from = at - 1;
  while (!/^\/\*\*/.test(lines[from])) from -= 1;
  const text = lines
    .slice(from, at)
    .join("\n")
    .replace(/^\/\*\*|\*\/$|^ \* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
  return /^.*?[.?!](?= |$)/.exec(text)?.[0] ?? text;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, "docs/api.md"), apiPage(publicNames()));
