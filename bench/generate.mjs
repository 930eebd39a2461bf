// Generates a tree of skills like those of real projects: flat, in categories, and inside other skills. Some have
// scripts and references. Frontmatter is plain, quoted and folded. The same size and seed give the same tree.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WORDS =
  "report invoice ledger schema release audit survey index queue session token image chart table form page note plan draft patch".split(
    " ",
  );
const ACTIONS = "write check merge split convert review compare publish collect measure".split(" ");
const CATEGORIES = ["data", "design", "finance", "legal", "operations", "writing"];
const LICENSES = ["MIT", "Apache-2.0", "Proprietary, see LICENSE.txt"];

/** Writes `size` skills below `directory`. */
export function generate(directory, size, seed = 1) {
  const random = randomizer(seed);
  let before = "";
  for (let number = 0; number < size; number++) {
    const name = `${random.pick(ACTIONS)}-${random.pick(WORDS)}-${random.pick(WORDS)}-${number}`;
    const inside = number % 50 === 49;
    const path = inside ? join(before, "more", name) : random.chance(0.1) ? join(random.pick(CATEGORIES), name) : name;
    before = path;
    writeSkill(join(directory, path), name, random);
  }
}

function writeSkill(directory, name, random) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "SKILL.md"), `---\n${frontmatter(name, random)}---\n\n${body(name, random)}`);
  if (!random.chance(0.2)) return;
  for (const [folder, file] of [
    ["scripts", "run.py"],
    ["references", "guide.md"],
  ]) {
    mkdirSync(join(directory, folder));
    writeFileSync(join(directory, folder, file), `# ${name}\n${sentences(random, 500)}\n`);
  }
}

function frontmatter(name, random) {
  const lines = [`name: ${name}`, describe(sentences(random, random.between(80, 600)), random)];
  if (random.chance(0.4)) lines.push(`license: ${random.pick(LICENSES)}`);
  if (random.chance(0.15)) lines.push(`compatibility: needs ${random.pick(WORDS)} tools and a network`);
  if (random.chance(0.25)) lines.push(`allowed-tools: Read Grep Bash(${random.pick(ACTIONS)}:*)`);
  if (random.chance(0.3))
    lines.push("metadata:", `  author: ${random.pick(WORDS)}-team`, `  version: "1.${random.between(0, 20)}"`);
  return `${lines.join("\n")}\n`;
}

function describe(text, random) {
  const style = random.between(1, 100);
  if (style <= 60) return `description: ${text}`;
  if (style <= 85) return `description: ${JSON.stringify(`${text} Say "${random.pick(ACTIONS)} it".`)}`;
  return `description: >-\n${text.replace(/(.{50,70}) /g, "$1\n").replace(/^/gm, "  ")}`;
}

function body(name, random) {
  const sections = Array.from(
    { length: random.between(2, 12) },
    (_, at) => `## Step ${at + 1}\n\n${sentences(random, 400)}\n`,
  );
  return `# ${name}\n\n${sections.join("\n")}`;
}

function sentences(random, length) {
  let text = "";
  while (text.length < length) {
    text += `${text === "" ? "" : " "}Use it to ${random.pick(ACTIONS)} the ${random.pick(WORDS)} before the ${random.pick(WORDS)} is due.`;
  }
  return text;
}

/** Returns the mulberry32 sequence of a seed. */
export function randomizer(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (share) => next() < share,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
    /**
     * Returns a random number from a distribution with this median. One number in ten is more than three times the
     * median.
     */
    skewed: (median) => median * (-Math.log2(1 - next())) ** 1.1,
  };
}
