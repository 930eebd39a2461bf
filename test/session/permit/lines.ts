/** Generates texts like commands: words, operators, quotes and brackets in any order, with or without spaces. */
import fc from "fast-check";

const PIECES =
  "git log -c --exec rm x echo sh -m cat if then fi else for in do done case esac while { } ( ) (( )) [[ ]] $( ) ` \" ' \\ | " +
  '|| & && ; ;; > >> < << <<< EOF $X ${X} ${X:-y} "$X" "$(git log)" $((1)) * ? [a] {a,b} {1..3} ~ = A=b # ! $\'x\' 2>&1 ' +
  ">/dev/null <( >( time coproc function 'a b' \"a b\" \\; \\ git\\ log --";

const pieces = fc.constantFrom(...PIECES.split(" "), " ", "\t", "\n", "git log", "git status", "echo hi", "\0", "é");

export const line: fc.Arbitrary<string> = fc
  .tuple(fc.array(pieces, { maxLength: 24 }), fc.constantFrom(" ", "", " ", " "))
  .map(([parts, glue]) => parts.join(glue));

/** Lines that are valid more often than random lines. */
export const likely: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("git log", "git status", "echo hi", "git add x", "cat", "git diff a") },
      { weight: 1, arbitrary: pieces },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .chain((parts) =>
    fc
      .array(fc.constantFrom(" ", "; ", " | ", " && ", "\n", " & ", " || ", ""), {
        minLength: parts.length,
        maxLength: parts.length,
      })
      .map((glue) => parts.map((part, at) => part + glue[at]).join("")),
  );
