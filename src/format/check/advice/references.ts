/** Finds the files of the bundle that a body mentions: Markdown links, and paths into the usual directories. */
export interface Reference {
  /** The target as written, without anchor or title. */
  readonly target: string;
  readonly offset: number;
  /** True for a link. False if a text or a command only names the path. */
  readonly linked: boolean;
}

const LINK = /\]\(\s*<?([^)\s<>]{1,300})/g;
const PATH = /(?<![\w./\\$}>-])((?:\.\/)?(?:scripts|references|assets)\/[\w./-]{1,200}\.[A-Za-z0-9]{1,8})(?![\w/*{<])/g;
/** Matches targets that are not files of the skill: schemes, anchors, absolute paths and placeholders. */
const NOT_A_FILE = /^(?:[a-z][a-z0-9+.-]*:|#|\/|~|\\|www\.)|[<>{}$*|…]|\.\.\.|^[A-Z_]+$|^(?:url|link|path|file)$/i;

/**
 * Matches text after which a path is not a path that the skill reads. Either a command writes the path, or it is an
 * example, or it belongs to another skill or to a drawn tree.
 */
const NOT_READ = new RegExp(
  `(?:${[
    ">|[─│]|\\s-o|--out(?:put)?(?:-\\w+)?[ =]",
    "\\b(?:creat|writ|generat|sav|produc|stor)(?:e|es|ed|ing|ten)?\\b[^.!?\\n]{0,80}",
    "(?:\\b(?:no|not|never|without|instead of|such as|for example)\\b|\\be\\.g\\.|\\bexample:)[^!?\\n]{0,80}",
    "\\bimport\\b[^.!?\\n]{0,60}\\bfrom |\\b(?:import|require)\\(",
    "`[^`\\n]{1,64}` ?(?:skill|スキル|技能)[^.!?\\n]{0,20}",
  ].join("|")})\\s*["'\`(]*$`,
  "i",
);
/** Matches the name of another skill before a path, even at the end of the previous line. */
const OF_ANOTHER_SKILL = /\bskill `[^`\n]{1,64}`[^.!?\n]{0,20}\n?[^.!?\n]{0,20}$/i;
const BEFORE = 120;

export function referencesIn(body: string): Reference[] {
  const prose = withoutFences(body);
  const found = new Map<string, Reference>();
  for (const match of prose.matchAll(LINK))
    add(found, match[1] as string, match.index + match[0].length - (match[1] as string).length, true);
  for (const match of withoutFences(body, /^\s*(?:markdown|md)\b/i).matchAll(PATH)) {
    const before = body.slice(Math.max(0, match.index - BEFORE), match.index);
    const onLine = before.slice(before.lastIndexOf("\n") + 1);
    if (!NOT_READ.test(onLine) && !OF_ANOTHER_SKILL.test(before)) add(found, match[1] as string, match.index, false);
  }
  return [...found.values()];
}

function add(found: Map<string, Reference>, raw: string, offset: number, linked: boolean): void {
  let target = raw.replace(/[#?].*$/, "").replace(/^\.\//, "");
  try {
    target = decodeURIComponent(target);
  } catch {
    // The percent sign in the target does not start an encoded character, so the target is used as written.
  }
  // A target that contains neither a dot nor a slash could be a placeholder, so it is ignored.
  if (target === "" || NOT_A_FILE.test(target) || !/[./]/.test(target)) return;
  if (!found.has(target)) found.set(target, { target, offset, linked });
}

/**
 * Replaces fenced and inline code by blanks, so that offsets stay the same. With `only`, it replaces only fenced code
 * in these languages.
 */
function withoutFences(body: string, only?: RegExp): string {
  let fence = "";
  let isBlank = false;
  const blank = (text: string): string => " ".repeat(text.length);
  return body
    .split("\n")
    .map((line) => {
      const [, mark, language = ""] = /^\s{0,3}(`{3,}|~{3,})(.*)/.exec(line) ?? [];
      if (mark && (fence === "" || (mark[0] === fence[0] && mark.length >= fence.length))) {
        if (fence === "") isBlank = only?.test(language) ?? true;
        fence = fence === "" ? mark : "";
        return isBlank ? blank(line) : line;
      }
      if (fence !== "") return isBlank ? blank(line) : line;
      return only ? line : line.replace(/`[^`]*`/g, blank);
    })
    .join("\n");
}
