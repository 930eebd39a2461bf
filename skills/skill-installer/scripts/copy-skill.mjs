#!/usr/bin/env node
// Shows a skill's directory, or copies it into a directory of skills. It runs nothing of the skill, follows no link,
// needs no network, and writes only below ROOT. Exit codes: 0 success, 1 refused or failed, 2 wrong usage.
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { parseArgs } from "node:util";

const USAGE = `usage: node copy-skill.mjs look SOURCE
       node copy-skill.mjs copy SOURCE ROOT [--name NAME] [--replace]

  look        list the skill's files and what deserves attention; nothing is written
  copy        copy it to ROOT/NAME, completely or not at all
  --name      the directory's name; otherwise the name in the frontmatter
  --replace   replace what is at ROOT/NAME`;

const LIMITS = { files: 1000, bytes: 50 * 1024 * 1024, depth: 16, text: 1024 * 1024 };
const LEFT_OUT = new Set([".git", "node_modules", ".DS_Store"]);
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The error for a skill or an argument that is not acceptable. */
class Refused extends Error {}

function main() {
  const { values, positionals } = readArguments();
  const [command, ...rest] = positionals;
  if (values.help) return console.log(USAGE);
  if (command === "look" && rest.length === 1) return look(readSkill(rest[0]));
  if (command === "copy" && rest.length === 2) return copy(readSkill(rest[0]), rest[1], values);
  console.error(USAGE);
  process.exitCode = 2;
}

function readArguments() {
  const options = { name: { type: "string" }, replace: { type: "boolean" }, help: { type: "boolean", short: "h" } };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    console.error(`error: ${error.message}\n\n${USAGE}`);
    return process.exit(2);
  }
}

/** Reads every file of the skill once, so that exactly the shown files are copied. */
function readSkill(source) {
  const directory = realpathSync(resolve(source));
  if (!lstatSync(directory).isDirectory()) throw new Refused(`${shown(directory)} is not a directory`);
  const skill = { directory, files: [], leftOut: [], bytes: 0 };
  walk(skill, "", 0);
  const main = skill.files.find(({ path }) => path === "SKILL.md");
  if (!main) throw new Refused(`${shown(directory)} has no SKILL.md`);
  refuseTwins(skill.files);
  return { ...skill, ...readHeader(main.content.toString("utf8")) };
}

function walk(skill, relative, depth) {
  if (depth > LIMITS.depth) throw new Refused(`${shown(relative)} is more than ${LIMITS.depth} directories deep`);
  const names = readdirSync(join(skill.directory, relative)).sort();
  for (const name of names) {
    const path = relative === "" ? name : `${relative}/${name}`;
    if (LEFT_OUT.has(name)) {
      skill.leftOut.push(path);
      continue;
    }
    if (!isPlainName(name)) throw new Refused(`${shown(path)} is not a name that every system can store`);
    const stats = lstatSync(join(skill.directory, path));
    if (stats.isDirectory()) walk(skill, path, depth + 1);
    else if (stats.isFile()) addFile(skill, path, stats);
    else
      throw new Refused(
        `${shown(path)} is ${stats.isSymbolicLink() ? "a link; a skill must consist of its own files" : "neither a file nor a directory"}`,
      );
  }
}

function addFile(skill, path, stats) {
  skill.bytes += stats.size;
  if (skill.files.length >= LIMITS.files) throw new Refused(`it has more than ${LIMITS.files} files`);
  if (skill.bytes > LIMITS.bytes) throw new Refused(`it has more than ${LIMITS.bytes / 1024 / 1024} MiB`);
  const content = readRegular(join(skill.directory, path));
  skill.files.push({ path, content, executable: (stats.mode & 0o111) !== 0 });
}

