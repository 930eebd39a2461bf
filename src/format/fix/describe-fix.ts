/** Returns the first paragraph of prose as one line; "" if there is none. */
export function describeFix(text: string): string {
  const paragraph = firstParagraph(text).slice(0, MAX_READ);
  if (NO_TEXT.test(paragraph)) return "";
  const plain = paragraph
    .replace(/[*_`]/g, "")
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(CONTROLS, "")
    .replace(/^description:\s*/i, "")
    .trim();
  return [...plain].slice(0, MAX_DESCRIPTION).join("");
}

const MAX_DESCRIPTION = 1024;
/** Maximum characters to read. They are enough for a description, even after links are removed. */
const MAX_READ = 4 * MAX_DESCRIPTION;
/** Matches characters of binary content, or of text in another encoding. */
const NO_TEXT = /[\0\ufffd]/;
const CONTROLS = /[\x00-\x1f\x7f-\x9f\ufeff]/g;

/** Returns the first block of prose: no heading, list, quote, table, code or comment. */
function firstParagraph(text: string): string {
  let block: string[] = [];
  let fence = "";
  for (const line of [...text.split("\n"), ""].map((each) => each.trim())) {
    const mark = /^(?:```+|~~~+)/.exec(line)?.[0] ?? "";
    if (fence !== "") {
      if (mark.startsWith(fence)) fence = "";
    } else if (line === "" || line.startsWith("#") || mark !== "") {
      if (isProse(block)) return block.join(" ");
      block = [];
      fence = mark;
    } else block.push(line);
  }
  return "";
}

function isProse([first]: readonly string[]): boolean {
  return first !== undefined && !/^(?:[-*+>|<=~]|\d+[.)])/.test(first);
}
