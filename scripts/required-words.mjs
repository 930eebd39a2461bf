// Finds the words that every match of an expression contains. Each result is a list, and every match contains at least
// one text of the list, in lower case. BOUNDARY marks the beginning or end of a word. The audit's prefilter uses these
// lists.

/** The symbol for the beginning or end of a word. */
export const BOUNDARY = "\u0001";

/** The maximum number of texts in a list. A longer list excludes too few lines to be useful. */
const MAX_TEXTS = 64;

/** Returns the lists of an expression. A match satisfies every list. The result may be empty. */
export function requiredWords(expression) {
  const { required, exact } = readAlternatives({ source: expression.source, at: 0 });
  return [...required, ...(exact ? [exact] : [])].map(simplify).filter((list) => list.length > 0);
}

/**
 * A node of the expression. An exact node has a list of all texts that it can match. Any node may have lists of which
 * each match contains one text.
 */
function readAlternatives(reader) {
  const all = [readSequence(reader)];
  while (reader.source[reader.at] === "|") {
    reader.at++;
    all.push(readSequence(reader));
  }
  if (all.length === 1) return all[0];
  const texts = all.flatMap(({ exact }) => exact ?? []);
  if (all.every(({ exact }) => exact) && texts.length <= MAX_TEXTS) return { exact: texts, required: [] };
  const ranked = all.map(({ exact, required }) => rank([...required, ...(exact ? [exact] : [])]));
  if (ranked.some((lists) => lists.length === 0)) return { required: [] };
  // Combines the best lists of the alternatives, and also their second-best lists.
  return { required: [0, 1].map((place) => ranked.flatMap((lists) => lists[place] ?? lists[0])) };
}

function readSequence(reader) {
  const required = [];
  let run = [""];
  let isExact = true;
  const end = () => {
    required.push(run);
    run = [""];
    isExact = false;
  };
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at])) {
    const node = readRepeated(reader);
    if (node.exact && run.length * node.exact.length <= MAX_TEXTS) {
      run = run.flatMap((head) => node.exact.map((tail) => head + tail));
      continue;
    }
    if (node.startsApart) run = run.map((text) => text + BOUNDARY);
    end();
    required.push(...node.required, ...(node.exact ? [node.exact] : []));
    if (node.startsApart) run = [BOUNDARY];
  }
  if (isExact) return { exact: run, required: [] };
  return { required: [...required, run] };
}

function readRepeated(reader) {
  const node = readAtom(reader);
  const match = /^(?:[?*+]|\{(\d+)(?:,(\d*))?\})\??/.exec(reader.source.slice(reader.at));
  if (!match) return node;
  reader.at += match[0].length;
  const least = match[1] === undefined ? Number(match[0][0] === "+") : Number(match[1]);
  const most = match[0][0] === "?" ? 1 : Number(match[2] ?? match[1] ?? Infinity);
  if (node.exact && (most === 1 || (most === 2 && node.exact.length === 1)))
    return { exact: repeat(node.exact, least, most), required: [] };
  if (least === 0) return { required: [] };
  const required = [...node.required, ...(node.exact ? [node.exact] : [])];
  return { required, startsApart: node.startsApart };
}

function repeat(texts, least, most) {
  let copies = [""];
  const all = least === 0 ? [""] : [];
  for (let count = 1; count <= most; count++) {
    copies = copies.flatMap((head) => texts.map((tail) => head + tail));
    if (count >= least) all.push(...copies);
  }
  return [...new Set(all)];
}

function readAtom(reader) {
  const character = reader.source[reader.at++];
  if (character === "(") return readGroup(reader);
  if (character === "[") return readClass(reader);
  if (character === "\\") return readEscape(reader);
  if (character === "^" || character === "$") return { exact: [""], required: [] };
  if (character === ".") return { required: [] };
  return { exact: [character.toLowerCase()], required: [] };
}

function readGroup(reader) {
  const kind = /^\?(?::|=|!|<=|<!)/.exec(reader.source.slice(reader.at))?.[0] ?? "";
  reader.at += kind.length;
  const inside = readAlternatives(reader);
  reader.at++;
  return kind === "?:" || kind === "" ? inside : { exact: [""], required: [] };
}

function readClass(reader) {
  const end = /^(?:\\.|[^\]\\])*/.exec(reader.source.slice(reader.at))[0];
  reader.at += end.length + 1;
  const plain = end.replace(/\\([^\w])/g, "$1");
  if (/^\^|\\\w|.-./.test(end) || plain.length > 4)
    return { required: [], startsApart: !/^\^|\w/.test(end.replace(/\\[sW]/g, "")) };
  return { exact: [...plain.toLowerCase()], required: [] };
}

function readEscape(reader) {
  const character = reader.source[reader.at++];
  if (character === "b") return { exact: [BOUNDARY], required: [] };
  if (character === "s" || character === "W") return { required: [], startsApart: true };
  if (/[wdSDB]/.test(character)) return { required: [] };
  return { exact: [character.toLowerCase()], required: [] };
}

/** Returns the list whose shortest text is the longest. On a tie, returns the shorter list. */
export function bestOf(lists) {
  return rank(lists)[0];
}

function rank(lists) {
  return lists
    .map(simplify)
    .filter((list) => list.length > 0)
    .sort((a, b) => shortest(b) - shortest(a) || a.length - b.length);
}

function shortest(list) {
  return Math.min(...list.map(weight));
}

/**
 * Returns how rare a text probably is. A whole word, or a text with a character that is not a letter, is rarer than a
 * part of a word.
 */
function weight(text) {
  const plain = text.replaceAll(BOUNDARY, "");
  return plain.length < 2 ? 0 : plain.length + (isWhole(text) ? 1 : 0) + (/\W/.test(plain) && plain.length > 2 ? 2 : 0);
}

export function isWhole(text) {
  return new RegExp(`^${BOUNDARY}\\w+${BOUNDARY}$`).test(text);
}

/** Removes texts that contain another text of the list. Returns nothing if one of the texts is empty. */
function simplify(list) {
  const texts = [...new Set(list.map((text) => (isWhole(text) ? text : text.replaceAll(BOUNDARY, ""))))];
  if (texts.length > MAX_TEXTS || texts.some((text) => text === "" || text === BOUNDARY)) return [];
  return texts
    .filter((text) => !texts.some((other) => other !== text && !isWhole(other) && text.includes(other)))
    .sort();
}
