import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** The declarations of every module that the façade names, as a user's editor sees them. */
function declarations(): string {
  const out = mkdtempSync(join(tmpdir(), "skillwright-api-"));
  try {
    execFileSync(process.execPath, [
      join(root, "node_modules/typescript/bin/tsc"),
      "-p",
      root,
      "--emitDeclarationOnly",
      "--declarationDir",
      out,
    ]);
    const facade = readFileSync(join(out, "index.d.ts"), "utf8");
    const modules = [
      ...new Set([...facade.matchAll(/from "\.\/(.+?)\.(?:ts|js)"/g)].map((match) => `${match[1]}.d.ts`)),
    ].sort();
    const present = new Set(
      readdirSync(out, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/")),
    );
    expect(modules.filter((file) => !present.has(file))).toEqual([]);
    return [facade, ...modules.map((file) => `// ${file}\n${readFileSync(join(out, file), "utf8")}`)].join("\n");
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

test("[L5] the public types are what they were", async () => {
  await expect(declarations()).toMatchFileSnapshot("../api/public-types.d.ts.txt");
});

test("[L5] the public names are what they were", async () => {
  const names = Object.keys(await import("../../src/index.ts")).sort();
  expect(names).toMatchSnapshot();
});

test("[L6] the README's example is one that CI runs", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const example = readFileSync(join(root, "examples/list-skills.mjs"), "utf8");
  for (const call of ["openSkills({", "skills.snapshot.skills", 'skills.explain("skill-creater")'])
    expect([readme.includes(call), example.includes(call)]).toEqual([true, true]);
  const linked = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] as string);
  const missing = linked.filter((path) => {
    try {
      readFileSync(join(root, path));
      return false;
    } catch (error) {
      return (error as { code?: string }).code !== "EISDIR";
    }
  });
  expect(missing).toEqual([]);
});
