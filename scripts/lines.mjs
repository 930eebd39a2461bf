// `npm run lines`: prints the number of lines in src/ by room. `typescript` is TypeScript that people write, and `code`
// is the number of its lines that are not comments or blank. `generated` is TypeScript that a script writes. `data` is
// JSON and text files, and `pages` is CSS, HTML and SVG.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "rolldown/utils";

const source = join(dirname(fileURLToPath(import.meta.url)), "../src");
const COLUMNS = ["files", "typescript", "code", "generated", "data", "pages"];
const GENERATED = /^\/\*\* .* `node scripts\/\S+\.mjs` writes this /;

const rooms = new Map();
const all = newRow();
for (const file of readdirSync(source, { recursive: true, withFileTypes: true })) {
  if (!file.isFile()) continue;
  const path = join(file.parentPath ?? file.path, file.name);
  const room = path.slice(source.length + 1).split(/[\\/]/)[0];
  if (!rooms.has(room)) rooms.set(room, newRow());
  for (const [column, lines] of Object.entries(countFile(path))) {
    rooms.get(room)[column] += lines;
    all[column] += lines;
  }
}
print("room", Object.fromEntries(COLUMNS.map((column) => [column, column])));
for (const [room, row] of [...rooms].sort(([, one], [, other]) => other.typescript - one.typescript)) print(room, row);
print("all", all);

function newRow() {
  return Object.fromEntries(COLUMNS.map((column) => [column, 0]));
}

function print(room, row) {
  console.log(room.padEnd(10) + COLUMNS.map((column) => row[column].toLocaleString("en").padStart(12)).join(""));
}

function countFile(path) {
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n").length - 1;
  if ([".css", ".html", ".svg"].includes(extname(path))) return { files: 1, pages: lines };
  if (![".ts", ".tsx"].includes(extname(path))) return { files: 1, data: lines };
  if (GENERATED.test(text)) return { files: 1, generated: lines };
  return { files: 1, typescript: lines, code: codeLines(path, text) };
}

/** Counts the lines with code. Only a parser can tell a comment from the same characters in a string. */
function codeLines(path, text) {
  const { comments } = parseSync(path, text);
  let code = "";
  let end = 0;
  for (const comment of comments) {
    code += text.slice(end, comment.start);
    end = comment.end;
  }
  code += text.slice(end);
  return code.split("\n").filter((line) => line.trim() !== "").length;
}
