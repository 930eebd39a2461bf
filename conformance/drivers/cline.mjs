// Drives Cline with a fake model. The description of its tool `skills` lists the names. Then the fake model calls each
// name once, because only the answer has the description. Cline never shows a skill's path.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { unusable } from "./lib.mjs";
import { piecesOf, startCline } from "./prompt/cline.mjs";

/**
 * Returns the skills that Cline lists for the model in `cwd`. `trace: false` calls no skill, so descriptions are
 * missing.
 */
export async function ask({ trace = true, ...given }) {
  const calls = (body) => namesIn(body).map((skill) => ({ tool: "skills", input: { skill, args: null } }));
  const { requests, result } = await startCline({ ...given, calls: trace ? calls : undefined });
  if (requests.length === 0 && result.hung) return { skills: [], errors: [], hung: true };
  // Cline opens all directories at once, and exits if it reaches the system's limit of open files.
  if (requests.length === 0 && result.stderr.includes("EMFILE")) return { skills: [], errors: [] };
  if (requests.length === 0) throw unusable("cline", result);
  const texts = skillFilesBelow(given.base ?? given.project);
  const answers = answersIn(requests, texts);
  return { skills: joined(piecesOf(requests[0]), answers), errors: [] };
}

const PLAIN = /^[\w.:-]+$/;
/** Maximum number of pieces that can form one name. */
const MOST_PIECES = 3;

/** Returns all possible names of the list. A comma next to an unusual piece may be part of a name. */
function namesIn(body) {
  const pieces = piecesOf(body);
  return pieces.flatMap((piece, at) => {
    const more = pieces.slice(at, at + MOST_PIECES);
    const isUnusual = more.some((each) => !PLAIN.test(each));
    return isUnusual ? more.map((_, count) => more.slice(0, count + 1).join(", ")) : [piece];
  });
}

/** Joins the pieces of each name, the longest name first. */
function joined(pieces, answers) {
  const skills = [];
  for (let at = 0; at < pieces.length; ) {
    const names = pieces.slice(at, at + MOST_PIECES).map((_, count) => pieces.slice(at, at + count + 1).join(", "));
    const name = names.findLast((each) => answers.has(each)) ?? pieces[at];
    skills.push({ name, description: answers.get(name) });
    at += name.split(", ").length;
  }
  return skills;
}

const ANSWER =
  /^<command-name>([\s\S]*?)<\/command-name>\n<command-instructions>\n([\s\S]*)\n<\/command-instructions>$/;

/** Returns the description of each called skill, by name. */
function answersIn(requests, texts) {
  const bodies = texts.map(bodyOf);
  const answers = requests.flatMap(({ messages }) => messages).filter(({ role }) => role === "tool");
  const found = answers.flatMap(({ content }) => {
    const text = typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
    const [, name, rest] = ANSWER.exec(withMiddle(text, texts)) ?? [];
    return name === undefined ? [] : [[name, descriptionIn(rest, bodies)]];
  });
  return new Map(found);
}

const CUT = /\n\n\.\.\.\[truncated (\d+) chars\]\.\.\.\n\n/;
/** The number of characters before and after the removed part. Both texts together identify the file. */
const MARK = 80;

/**
 * Cline removes the middle of a long answer, and reports the number of removed characters. Restores them from the files
 * of the case.
 */
function withMiddle(answer, texts) {
  const { index, 0: cut = "", 1: count } = CUT.exec(answer) ?? {};
  if (index === undefined) return answer;
  const [head, tail] = [answer.slice(0, index), answer.slice(index + cut.length)];
  for (const text of texts) {
    const from = text.indexOf(head.slice(-MARK)) + MARK;
    const to = from + Number(count);
    if (from >= MARK && text.startsWith(tail.slice(0, MARK), to)) return head + text.slice(from, to) + tail;
  }
  return answer;
}

/**
 * Returns the description. A blank line separates it from the body, and both may contain blank lines. The known bodies
 * show which blank line is the separator.
 */
function descriptionIn(rest, bodies) {
  const head = "Description: ";
  if (!rest.startsWith(head)) return undefined;
  for (let at = rest.indexOf("\n\n"); at !== -1; at = rest.indexOf("\n\n", at + 1)) {
    const text = rest.slice(at + 2);
    if (bodies.some((body) => body === text)) return rest.slice(head.length, at);
  }
  return undefined;
}

const MOST_LEVELS = 10;

/** Returns the text of every SKILL.md. */
function skillFilesBelow(directory, level = 0) {
  return entriesOf(directory).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.name === "SKILL.md") return textOf(path);
    const mayEnter = (entry.isDirectory() || entry.isSymbolicLink()) && level < MOST_LEVELS;
    return mayEnter ? skillFilesBelow(path, level + 1) : [];
  });
}

function entriesOf(directory) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES", "ELOOP"].includes(error.code)) return [];
    throw error;
  }
}

function textOf(path) {
  try {
    return statSync(path).isFile() ? [readFileSync(path, "utf8").replace(/^\ufeff/, "")] : [];
  } catch (error) {
    if (["ENOENT", "EACCES", "ELOOP"].includes(error.code)) return [];
    throw error;
  }
}

/** Returns the text below the frontmatter. */
function bodyOf(text) {
  return text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n?/, "").trim();
}
