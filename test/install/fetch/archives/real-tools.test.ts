/** Archives of the usual programs are accepted completely. A test runs only if its program is installed. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unpackArchive } from "../../../../src/install/fetch/archives/unpack.ts";
import { needs } from "../../../needs.ts";
import { makeTree } from "../../../tree.ts";

// A path that is too long for the name field of a tar header. Writers of `ustar` split such a path into a prefix and a
// name.
const LONG = `references/${"long-".repeat(18)}/${"name-".repeat(10)}.md`;
const FILES = {
  "pdf/SKILL.md": "---\nname: pdf\n---\n",
  "pdf/scripts/run.sh": { content: "#!/bin/sh\n", mode: 0o755 },
  "pdf/references/forms/a b.md": "x".repeat(3000),
  "pdf/empty": "",
  [`pdf/${LONG}`]: "long\n",
};

const ZIPFILE = "import shutil,sys; shutil.make_archive(sys.argv[1][:-4],'zip',sys.argv[2],sys.argv[3])";
const TARFILE = "import tarfile,sys; t=tarfile.open(sys.argv[1],'w:gz'); t.add(sys.argv[3]); t.close()";

/** Program and arguments. OUT is the archive, TOP the parent directory, NAME the directory. */
const TOOLS: [title: string, suffix: string, command: ["tar" | "git" | "zip" | "python3", ...string[]]][] = [
  ["tar", ".tar.gz", ["tar", "-czf", "OUT", "NAME"]],
  ["tar from inside", ".tgz", ["tar", "-C", "NAME", "-czf", "OUT", "."]],
  ["tar as ustar", ".tar.gz", ["tar", "--format=ustar", "-czf", "OUT", "NAME"]],
  ["tar as GNU", ".tar.gz", ["tar", "--format=gnu", "-czf", "OUT", "NAME"]],
  ["tar as PAX", ".tar.gz", ["tar", "--format=pax", "-czf", "OUT", "NAME"]],
  ["git to tar", ".tar.gz", ["git", "archive", "--prefix=NAME/", "-o", "OUT", "HEAD:NAME"]],
  ["git to tar with a commit", ".tar.gz", ["git", "archive", "-o", "OUT", "HEAD"]],
  ["git to zip", ".zip", ["git", "archive", "-o", "OUT", "HEAD"]],
  ["zip", ".zip", ["zip", "-qr", "OUT", "NAME"]],
  ["zip without directories", ".zip", ["zip", "-qrD", "OUT", "NAME"]],
  ["zip without extra fields", ".zip", ["zip", "-qrX", "OUT", "NAME"]],
  ["zipfile", ".zip", ["python3", "-Ic", ZIPFILE, "OUT", "TOP", "NAME"]],
  ["tarfile", ".tar.gz", ["python3", "-Ic", TARFILE, "OUT", "TOP", "NAME"]],
];

for (const [title, suffix, [program, ...args]] of TOOLS) {
  const run = program === "git" ? test : needs(program).test;
  run(`[Z5] ${title}`, () => {
    const top = packedTop();
    const out = `${top}/out${suffix}`;
    const words: Record<string, string> = { OUT: out, TOP: top, NAME: "pdf" };
    execFileSync(
      program,
      args.map((word) => words[word] ?? word.replace("NAME", "pdf")),
      { cwd: top },
    );
    const unpacked = unpackArchive(readFileSync(out));
    const files = "bundle" in unpacked ? unpacked.bundle.files : unpacked.refused;
    const prefix = title === "tar from inside" ? "" : "pdf/";
    expect(files).toEqual(
      [
        ["SKILL.md", "---\nname: pdf\n---\n", false],
        ["empty", "", false],
        ["references/forms/a b.md", "x".repeat(3000), false],
        [LONG, "long\n", false],
        ["scripts/run.sh", "#!/bin/sh\n", true],
      ].map(([path, content, executable]) => ({
        path: `${prefix}${path}`,
        bytes: expect.toSatisfy((bytes: Uint8Array) => Buffer.from(bytes).toString() === content),
        executable,
      })),
    );
  });
}

/** Makes the parent directory of a skill, which is also a git repository. */
function packedTop(): string {
  const { top } = makeTree(FILES);
  const config = ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false"];
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    [...config, "commit", "-qm", "pdf"],
  ])
    execFileSync("git", args, { cwd: top, env: { PATH: process.env["PATH"], GIT_CONFIG_NOSYSTEM: "1", HOME: top } });
  return top;
}
