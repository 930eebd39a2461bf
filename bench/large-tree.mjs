// `node bench/large-tree.mjs FROM TO SIZE [SEED]`: writes SIZE skills below TO, the same for the same arguments. Each
// has its own name and description, and a body with paragraphs of two SKILL.md files below FROM. The files in FROM
// provide real text, because generated sentences have too few different words.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { randomizer } from "./generate.mjs";

export function writeLargeTree(from, to, size, seed = 1) {
  const texts = readTexts(from);
  if (texts.length === 0) throw new Error(`no SKILL.md below ${from}`);
  const random = randomizer(seed);
  const words = [...new Set(texts.flatMap(({ body }) => body.toLowerCase().match(/\b[a-z]{4,12}\b/g) ?? []))].sort();
  for (let number = 0; number < size; number++) {
    const [one, other] = [random.pick(texts), random.pick(texts)];
    const name = `${random.pick(words)}-${random.pick(words)}-${number}`;
    const description = `${one.description} Use it for ${random.pick(words)} and ${random.pick(words)}.`.slice(0, 1000);
    const paragraphs = [...one.paragraphs, ...other.paragraphs].filter(() => random.chance(0.5));
    const directory = join(to, `${number % 100}`.padStart(2, "0"), name);
    mkdirSync(directory, { recursive: true });
    const header = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n`;
    writeFileSync(join(directory, "SKILL.md"), `${header}# ${name}\n\n${paragraphs.join("\n\n")}\n`);
  }
}

function readTexts(from) {
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "SKILL.md")
    .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8"))
    .flatMap((text) => {
      const [, header, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? [];
      const description = /^description: *["']?(\w.*?)["']?$/m.exec(header ?? "")?.[1];
      if (description === undefined || body.length > 60_000) return [];
      return [{ description, body, paragraphs: body.split(/\n\s*\n/) }];
    })
    .sort((a, b) => (a.description + a.body < b.description + b.body ? -1 : 1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [from, to, size, seed] = process.argv.slice(2);
  if (size === undefined) throw new Error("usage: node bench/large-tree.mjs FROM TO SIZE [SEED]");
  writeLargeTree(from, to, Number(size), Number(seed ?? 1));
}
