/**
 * Where git writes in the working tree because its words say so. A path is judged like that of any other writer. What takes
 * over a whole tree (a branch, a reset, a merge, a stash) is not: it brings what the repository has, from nowhere else; and
 * what could put something else into its history or its index is judged by its paths, too.
 */
import type { ShellWord } from "./read/line.ts";
import { type Options, readOptions } from "./read/read-options.ts";

type Words = readonly ShellWord[];

export interface GitCommand {
  readonly name: string;
  /** The command itself comes first. */
  readonly words: Words;
  /** Where its relative paths begin; undefined where that is only known when it runs. */
  readonly base: string | undefined;
}

/** What nearly every repository calls those that its user has named. */
export const USUAL_REMOTES: readonly string[] = ["origin", "upstream"];

/** Before the command, followed by a word of their own. */
export const VALUED_GLOBALS: ReadonlySet<string> = new Set(
  "-c -C --git-dir --work-tree --namespace --exec-path --config-env --super-prefix".split(" "),
);

export function gitCommand(words: Words): GitCommand | undefined {
  let at = 1;
  let base: string | undefined = "";
  for (; at < words.length && words[at]?.text.startsWith("-"); at++) {
    const { text } = words[at] as ShellWord;
    if (/^--(?:work-tree|git-dir|bare)/.test(text)) base = undefined;
    if (!VALUED_GLOBALS.has(text)) continue;
    const value = words[++at];
    if (text === "-C" && base !== undefined) base = value?.whole ? joined(base, value.text) : undefined;
  }
  return at < words.length ? { name: words[at]?.text ?? "", words: words.slice(at), base } : undefined;
}

function joined(base: string, path: string): string {
  return base === "" || path.startsWith("/") ? path : `${base}/${path}`;
}

/** Paths of a command in the order of its words; undefined where they are only known when it runs. */
type Placed = (words: Words) => readonly string[] | undefined;

const NONE: readonly string[] = [];
const HERE: readonly string[] = ["."];
const NO_WORDS: Words = [];

/** [B23] Places in or around which git writes. */
export function gitBelow(words: Words): readonly string[] | undefined {
  const { name = "", words: own = NO_WORDS, base } = gitCommand(words) ?? {};
  const placed = COMMANDS.get(name);
  const paths = placed === undefined ? NONE : placed(own);
  if (paths === undefined || paths.length === 0) return paths;
  return base === undefined ? undefined : paths.map((path) => joined(base, path));
}

const APPLY: Options = {
  plain: /^-(?:p\d+|[v3R]+)$|^--(?:verbose|quiet|reverse|recount|index|cached|3way)$/,
  into: /^--directory=(.*)$/,
  looks: /^--(?:check|stat|numstat|summary)$/,
};
const CLEAN: Options = {
  plain: /^-[dfqxX]+$|^--(?:force|quiet|exclude=.+)?$/,
  valued: /^-e$|^--exclude$/,
  into: /^(?!)()/,
  looks: /^-[dfqxX]*n[dfqxX]*$|^--dry-run$/,
};

const COMMANDS: ReadonlyMap<string, Placed> = new Map<string, Placed>([
  ["am", () => undefined],
  ["apply", (words) => (readOptions(words, APPLY)?.looks ? NONE : HERE)],
  ...["checkout", "restore"].map((name) => [name, specs] as const),
  // Only the index: what is not known of it is no path in most cases.
  ["reset", (words) => specs(words.filter(({ whole }) => whole))],
  ["stash", stashed],
  ["rm", (words) => (isCached(words) ? NONE : files(words))],
  ...["mv", "clone", "worktree", "checkout-index", "read-tree", "bundle"].map((name) => [name, files] as const),
  ["clean", cleaned],
  ["update-index", indexed],
]);

/** Words that could be paths: revisions among them lead nowhere. What takes over everything is left out. */
function specs(words: Words): readonly string[] | undefined {
  const rest = words.slice(1);
  if (rest.some(({ text, whole }) => !whole || isFromFile(text))) return undefined;
  const read = rest
    .filter(({ text }) => !WHOLE_TREE.test(text) && !EXCLUDES.test(text))
    .flatMap(({ text }) => specOf(text));
  return read.includes(UNKNOWN) ? undefined : read;
}

const UNKNOWN = "";
const WHOLE_TREE = /^(?:\.\/?|:\/?|:\(top\)|\*)$/;
const EXCLUDES = /^:(?:[!^]|\(exclude\))/;

/** `--pathspec-from-file` and its abbreviations. */
function isFromFile(text: string): boolean {
  const name = text.split("=", 1)[0] as string;
  return name.length > "--path".length && "--pathspec-from-file".startsWith(name);
}

/** Git reads patterns itself, in which a `*` goes across directories: then it is all below what is certain. */
function specOf(text: string): readonly string[] {
  if (text.startsWith("-")) return NONE;
  if (text === "" || text.startsWith(":")) return [UNKNOWN];
  const special = text.search(/[*?[\\]/);
  if (special === -1) return [text];
  return [text.slice(0, text.lastIndexOf("/", special) + 1) || "."];
}

/** What is stashed is taken out of the tree; with what git does not keep, also what decides over skills for one person alone. */
function stashed(words: Words): readonly string[] | undefined {
  const [, first, ...rest] = words;
  if (first?.whole === false) return undefined;
  const pushes = first === undefined || first.text === "push" || first.text.startsWith("-");
  const options = first?.text === "push" ? rest : words.slice(1);
  if (!pushes) return first.text === "save" && rest.some(isUntracked) ? HERE : NONE;
  if (options.some(isUntracked)) return HERE;
  const unsaid = options.filter((_, at) => !/^(?:-[a-z]*m|--message)$/.test(options[at - 1]?.text ?? ""));
  return specs([words[0] as ShellWord, ...unsaid]);
}

function isUntracked({ text }: ShellWord): boolean {
  return /^-[kpqS]*[ua]|^--(?:a|i)/.test(text);
}

function cleaned(words: Words): readonly string[] | undefined {
  const reading = readOptions(words, CLEAN);
  if (reading === undefined) return undefined;
  if (reading.looks) return NONE;
  return reading.operands.length === 0
    ? HERE
    : reading.operands.flatMap((text) => (text === "." ? text : specOf(text)));
}

/** Then the files stay. Behind `--` it would be the name of one. */
function isCached(words: Words): boolean {
  const end = words.findIndex(({ text }) => text === "--");
  return words.slice(0, end === -1 ? words.length : end).some(({ text, whole }) => whole && text === "--cached");
}

function files(words: Words): readonly string[] | undefined {
  if (words.slice(1).some(({ text, whole }) => !whole || isFromFile(text))) return undefined;
  return words.slice(1).flatMap(({ text }) => {
    if (!text.startsWith("-")) return specOf(text).map((path) => path || ".");
    return text.includes("=") ? [text.slice(text.indexOf("=") + 1) || "."] : NONE;
  });
}

const CACHE_INFO = /^(?:--cacheinfo=)?[0-7]{1,6},[0-9a-f]{1,64},(.+)$/i;

/** `--cacheinfo MODE,OBJECT,PATH` puts a path there that no file has; what it is fed with could be any. */
function indexed(words: Words): readonly string[] | undefined {
  if (words.some(({ text, whole }) => !whole || /^--(?:index-i|st)|^-z/.test(text))) return undefined;
  return words
    .slice(1)
    .flatMap(({ text }) => CACHE_INFO.exec(text)?.[1] ?? (text.startsWith("-") ? NONE : text || "."));
}
