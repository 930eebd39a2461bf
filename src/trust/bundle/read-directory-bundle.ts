/** Reads a local directory as a bundle, or returns why it cannot. */
import { systemCode } from "../../model/errors.ts";
import type { BundleFile, InstallLimits, Unpacked } from "../../model/skills/bundle.ts";
import type { Files } from "../../platform/files/files.ts";
import { makeBundle } from "./make-bundle.ts";
import { BundleRefusal, describeRefusal } from "./refusal.ts";

/**
 * Reads a directory; each file is read only once. Symlinks and special files are rejected, because their targets are
 * not part of the skill.
 */
export function readDirectoryBundle(root: string, files: Files, limits: InstallLimits): Unpacked {
  try {
    return makeBundle(readTree(root, files, limits), limits);
  } catch (error) {
    if (error instanceof BundleRefusal) return { refused: [error.finding] };
    const code = systemCode(error);
    if (code === "") throw error;
    const what = `\`${root}\` cannot be read completely (${code})`;
    return { refused: [describeRefusal("SK643", { what, help: "check the files and their permissions" })] };
  }
}

function* readTree(root: string, files: Files, limits: InstallLimits): Generator<BundleFile> {
  const pending = [""];
  for (let relative = pending.pop(); relative !== undefined; relative = pending.pop()) {
    const within = (name: string): string => (relative === "" ? name : `${relative}/${name}`);
    const listing = files.readDirectory(relative === "" ? root : `${root}/${relative}`);
    const odd = listing.links[0] ?? listing.others[0];
    if (odd !== undefined)
      throw new BundleRefusal("SK643", {
        entry: within(odd),
        what: `is ${listing.links.length > 0 ? "a link" : "a special file"}`,
        help: "replace it by a copy; only plain files are installed",
      });
    if (pending.length > limits.maxFiles)
      throw new BundleRefusal("SK642", {
        what: `there are more than ${limits.maxFiles} directories`,
        help: "a skill is a small directory",
      });
    for (const name of listing.directories) pending.push(within(name));
    for (const name of listing.files) {
      const path = `${root}/${within(name)}`;
      const executable = (files.lstat(path).mode & 0o100) !== 0;
      yield { path: within(name), bytes: files.readFile(path, limits.maxFileBytes), executable };
    }
  }
}
