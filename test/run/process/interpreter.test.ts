import fc from "fast-check";
import { expect, test } from "vitest";
import { interpreterOf } from "../../../src/run/process/interpreter.ts";

function reads(path: string, text: string): string {
  const found = interpreterOf(path, Buffer.from(text));
  return "problem" in found ? `? ${found.problem}` : [found.program, ...found.args].join(" ");
}

test.each<[path: string, text: string, reads: string]>([
  ["a.sh", "echo", "sh"],
  ["a.PY", "", "python3"],
  ["a.mjs", "", "node"],
  ["a.ps1", "", "pwsh -NoProfile -NonInteractive -File"],
  ["dir.sh/plain", "echo", "? neither its first line nor its name names an interpreter"],
  ["a.exe", "MZ", "? neither its first line nor its name names an interpreter"],
  ["a", "#!/bin/sh\necho", "sh"],
  ["a.py", "#!/bin/bash -eu\n", "bash -eu"],
  ["a", "#!/usr/bin/env python3\n", "python3"],
  ["a", "#! /usr/bin/env -S node --no-warnings\r\n", "node --no-warnings"],
  ["a", "#!/usr/bin/env LD_PRELOAD=x -i python3.11 -u\n", "python3.11 -u"],
  ["a", "#!/home/u/evil/bash\n", "bash"],
  ["a", "#!/usr/bin/env\n", "? its first line names ``, which is not a known interpreter"],
  ["a.sh", "#!/usr/bin/curl -o x\n", "? its first line names `/usr/bin/curl`, which is not a known interpreter"],
  ["a", `#!${" ".repeat(506)}node`, "node"],
  ["a", `#!${" ".repeat(507)}node`, "? its first line names `nod`, which is not a known interpreter"],
  ["a.sh", "#!\n", "? its first line names ``, which is not a known interpreter"],
])("[F30] %s %j is read by %s", (path, text, expected) => {
  expect(reads(path, text)).toBe(expected);
});

test.each(
  Object.entries({
    ...{ sh: "sh", bash: "bash", zsh: "zsh", py: "python3", js: "node", cjs: "node", mjs: "node", rb: "ruby" },
    ...{ pl: "perl", php: "php", lua: "lua", r: "Rscript", jl: "julia" },
  }),
)("[F30] a script `.%s` is read by %s", (extension, program) => {
  expect(reads(`scripts/a.${extension}`, "x")).toBe(program);
});

test.each(
  "sh bash dash zsh ksh python python3 node deno bun tsx ruby perl php lua Rscript julia awk jq pwsh powershell".split(
    " ",
  ),
)("[F30] a script whose first line names %s is read by it", (program) => {
  expect(reads("a", `#!/usr/bin/env ${program}\n`)).toBe(program);
});

test("[F30] any bytes under any name have an answer, and only known programs are in it", () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array({ maxLength: 700 }), fc.boolean(), (path, bytes, marked) => {
      const found = interpreterOf(path, marked ? Buffer.concat([Buffer.from("#!"), bytes]) : bytes);
      if ("program" in found) expect(found.program).toMatch(/^[A-Za-z]+[\d.]*$/);
    }),
  );
});
