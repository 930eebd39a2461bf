/** Files of the bundle that a body mentions: Markdown links, and paths into the usual directories. */
export interface Reference {
  /** The target as written, without anchor or title. */
  readonly target: string;
  readonly offset: number;
}

const LINK = /\]\(\s*<?([^)\s<>]{1,300})/g;
const PATH = /(?<![\w./\\$}>-])((?:\.\/)?(?:scripts|references|assets)\/[\w./-]{1,200}\.[A-Za-z0-9]{1,8})(?![\w/*{<])/g;
/** Schemes, anchors, absolute paths and placeholders are not files of the skill. */
const NOT_A_FILE = /^(?:[a-z][a-z0-9+.-]*:|#|\/|~|\\|www\.)|[<>{}$*|…]|\.\.\.|^[A-Z_]+$|^(?:url|link|path|file)$/i;

export function references(body: string): Reference[] {
  const prose = withoutFences(body);
  const found = new Map<string, number>();
  for (const match of prose.matchAll(LINK))
    add(found, match[1] as string, match.index + match[0].length - (match[1] as string).length);
  for (const match of body.matchAll(PATH)) add(found, match[1] as string, match.index);
  return [...found].map(([target, offset]) => ({ target, offset }));
}

function add(found: Map<string, number>, raw: string, offset: number): void {
  let target = raw.replace(/[#?].*$/, "").replace(/^\.\//, "");
  try {
    target = decodeURIComponent(target);
  } catch {
    // A stray percent sign: the target is used as written.
  }
  // Only a target with an extension or a slash differs from a placeholder.
  if (target === "" || NOT_A_FILE.test(target) || !/[./]/.test(target)) return;
  if (!found.has(target)) found.set(target, offset);
}

/** Replaces fenced and inline code by blanks, so that offsets stay the same. */
function withoutFences(body: string): string {
  let fence = "";
  return body
    .split("\n")
    .map((line) => {
      const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark && (fence === "" || (mark[0] === fence[0] && mark.length >= fence.length))) {
        fence = fence === "" ? mark : "";
        return " ".repeat(line.length);
      }
      return fence === "" ? line.replace(/`[^`]*`/g, (code) => " ".repeat(code.length)) : " ".repeat(line.length);
    })
    .join("\n");
}
