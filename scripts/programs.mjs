// The programs of this machine that tests start: those that every machine needs, and those that some tests need.
import { accessSync, constants, mkdtempSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/**
 * Optional programs. A test that starts one of them is skipped on a machine without the program; see `test/needs.ts`.
 */
export const OPTIONAL_PROGRAMS = /** @type {const} */ ([
  "bash",
  "bwrap",
  "docker-registry",
  "python3",
  "ssh-keygen",
  "tar",
  "tmux",
  "unshare",
  "zip",
]);

/** GNU coreutils without its rarest programs. POSIX systems without GNU also have most of these programs. */
const COREUTILS =
  "[ basename cat chgrp chmod chown cp cut date dd df dirname du echo env expr false fold head id install ln ls " +
  "md5sum mkdir mkfifo mktemp mv nice nohup od paste printenv printf pwd readlink realpath rm rmdir seq sha256sum " +
  "sleep sort split stat stty sync tail tee test timeout touch tr true truncate tty uname uniq wc whoami yes";

/** Returns the path of a program on the PATH. */
export function findProgram(name) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find(isProgram);
}

/**
 * Makes a directory below `parent` that can replace the whole PATH. It has only links to node, npm, git, sh and
 * coreutils.
 */
export function makeBarePath(parent) {
  const directory = mkdtempSync(join(parent, "path-"));
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? process.env.npm_execpath : findProgram("npm");
  const npx = npm && join(dirname(realpathSync(npm)), "npx-cli.js");
  const others = ["git", "sh", ...COREUTILS.split(" ")].map((name) => [name, findProgram(name)]);
  for (const [name, path] of [["node", process.execPath], ["npm", npm], ["npx", npx], ...others])
    if (path !== undefined && isProgram(path)) symlinkSync(path, join(directory, name));
  return directory;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    // The file does not exist, or it may not be executed.
    if (typeof error.code !== "string") throw error;
    return false;
  }
}
