/** Small programs inside of an argument. Each function accepts a plain subset that cannot run, read or write anything else. */

const AWK_NAMES: ReadonlySet<string> = new Set(
  (
    "print BEGIN END NR NF FNR FS OFS RS ORS FILENAME if else for in while next exit length substr index split tolower toupper int " +
    "sprintf match sum count total max min avg n i j k a b c x y s t seen key val line name"
  ).split(" "),
);

/** Prints fields, counts and sums. `|` and `getline` run programs; `>` writes files unless it compares in the pattern. */
export function isPlainAwk(text: string): boolean {
  if (text.length > 2000) return false;
  // Only at the very beginning a `/` certainly opens a regular expression; elsewhere it may divide.
  const code = withoutStrings(text.replace(/^\s*!?\/(?:[^/\\\n]|\\.){0,500}\//, ""));
  const opening = code.indexOf("{");
  if (/[|@`\\]/.test(code) || (opening !== -1 && code.indexOf(">", opening) !== -1)) return false;
  return (code.match(/[A-Za-z_]\w*/g) ?? []).every((name) => AWK_NAMES.has(name));
}

const JQ_NAMES: ReadonlySet<string> = new Set(
  (
    "add all and any arrays as ascii_downcase ascii_upcase booleans ceil contains del elif else empty end endswith error false first " +
    "flatten floor from_entries fromjson group_by has if in index indices inside isempty join keys keys_unsorted last length limit " +
    "ltrimstr map map_values max max_by min min_by not now null nulls numbers objects or path paths range recurse reduce reverse " +
    "round rtrimstr scalars select sort sort_by split sqrt startswith strings sub gsub test then to_entries todate tojson tonumber " +
    "tostring transpose true type unique unique_by values walk with_entries"
  ).split(" "),
);

/** Fields, plain functions and lower-case variables. `env`, `$ENV`, `input` and `import` read other things. */
export function isPlainJq(text: string): boolean {
  if (text.length > 4000 || /"[^"]*\\\(/.test(text)) return false;
  // Keys of objects: `{name` is the field `name`, and `name:` is a label.
  const keys = withoutStrings(text).replaceAll(/\{\s*[A-Za-z_]\w*(?=\s*[,}])|[A-Za-z_]\w*\s*:/g, " ");
  const code = keys.replaceAll(/\.[A-Za-z_]\w*/g, " ");
  if (/[`\\]|\$(?![a-z])|\$__/.test(code)) return false;
  return (
    code.replaceAll(/\$[a-z]\w*|@(?:csv|tsv|json|text|html|uri|base64d?)\b/g, " ").match(/[A-Za-z_]\w*/g) ?? []
  ).every((name) => JQ_NAMES.has(name));
}

function withoutStrings(text: string): string {
  return text.replaceAll(/"(?:[^"\\\n]|\\.){0,2000}"/g, " ");
}

const SQL_FUNCTIONS: ReadonlySet<string> = new Set(
  "count sum min max avg lower upper coalesce length round abs distinct in values date".split(" "),
);

/** One `select` of columns, or a list of tables. Other statements change data, and other functions can read files. */
export function isPlainSelect(text: string): boolean {
  const query = text.trim().replace(/;$/, "");
  if (/^show (?:tables|databases|columns from \w+)$/i.test(query)) return true;
  if (!/^select\s[\w\s*,.()='<>!%-]{1,2000}$/i.test(query) || /--|\binto\b/i.test(query)) return false;
  const calls = query.match(/\w+(?=\s*\()/g) ?? [];
  return calls.every((name) => SQL_FUNCTIONS.has(name.toLowerCase()));
}
