/**
 * Kinds of words that a pattern decides, each with the words for a message: a word that does not match "is not a plain name".
 * `WordKind` in `program.ts` has the kinds that need more than a pattern.
 */

/** An address of a `sed` command: a line, the last line, or a pattern. */
const ADDRESS = String.raw`(?:\d{1,9}|\$|/[^/\\\n]{1,200}/)`;
/** `s` with each usual delimiter. A bracket expression may contain the delimiter, so a pattern with one is not accepted. */
const SUBSTITUTIONS = [..."/|,#:@!%"].map((each) => {
  const end = each === "|" ? "\\|" : each;
  const inside = String.raw`(?:[^${end}\\[\n]|\\.){0,2000}`;
  return `(?:${ADDRESS})?s${end}${inside}${end}${inside}${end}[gpiI0-9]{0,4}`;
});
/** Not `e` (runs a command), `r` (reads a file), `w` and `W` (write a file). */
const SED = new RegExp(`^(?:${[`(?:${ADDRESS}(?:,${ADDRESS})?!?)?[pd=q]`, ...SUBSTITUTIONS].join("|")})$`);

export const PLAIN_KINDS = {
  /** An identifier, such as a package script. */
  name: [/^[A-Za-z0-9_][\w.:+-]{0,200}$/, "a plain name"],
  word: [/^[\w-]{1,100}$/, "a plain word"],
  number: [/^[+-]?\d{1,12}(?:\.\d{1,6})?[A-Za-z]{0,2}$/, "a number"],
  npmScript: [/^(?!env$)[A-Za-z0-9_][\w.:+-]{0,200}$/, "a plain script"],
  /** A goal of a build tool that the tool itself defines. */
  task: [
    /^(?:clean|build|test|check|compile\w*|package|verify|assemble|lint|classes|jar|tasks|dependencies|help)$/,
    "a plain task",
  ],
  /** A package of a registry. */
  package: [/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/, "a plain package name"],
  /** `curl` and others read other schemes, passwords and files, too. */
  url: [/^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?(?:[/?#][^\s\\@]*)?$/i, "a plain web address"],
  /** A request body. With an `@` it is a file. */
  data: [/^(?!@)/, "a plain request body"],
  /** A query. With a scheme it is a file. */
  jmesPath: [/^(?![A-Za-z]+:\/\/)/, "a plain query"],
  endpoint: [/^\/?[A-Za-z][\w./{}?=&%-]*$/, "a plain path of the API"],
  repository: [/^[\w.-]+\/[\w.-]+$/, "a repository"],
  reference: [/^[\w./#-]+$/, "a number or a branch"],
  remote: [/^(?:origin|upstream)$/, "`origin` or `upstream`"],
  /** A branch or tag, and its ancestors. */
  branch: [/^(?!.*\.\.)(?:-|[A-Za-z0-9_@][\w.@^~{}-]*(?:\/[\w.@^~{}-]+)*)$/, "a plain branch"],
  /** A branch that is neither the id of a commit nor a ref with a `/`. */
  mainline: [/^(?![0-9a-f]{7,64}$)[A-Za-z0-9_][\w.+-]{0,200}$/i, "a plain branch"],
  /** A branch, tag or another ref that is fetched. */
  refspec: [/^[A-Za-z0-9_][\w./-]*(?::[A-Za-z0-9_][\w./-]*)?$/, "a plain ref"],
  pushed: [/^[A-Za-z0-9_@][\w./@-]*(?::[A-Za-z0-9_][\w./-]*)?$/, "a plain branch"],
  configKey: [
    /^(?:user\.(?:name|email)|remote\.(?:origin|upstream)\.url|branch\.[\w./-]+|init\.defaultBranch|core\.\w+)$/,
    "a harmless setting",
  ],
  dateFormat: [/^\+/, "a format"],
  /** The format of `curl -w`. With an `@` it is a file. */
  writeOut: [/^(?:[^%@]|%\{[a-z_]+\}|%%)*$/, "a plain format"],
  /** The format of `printf`: `%n` sets a variable. */
  format: [/^(?:[^%]|%[-+ #0-9.]{0,20}[sdiuxXoeEfgGcbq%])*$/, "a plain format"],
  dotCommand: [/^\.(?:tables|schema|indexes)(?: \w+)?$/, "a command that only prints"],
  sed: [SED, "a plain `sed` command"],
} as const satisfies Readonly<Record<string, readonly [RegExp, string]>>;

/** Names that small programs inside of an argument may use. */
const names = (text: string): ReadonlySet<string> => new Set(text.split(" "));

export const AWK_NAMES: ReadonlySet<string> = names(
  "print BEGIN END NR NF FNR FS OFS RS ORS FILENAME if else for in while next exit length substr index split tolower toupper int " +
    "sprintf match sum count total max min avg n i j k a b c x y s t seen key val line name",
);

export const JQ_NAMES: ReadonlySet<string> = names(
  "add all and any arrays as ascii_downcase ascii_upcase booleans ceil contains del elif else empty end endswith error false first " +
    "flatten floor from_entries fromjson group_by has if in index indices inside isempty join keys keys_unsorted last length limit " +
    "ltrimstr map map_values max max_by min min_by not now null nulls numbers objects or path paths range recurse reduce reverse " +
    "round rtrimstr scalars select sort sort_by split sqrt startswith strings sub gsub test then to_entries todate tojson tonumber " +
    "tostring transpose true type unique unique_by values walk with_entries",
);

export const SQL_FUNCTIONS: ReadonlySet<string> = names(
  "count sum min max avg lower upper coalesce length round abs distinct in values date",
);
