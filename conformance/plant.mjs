// `node conformance/plant.mjs SKILLS OUT [--seed N]`: copies the skills below SKILLS into OUT/project and OUT/home, to
// the places that hosts read: scopes, categories, nested packages, links and duplicates. The same seed gives the same
// tree.
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { randomFrom } from "./lib/random.mjs";

const { values, positionals } = parseArgs({
  options: { seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
const [source, out] = positionals.map((path) => resolve(path));
if (!source || !out || existsSync(out)) {
  process.stderr.write("usage: node conformance/plant.mjs SKILLS OUT [--seed N]; OUT must not exist\n");
  process.exit(2);
}

/** The places of skills, each with its share of the skills. `{category}` is one of a few directories. */
const PLACES = [
  [30, "project/.agents/skills"],
  [30, "project/.claude/skills"],
  [10, "project/.agents/skills/{category}"],
  [5, "project/.claude/skills/{category}"],
  [10, "home/.agents/skills"],
  [10, "home/.claude/skills"],
  [3, "home/.agents/skills/{category}"],
  [3, "project/.codex/skills"],
  [3, "home/.codex/skills"],
  [3, "project/.opencode/skills"],
  [2, "home/.config/opencode/skill"],
  [3, "project/.gemini/skills"],
  [2, "home/.gemini/skills"],
  [3, "project/.pi/skills"],
  [2, "home/.pi/agent/skills"],
  [2, "project/packages/web/.agents/skills"],
  [2, "project/.agents/skills/.hidden"],
  [1, "project/.agents/skills/node_modules"],
];
const CATEGORIES = ["docs", "ops", "Data Tools", "深い/場所", "a/b/c"];

const random = randomFrom(Number(values.seed));
mkdirSync(join(out, "project", ".git", "objects"), { recursive: true });
mkdirSync(join(out, "project", ".git", "refs"));
writeFileSync(join(out, "project", ".git", "HEAD"), "ref: refs/heads/main\n");
mkdirSync(join(out, "home"));
const planted = [];
for (const skill of skillsBelow(source)) {
  put(skill, place());
  // One skill in twenty also has a copy in another place, and one in twenty a link.
  const chance = random();
  if (chance < 0.05) put(skill, place());
  else if (chance < 0.1) linkTo(planted.at(-1), place());
}
process.stdout.write(`${planted.length} skills in ${out}\n`);

function put(skill, directory) {
  const target = free(join(out, directory, basename(skill)));
  cpSync(skill, target, { recursive: true });
  planted.push(target);
}

function linkTo(target, directory) {
  const path = free(join(out, directory, basename(target)));
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
  planted.push(path);
}

function free(path) {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? path : `${path}-${n}`;
    if (!existsSync(candidate)) return candidate;
  }
}

function place() {
  let left = random() * PLACES.reduce((sum, [share]) => sum + share, 0);
  const [, path] = PLACES.find(([share]) => {
    left -= share;
    return left < 0;
  });
  return path.replace("{category}", () => CATEGORIES[Math.floor(random() * CATEGORIES.length)]);
}

function skillsBelow(directory) {
  const entries = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries
    .map(({ name }) => join(directory, name))
    .sort()
    .flatMap((path) => (existsSync(join(path, "SKILL.md")) ? [path] : skillsBelow(path)));
}
