/** Runs the programs that the guide quotes, as a reader would. `api.test.ts` compares their text with the guide. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { frameworksDirectory } from "../../../scripts/frameworks.mjs";
import { makeTree } from "../../tree.ts";
import { withFrameworks } from "./frameworks.ts";

const { describe, test } = withFrameworks;

const root = resolve(import.meta.dirname, "../../..");
const examples = join(root, "examples/adapters");
const names = readdirSync(examples).map((file) => file.replace(".mjs", ""));
const node = process.env["SKILLWRIGHT_TEST_NODE"] || process.execPath;

/** The examples are copied beside the frameworks, so that they can import them. */
let place: string;

beforeAll(() => {
  place = mkdtempSync(join(frameworksDirectory(), "run-"));
  cpSync(examples, place, { recursive: true });
  for (const file of ["drive-example.mjs", "loopback.mjs", "frameworks/use.ts"])
    cpSync(join(import.meta.dirname, file), join(place, file.replace("frameworks/", "")));
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

describe("[L6] the example of each adapter", () => {
  const tree = makeTree({
    "work/skills/greet/SKILL.md":
      "---\nname: greet\ndescription: Greets people.\n---\nSay hello to $ARGUMENTS, warmly.\n",
  });

  test.each(names)("%s gives the model the catalog, and the skill with its arguments", (name) => {
    const said = execFileSync(node, [join(place, "drive-example.mjs"), name], {
      cwd: tree.at("work"),
      env: { PATH: process.env["PATH"], HOME: tree.at("home") },
      encoding: "utf8",
    });
    expect(said).toContain("Say hello to Ada, warmly.");
  });
});

test("[X9] the types of every adapter are those that its framework takes", () => {
  const types = join(place, "types");
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", root, "--emitDeclarationOnly", "--declarationDir", types]);
  const options = {
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "esnext.disposable", "dom"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    paths: { skillwright: [`${types}/api/index.d.ts`], "skillwright/*": [`${types}/surfaces/adapters/*.d.ts`] },
  };
  for (const exactOptionalPropertyTypes of [false, true]) {
    const compilerOptions = { ...options, exactOptionalPropertyTypes };
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    execFileSync(process.execPath, [tsc, "-p", place], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  }
});
