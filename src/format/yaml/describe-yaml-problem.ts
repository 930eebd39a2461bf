/** Translates error messages of the YAML library into words for authors. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/within a (?:single|double) quoted scalar$/, "its quote is never closed"],
  [/within a flow collection$/, "its `[` or `{` is never closed"],
  [/^deficient indentation/, "one of its quotes or brackets is never closed, or a line is indented too little"],
  [/^bad indentation/, "one of its lines is indented differently from the lines around it"],
  [/^tab characters/, "one of its lines is indented with a tab"],
  [/^missed comma/, "a comma is missing between two items"],
  [/but found ','$/, "there is nothing before a comma"],
  [/^name of an alias/, "`*` begins an alias in YAML, and no name follows"],
  [/^name of an anchor/, "`&` begins an anchor in YAML, and no name follows"],
  [/^expected ':'|multiline key/, "one of its lines is not `key: value`"],
  [/^a whitespace character is expected/, "a space is missing after a colon"],
  [/^unknown escape|^expected hexadecimal/, "it has an escape that YAML does not define"],
  [/non-printable|^expected valid JSON/, "it has a control character"],
  [/^end of the stream or a document separator/, "text follows where the value should end"],
  [/^a line break is expected/, "text follows `|` or `>` on the same line"],
];

export function describeYamlProblem(reason: string): string {
  const nested = /^nesting exceeded maxDepth \((\d+)\)/.exec(reason);
  if (nested) return `it is nested more than ${nested[1]} levels deep`;
  return WORDS.find(([pattern]) => pattern.test(reason))?.[1] ?? reason;
}
