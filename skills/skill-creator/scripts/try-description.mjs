#!/usr/bin/env node
// Measures the description of a SKILL.md. Compares its words with sentences that should start the skill, and with
// sentences that should not. It reads only the files in its arguments, writes nothing, and needs no network.
// Exit codes: 0 no findings, 1 findings, 2 wrong usage.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const USAGE = `usage: node try-description.mjs SKILL.md [--prompts FILE] [--catalog FILE]

  --prompts FILE   sentences, one per line: "+ should start it", "- should not"
  --catalog FILE   the output of \`skillwright list --json\`, to rank against other skills`;

const MAX_CHARACTERS = 1024;
const BEGINNING = 100;

function main() {
  const { values, positionals } = readArguments();
  if (values.help || positionals.length !== 1) return usage(values.help ? 0 : 2);
  const { name, description } = readSkill(positionals[0]);
  if (!description) return fail(`${positionals[0]} has no description that this program can read`);
  const findings = [...measure(description), ...(values.prompts ? tryPrompts({ name, description }, values) : [])];
  for (const finding of findings) console.log(`look: ${finding}`);
  if (findings.length === 0) console.log("nothing to improve by these measures");
  process.exitCode = findings.length > 0 ? 1 : 0;
}

function readArguments() {
  try {
    const options = { prompts: { type: "string" }, catalog: { type: "string" }, help: { type: "boolean", short: "h" } };
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return fail(error.message);
  }
}

function usage(code) {
  (code === 0 ? console.log : console.error)(USAGE);
  process.exitCode = code;
}

function fail(message) {
  console.error(`error: ${message}\n\n${USAGE}`);
  process.exit(2);
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return fail(`${path} cannot be read (${error.code ?? error.message})`);
  }
}

/**
 * Reads the name and the description from the frontmatter. The values may be plain, quoted, folded, or continued on
 * indented lines.
 */
function readSkill(path) {
  const text = read(path)
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n");
  const header = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text)?.[1];
  if (header === undefined) return fail(`${path} does not begin with a frontmatter block`);
  return { name: shown(readKey(header, "name")), description: shown(readKey(header, "description")) };
}

/** Returns untrusted text without characters that a terminal would interpret. */
function shown(text) {
  return text.replace(/\p{C}/gu, " ");
}

