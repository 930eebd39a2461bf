// Makes a repository of skills like published ones, from numbers and a seed. Sizes and files follow 66,000 published
// skills. Three in five skills have other files; half of these have three or more. A body has 5 KB; one in ten has 15
// KB. Texts have lists, code, tables, addresses and variables. In the history, skills are added one after the other and
// edited later. It uses `git fast-import`, and is packed as on a server.
import { randomizer } from "../generate.mjs";

const WORDS =
  "the a of to and in for with when you it is this that on each file files run use check before after step value name output input test error data user page team plan list section result report change review table field value release branch config server client request response token model prompt agent task metric campaign customer design layout component button form query index cache queue event handler schema migration deploy build package version license template example pattern rule note warning limit retry timeout batch stream parser format string number path directory script command option default".split(
    " ",
  );
const VERBS =
  "read write check merge compare collect measure review publish convert summarise validate outline draft".split(" ");

/**
 * Fills `directory`, a bare repository, with all skills in `skills/`. `git` is a function that runs git with the given
 * arguments.
 */
export function makeRepository(git, directory, { skills, commits, seed = 7 }) {
  const random = randomizer(seed);
  git(["init", "--quiet", "--bare", "--initial-branch=main", directory]);
  const stream = [...history(skills, commits, random)].join("");
  git(["-C", directory, "fast-import", "--quiet"], stream);
  git(["-C", directory, "gc", "--quiet"]);
}

function* history(skills, commits, random) {
  const files = new Map();
  let next = 0;
  for (let commit = 0; commit < commits; commit++) {
    const changed = new Set();
    // Adds the skills in the first half of the commits. The later commits only edit them.
    for (const until = Math.ceil((skills * 2 * (commit + 1)) / commits); next < Math.min(skills, until); next++)
      for (const [path, text] of skillFiles(next, random)) changed.add(path) && files.set(path, text);
    for (let edits = random.between(1, 6); edits > 0; edits--) {
      const path = random.pick([...files.keys()]);
      files.set(path, edited(files.get(path), random));
      changed.add(path);
    }
    yield `commit refs/heads/main\ncommitter bench <bench@invalid.test> ${1_700_000_000 + commit * 3600} +0000\ndata 6\nskills\n`;
    for (const path of changed) {
      const text = files.get(path);
      yield `M 100644 inline skills/${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
    }
  }
}

function* skillFiles(number, random) {
  const name = `${random.pick(VERBS)}-${random.pick(WORDS.slice(30))}-${number}`;
  yield [`${name}/SKILL.md`, skillText(name, random)];
  if (!random.chance(0.62)) return;
  const others = Math.min(20, Math.ceil(random.skewed(3)));
  for (let other = 0; other < others; other++) {
    if (random.chance(0.25)) yield [`${name}/scripts/${random.pick(VERBS)}_${other}.py`, script(random)];
    else if (random.chance(0.2)) yield [`${name}/assets/${random.pick(WORDS.slice(30))}-${other}.json`, data(random)];
    else yield [`${name}/references/${random.pick(WORDS.slice(30))}-${other}.md`, prose(random.skewed(5000), random)];
  }
}

function skillText(name, random) {
  const description = `${capital(sentence(random, 14))} Use when somebody asks to ${random.pick(VERBS)} a ${random.pick(WORDS.slice(30))}.`;
  const more = random.chance(0.3) ? `metadata:\n  version: "1.${random.between(0, 9)}"\n` : "";
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n# ${name}\n\n${prose(random.skewed(5000), random)}`;
}

function prose(length, random) {
  let text = "";
  while (text.length < length) text += `${random.pick(BLOCKS)(random)}\n\n`;
  return text;
}

const paragraph = (random) =>
  Array.from({ length: random.between(2, 5) }, () => capital(sentence(random, random.between(6, 20)))).join(" ");

const BLOCKS = [
  paragraph,
  paragraph,
  (random) => `## ${capital(sentence(random, 4))}\n\n${paragraph(random)}`,
  (random) =>
    Array.from({ length: random.between(3, 8) }, () => `- **${random.pick(WORDS)}** — ${sentence(random, 9)}`).join(
      "\n",
    ),
  (random) =>
    Array.from({ length: random.between(3, 6) }, (_, at) => `${at + 1}. ${capital(sentence(random, 10))}`).join("\n"),
  (random) =>
    `\`\`\`bash\nnpm run ${random.pick(WORDS)} -- --${random.pick(WORDS)}=${random.between(1, 99)}\ngit diff --stat HEAD~${random.between(1, 9)}\n\`\`\``,
  (random) => `\`\`\`python\n${script(random).slice(0, 400)}\n\`\`\``,
  (random) =>
    `| ${random.pick(WORDS)} | ${random.pick(WORDS)} |\n| --- | --- |\n| ${sentence(random, 4)} | ${sentence(random, 6)} |`,
  (random) =>
    `See [${random.pick(WORDS)}](https://docs.example.org/${random.pick(WORDS)}/${random.pick(WORDS)}) and \`references/${random.pick(WORDS)}.md\`.`,
];

function script(random) {
  const lines = ["#!/usr/bin/env python3", `"""${capital(sentence(random, 8))}"""`, "import json, os, sys", ""];
  for (let left = random.skewed(60); left > 0; left -= 4)
    lines.push(
      `def ${random.pick(VERBS)}_${random.pick(WORDS)}(${random.pick(WORDS)}, limit=${random.between(1, 500)}):`,
      `    # ${sentence(random, 7)}`,
      `    return [each for each in sorted(os.listdir(".")) if each.endswith(".${random.pick(WORDS)}")][:limit]`,
      "",
    );
  return lines.join("\n");
}

function data(random) {
  const item = () => ({ name: random.pick(WORDS), note: sentence(random, 8), limit: random.between(1, 999) });
  return `${JSON.stringify(Array.from({ length: random.between(5, 40) }, item), null, 2)}\n`;
}

function edited(text, random) {
  const lines = text.split("\n");
  const at = random.between(Math.floor(lines.length / 2), lines.length - 1);
  return [...lines.slice(0, at), sentence(random, 9), ...lines.slice(at)].join("\n");
}

function sentence(random, words) {
  return `${Array.from({ length: words }, () => random.pick(WORDS)).join(" ")}.`;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
