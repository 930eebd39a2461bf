/** Returns undefined if a word of a known kind is harmless, else the reason. */
import { holdsSecrets } from "../../../model/rules/secret-files.ts";
import type { Judge } from "./judge.ts";
import { isPlainAwk, isPlainFormat, isPlainJq, isPlainSed, isPlainSelect } from "./languages.ts";
import type { WordKind } from "./program.ts";
import type { FoundWord } from "./read-use.ts";

/** [B12] */
export function judgeWord(found: FoundWord, judge: Judge): string | undefined {
  const { word, kind, isValue } = found;
  if (word.whole) return KINDS[kind](word.text, judge);
  if (word.glob !== undefined) return judgeGlob(found, word.glob, judge);
  if (word.pipe) return kind === "read" ? undefined : "a program reads a pipe where a file is expected";
  if (kind !== "text") return UNKNOWN;
  return isValue || /^[^-]/.test(word.text) ? undefined : "a word can become an option at run time";
}

const UNKNOWN = "a word is only known at run time";

/** Judges the names that the pattern stands for now. Without a match the shell passes the pattern on. */
function judgeGlob({ kind, isValue, word }: FoundWord, glob: string, judge: Judge): string | undefined {
  const names = judge.expand(glob);
  if (names === undefined) return `\`${glob}\` matches too many files to be judged`;
  for (const name of names.length === 0 ? [glob] : names) {
    if (!isValue && name.startsWith("-")) return `\`${glob}\` matches \`${name}\`, which looks like an option`;
    if (word.splits && /\s/.test(name)) return `\`${glob}\` matches a name with blanks`;
    const reason = judge.look(name) ?? KINDS[kind](name, judge);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

type JudgeText = (text: string, judge: Judge) => string | undefined;

const harmless: JudgeText = () => undefined;

function matching(pattern: RegExp, what: string): JudgeText {
  return (text) => (pattern.test(text) ? undefined : `\`${text}\` is not ${what}`);
}

type Access =
  | "look"
  | "read"
  | "visible"
  | "add"
  | "copy"
  | "move"
  | "create"
  | "write"
  | "destination"
  | "tree"
  | "run"
  | "output";

/** Many programs take `host:path`, `scheme:…` and `@file` for something else than a path. */
const path =
  (access: Access): JudgeText =>
  (text, judge) =>
    /^(?:@|[\w.+@-]*:)/.test(text) ? `\`${text}\` is not a plain path` : judge[access](text);

const NAME = /^[A-Za-z0-9_][\w.:+-]{0,200}$/;
const COMMIT = /^[0-9a-f]{7,64}$/i;
const BRANCH = /^(?:-|[A-Za-z0-9_@][\w.@^~{}-]*(?:\/[\w.@^~{}-]+)*)$/;

const KINDS: Readonly<Record<WordKind, JudgeText>> = {
  text: harmless,
  name: matching(NAME, "a plain name"),
  number: matching(/^[+-]?\d{1,12}(?:\.\d{1,6})?[A-Za-z]{0,2}$/, "a number"),
  look: path("look"),
  read: (text, judge) => (text === "-" ? undefined : path("read")(text, judge)),
  visible: path("visible"),
  add: path("add"),
  create: path("create"),
  write: (text, judge) => (text === "-" ? undefined : path("write")(text, judge)),
  copy: path("copy"),
  move: path("move"),
  tree: path("tree"),
  output: (text, judge) => (/^(?:-|\/dev\/null)$/.test(text) ? undefined : path("output")(text, judge)),
  into: path("tree"),
  script: path("run"),
  argument: (text, judge) => judgePieces(text, judge),
  command: harmless,
  url: judgeUrl,
  data: (text) => (text.startsWith("@") ? "the request body is a file" : undefined),
  // Git reads files outside of the repository, too: `git diff a /etc/passwd`. Behind a `:` is a file of the commit.
  revision: (text, judge) =>
    judge.look(text) ?? (holdsSecrets(text.replace(/^.*:/, "")) ? `\`${text}\` can hold secrets` : undefined),
  branch: (text) => (BRANCH.test(text) && !text.includes("..") ? undefined : `\`${text}\` is not a plain branch`),
  mainline: (text) => (NAME.test(text) && !COMMIT.test(text) ? undefined : `\`${text}\` is not a plain branch`),
  target: (text, judge) => KINDS.name(text, judge) ?? judge.touch(text),
  npmScript: (text) => (NAME.test(text) && text !== "env" ? undefined : `\`${text}\` is not a plain script`),
  reference: matching(/^[\w./#-]+$/, "a number or a branch"),
  repository: matching(/^[\w.-]+\/[\w.-]+$/, "a repository"),
  dateFormat: matching(/^\+/, "a format"),
  writeOut: matching(/^(?:[^%@]|%\{[a-z_]+\}|%%)*$/, "a plain format"),
  dotCommand: matching(/^\.(?:tables|schema|indexes)(?: \w+)?$/, "a command that only prints"),
  refspec: matching(/^[A-Za-z0-9_][\w./-]*(?::[A-Za-z0-9_][\w./-]*)?$/, "a plain ref"),
  remote: matching(/^(?:origin|upstream)$/, "`origin` or `upstream`"),
  pathspec: (text, judge) => (text === "." || text === ":/" ? undefined : judgePathspec(text, judge)),
  removed: judgePathspec,
  destination: path("destination"),
  sed: (text) => (isPlainSed(text) ? undefined : "the `sed` script uses more than plain commands"),
  awk: (text) => (isPlainAwk(text) ? undefined : "the `awk` program uses more than plain printing"),
  jq: (text) => (isPlainJq(text) ? undefined : "the `jq` filter uses more than plain functions"),
  format: (text) => (isPlainFormat(text) ? undefined : "the format uses more than plain conversions"),
  checkout: (text, judge) => KINDS.branch(text, judge) ?? (text === "-" ? undefined : judge.tree(text)),
  pushed: matching(/^[A-Za-z0-9_@][\w./@-]*(?::[A-Za-z0-9_][\w./-]*)?$/, "a plain branch"),
  configKey: matching(
    /^(?:user\.(?:name|email)|remote\.(?:origin|upstream)\.url|branch\.[\w./-]+|init\.defaultBranch|core\.\w+)$/,
    "a harmless setting",
  ),
  local: (text, judge) => (/^\.(?:\/|$)/.test(text) ? judge.look(text) : `\`${text}\` is not a package of the project`),
  package: matching(/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/, "a plain package name"),
  endpoint: matching(/^\/?[A-Za-z][\w./{}?=&%-]*$/, "a plain path of the API"),
  task: matching(
    /^(?:clean|build|test|check|compile\w*|package|verify|assemble|lint|classes|jar|tasks|dependencies|help)$/,
    "a plain task",
  ),
  word: matching(/^[\w-]{1,100}$/, "a plain word"),
  sql: (text) => (isPlainSelect(text) ? undefined : "the query is more than a plain `select`"),
  any: judgeAny,
};

/** Letters, digits, blanks and characters of paths and addresses. */
const PLAIN = /^[\p{L}\p{N}\s_./:,=@%+#?&*'"-]*$/u;

/** Accepts plain operands of a program without an allow-list. */
function judgeAny(text: string, judge: Judge): string | undefined {
  if (/^[-+@]/.test(text)) return `\`${text}\` can be an option`;
  if (!PLAIN.test(text)) return `\`${text}\` can be code`;
  return judgePieces(text, judge);
}

/** An argument can be a path, or contain one: `--out=path`, `host:path`, `@path`. All of them stay in the project. */
function judgePieces(text: string, judge: Judge): string | undefined {
  if (/^[\w-]*$/.test(text)) return text === "" ? undefined : judge.touch(text);
  const pieces = new Set([text, ...text.split(/[=:,@;]/), ...text.split(/[\s"'()<>|&]+/)]);
  if (/^-[A-Za-z]./.test(text)) pieces.add(text.slice(2));
  for (const piece of pieces) {
    if (piece === "" || piece === "-") continue;
    // A download has the name that its address ends with.
    const reason = judge.touch(
      /^https?:\/\//.test(piece) ? (/([^/?#]+)\/?(?:[?#].*)?$/.exec(piece)?.[1] ?? ".") : piece,
    );
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** `curl` and others read other schemes, passwords and files, too. */
function judgeUrl(text: string): string | undefined {
  return /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?(?:[/?#][^\s\\@]*)?$/i.test(text)
    ? undefined
    : `\`${text}\` is not a plain web address`;
}

/** Paths without patterns in the part that decides where they lead. */
function judgePathspec(text: string, judge: Judge): string | undefined {
  if (text.startsWith(":")) return `\`${text}\` is a pathspec that is not judged`;
  const wildcard = text.search(/[*?[\\]/);
  if (wildcard === -1) return judge.tree(text);
  const directory = text.slice(0, wildcard).replace(/[^/]*$/, "");
  return directory === "" ? `\`${text}\` can match protected files` : judge.tree(directory);
}