/** Reads a regular file. If a link replaces the file meanwhile, the link is not followed. */
function readRegular(path) {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) throw new Refused(`${shown(path)} changed while it was read`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Returns true for a name without separators, control characters and characters that Windows forbids. Returns false for
 * `.` and `..`.
 */
function isPlainName(name) {
  if (name === "." || name === ".." || Buffer.byteLength(name) > 255 || /[. ]$/.test(name)) return false;
  return !/[\p{C}\\/:*?"<>|]/u.test(name) && !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
}

function refuseTwins(files) {
  const seen = new Map();
  for (const { path } of files) {
    const key = path.normalize("NFC").toLowerCase();
    if (seen.has(key)) throw new Refused(`${shown(seen.get(key))} and ${shown(path)} are one file on some systems`);
    seen.set(key, path);
  }
}

function readHeader(text) {
  const header = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1] ?? "";
  const name = /^name:[ \t]*(.*?)[ \t]*$/m.exec(header)?.[1].replace(/^(["'])(.*)\1$/, "$2") ?? "";
  const keys = [...header.matchAll(/^([A-Za-z_][\w-]*)[ \t]*:/gm)].map((match) => match[1]);
  return { name, keys };
}

function look({ directory, name, keys, files, leftOut, bytes }) {
  console.log(`directory  ${shown(directory)}`);
  console.log(`name       ${shown(name) || "(none)"}`);
  console.log(`asks for   ${keys.map(shown).join(", ") || "(no frontmatter)"}`);
  console.log(`files      ${files.length}, ${bytes} bytes`);
  for (const { path, content, executable } of files)
    console.log(`  ${executable ? "x" : "-"} ${String(content.length).padStart(9)}  ${shown(path)}`);
  if (leftOut.length > 0) console.log(`left out   ${leftOut.map(shown).join(", ")}`);
  for (const note of [...headerNotes(name, keys), ...files.flatMap(fileNotes)]) console.log(`note: ${note}`);
}

const WORTH_A_WORD = {
  "allowed-tools": "lets tools run without asking, in some agents",
  hooks: "runs commands at certain events, in some agents",
  model: "chooses a model, which may cost more",
  shell: "chooses a shell for commands in its text",
};

function headerNotes(name, keys) {
  const notes = Object.entries(WORTH_A_WORD)
    .filter(([key]) => keys.includes(key))
    .map(([key, meaning]) => `the frontmatter has \`${key}\`, which ${meaning}`);
  return NAME.test(name) ? notes : [...notes, "the name is missing or not a valid skill name; give one with --name"];
}

const PATTERNS = [
  [/(?:^|\s)!`[^`\n]+`|^```!/m, "has commands that some agents run before the model reads the text"],
  [
    /\b(?:curl|wget|iwr|Invoke-WebRequest)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\biex\b/i,
    "downloads something and runs it",
  ],
  [
    /\bbase64\s+(?:-d|-D|--decode)\b|\bFromBase64String\b|\beval\s*\(\s*(?:atob|Buffer\.from)/,
    "decodes something that cannot be read",
  ],
  [
    /\.ssh\/|\bid_(?:rsa|ed25519)\b|\.aws\/credentials|\.netrc\b|\.npmrc\b|keychain|\bprintenv\b|process\.env\b(?!\.\w|\[)|os\.environ\b(?!\.get|\[)/i,
    "touches credentials or the whole environment",
  ],
  [
    /\bsudo\s|\brm\s+-[a-z]*r[a-z]*f?\s+[~/]|\bchmod\s+777\b/,
    "asks for more rights than a skill should need, or deletes widely",
  ],
  [/[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069\u200B\u2060]/u, "has characters that people cannot see"],
];

const COMMENT = [/<!--[\s\S]{0,2000}?-->/, "has an HTML comment, which models read and previews hide"];

function fileNotes({ path, content, executable }) {
  const notes =
    executable ||
    /^#!/.test(content.subarray(0, 2).toString("latin1")) ||
    /\.(?:sh|bash|zsh|ps1|bat|cmd|py|rb|pl|js|mjs|cjs|ts)$/i.test(path)
      ? [`${shown(path)} is a program: read it`]
      : [];
  if (content.subarray(0, 8000).includes(0)) return [...notes, `${shown(path)} is binary: it cannot be read here`];
  const text = content.subarray(0, LIMITS.text).toString("utf8");
  const patterns = path.endsWith(".md") ? [...PATTERNS, COMMENT] : PATTERNS;
  return [
    ...notes,
    ...patterns.filter(([pattern]) => pattern.test(text)).map(([, meaning]) => `${shown(path)} ${meaning}`),
  ];
}

function copy(skill, rootArgument, { name = skill.name, replace = false }) {
  if (!NAME.test(name) || name.length > 64)
    throw new Refused(`${shown(name) || "an empty name"} is not a valid skill name; give one with --name`);
  const root = existingOrNew(resolve(rootArgument));
  const target = join(root, name);
  if (isWithin(target, skill.directory) || isWithin(skill.directory, target))
    throw new Refused("source and target lie in one another");
  const taken = kindOf(target) !== "nothing";
  if (taken && !replace) throw new Refused(`${shown(target)} exists; look at it, and say --replace if it may go`);
  const staging = join(root, `.${name}.staging-${process.pid}`);
  const old = join(root, `.${name}.old-${process.pid}`);
  try {
    writeAll(skill.files, staging);
    if (taken) renameSync(target, old);
    putInPlace(staging, target, taken ? old : undefined);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
  console.log(
    `${taken ? "replaced" : "installed"} ${shown(target)}: ${skill.files.length} files, ${skill.bytes} bytes`,
  );
  if (name !== skill.name)
    console.log(`note: the frontmatter says \`name: ${shown(skill.name)}\`, the directory is \`${name}\``);
}

function existingOrNew(root) {
  mkdirSync(root, { recursive: true });
  return realpathSync(root);
}

function isWithin(path, directory) {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}

function kindOf(path) {
  try {
    return lstatSync(path).isDirectory() ? "directory" : "other";
  } catch (error) {
    if (error.code === "ENOENT") return "nothing";
    throw error;
  }
}

function writeAll(files, staging) {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  for (const { path, content, executable } of files) {
    const to = join(staging, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, content, { flag: "wx" });
    chmodSync(to, executable ? 0o755 : 0o644);
  }
}

/** Moves the new copy to its place. If that fails, moves the old copy back. */
function putInPlace(staging, target, old) {
  try {
    renameSync(staging, target);
  } catch (error) {
    if (old !== undefined) renameSync(old, target);
    throw error;
  }
}

/** Returns untrusted text without characters that a terminal would interpret. */
function shown(text) {
  return text.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

try {
  main();
} catch (error) {
  if (error instanceof Refused) console.error(`refused: ${error.message}`);
  else console.error(`error: ${error.code ?? ""} ${shown(error.message)}`);
  process.exitCode = 1;
}