function readKey(header, key) {
  const lines = header.split("\n");
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (at === -1) return "";
  const rest = [];
  for (const line of lines.slice(at + 1)) {
    if (!/^\s/.test(line) && line !== "") break;
    rest.push(line.trim());
  }
  const first = lines[at].slice(key.length + 1).trim();
  const parts = /^[|>][-+0-9]*(?:\s+#.*)?$/.test(first) ? rest : [first, ...rest];
  const value = parts.join(" ").replace(/\s+/g, " ").trim();
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(value);
  if (!quoted) return value;
  return quoted[1] === undefined ? quoted[2].replaceAll("''", "'") : quoted[1].replace(/\\(["\\])/g, "$1");
}

function measure(description) {
  const characters = [...description].length;
  const beginning = [...description].slice(0, BEGINNING).join("");
  console.log(`characters  ${characters} of ${MAX_CHARACTERS}`);
  console.log(`tokens      about ${Math.round(Buffer.byteLength(description) / 4)}`);
  console.log(`beginning   ${beginning}${characters > BEGINNING ? "…" : ""}`);
  const checks = [
    [
      characters > MAX_CHARACTERS,
      `it has ${characters - MAX_CHARACTERS} characters more than the specification allows`,
    ],
    [characters < 40, "it is too short to say both what and when"],
    [
      !/\b(?:use (?:this |it )?(?:when|before|after|for|to|if)|when(?:ever)?)\b/i.test(description),
      'it does not say when: add "Use when …"',
    ],
    [
      /^(?:this skill|a skill|the skill|skill (?:for|to)|use this)/i.test(description),
      "it begins with an introduction: begin with the verb",
    ],
    [/\b(?:I|I'll|I'm|my|we|our)\b/.test(description), "it speaks as somebody: write in the third person"],
    [
      /\b(?:comprehensive|powerful|seamless(?:ly)?|robust|cutting-edge|world-class|effortless(?:ly)?)\b/i.test(
        description,
      ),
      "it praises itself: every word should help to choose",
    ],
    [/[<>]/.test(description), "it has angle brackets, which some agents take for tags"],
  ];
  return checks.filter(([found]) => found).map(([, finding]) => finding);
}

function tryPrompts(skill, { prompts, catalog }) {
  const sentences = readPrompts(prompts);
  const rank = ranking([skill, ...readCatalog(catalog).filter((other) => other.name !== skill.name)]);
  const findings = [];
  console.log("");
  for (const { wanted, sentence } of sentences) {
    const { place, shared, ahead } = rank(sentence);
    console.log(`${wanted ? "+" : "-"} ${sentence}`);
    console.log(
      `    ${place === 0 ? "shares no word" : `place ${place}; shares ${shared.join(", ")}`}${ahead ? `; ahead: ${ahead}` : ""}`,
    );
    if (wanted && place === 0) findings.push(`no word of "${sentence}" is in the description`);
    if (wanted && place > 1) findings.push(`"${sentence}" fits the words of ${ahead} better`);
    if (!wanted && place === 1 && shared.length > 1)
      findings.push(`"${sentence}" should not start it, but fits its words best`);
  }
  console.log("");
  return findings;
}

function readPrompts(path) {
  const sentences = [];
  for (const line of read(path).split(/\r?\n/)) {
    const match = /^\s*([+-])\s*(\S.*)$/.exec(line);
    if (match) sentences.push({ wanted: match[1] === "+", sentence: shown(match[2].trim()) });
  }
  return sentences.length > 0 ? sentences : fail(`${path} has no line that begins with + or -`);
}

function readCatalog(path) {
  if (path === undefined) return [];
  try {
    const { skills } = JSON.parse(read(path));
    const described = skills.filter((skill) => typeof skill.name === "string" && typeof skill.description === "string");
    return described.map(({ name, description }) => ({ name: shown(name), description }));
  } catch (error) {
    return fail(`${path} is not the output of \`skillwright list --json\` (${error.message})`);
  }
}

/** Ranks skills with BM25 over names and descriptions. The first document is the skill in question. */
function ranking(skills) {
  const documents = skills.map(({ name, description }) => ({ name, words: words(`${name} ${description}`) }));
  const average = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const having = (word) => documents.filter(({ words }) => words.includes(word)).length;
  const score = ({ words }, query) =>
    query.reduce((sum, word) => {
      const count = words.filter((each) => each === word).length;
      const rarity = Math.log(1 + (documents.length - having(word) + 0.5) / (having(word) + 0.5));
      return sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / average));
    }, 0);
  return (sentence) => {
    const query = [...new Set(words(sentence))];
    const scores = documents.map((document) => score(document, query));
    const better = documents.filter((_, index) => scores[index] > scores[0]);
    const best = documents[scores.indexOf(Math.max(...scores))];
    const shared = query.filter((word) => documents[0].words.includes(word));
    return { place: shared.length === 0 ? 0 : better.length + 1, shared, ahead: better.length > 0 ? best.name : "" };
  };
}

const COMMON = new Set(
  "a about am an and any are as at be been but by can could did do does for from get had has have he her his how i if in into is it its just let like make me my need no not of on or our out please she should so some that the their them then there these they this to too up us use used user using want was we were what when where which who will with would you your".split(
    " ",
  ),
);

/** Returns words roughly without their endings. Text without blanks between words is split into pairs of characters. */
function words(text) {
  const found =
    text
      .toLowerCase()
      .normalize("NFKC")
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+/gu) ?? [];
  return found.flatMap((word) => {
    if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) {
      const characters = [...word];
      return characters.length === 1
        ? [word]
        : characters.slice(1).map((character, index) => characters[index] + character);
    }
    return COMMON.has(word) ? [] : [stem(word)];
  });
}

function stem(word) {
  return word.length < 5 ? word.replace(/s$/, "") : word.replace(/(?:ing|edly|ed|ies|es|s|ly|ion|ions|e|y)$/, "");
}

main();
