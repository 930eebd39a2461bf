/**
 * Converts a spec into the program and arguments that install the package, or returns why it cannot. The result has no
 * shell syntax.
 */
import { oneLine } from "../../model/text/text.ts";
import type { InstallSpec, PackageKind } from "./install-spec.ts";

/** A list of arguments, never a shell line. */
export interface InstallCommand {
  readonly program: string;
  readonly args: readonly string[];
}

// Maximum characters of a name. npm's longest name, with its scope and a version, is shorter.
const MAX_NAME = 256;
/** Characters that are allowed in package names. Other characters could have a meaning in a shell. */
const ALLOWED = /^[A-Za-z0-9_./:@+=~-]+$/;

/** Returns the command for a spec. If the name is not valid, it returns the reason and does not throw. */
export function installCommand({ kind, package: name }: InstallSpec): InstallCommand | { readonly wrong: string } {
  const shown = `\`${oneLine(name.slice(0, 60))}\``;
  if (name.length > MAX_NAME || !ALLOWED.test(name) || name.startsWith("-"))
    return { wrong: `${shown} is not a valid package name` };
  if (kind === "download") return { wrong: "a download is not installed by a package manager" };
  if (!SHAPES[kind].test(name) || name.includes(".."))
    return { wrong: `${shown} is not a package name that ${kind} accepts` };
  return COMMANDS[kind](name);
}

type Managed = Exclude<PackageKind, "download">;

/**
 * Patterns of the names that a package manager looks up in its catalogue, with a version if the manager supports
 * versions. Paths, addresses and repositories do not match, because they could install a different package. A trailing
 * `-` as in `vim-` does not match, because apt would remove vim.
 */
const SHAPES: Readonly<Record<Managed, RegExp>> = {
  brew: /^(?:[a-z0-9][a-z0-9_-]*\/[a-z0-9][a-z0-9_-]*\/)?[a-z0-9][a-z0-9+_.@-]*$/,
  apt: /^[a-z0-9][a-z0-9+.-]*[a-z0-9+.](?::[a-z0-9]+)?(?:=[A-Za-z0-9][A-Za-z0-9.+:~-]*)?$/,
  npm: /^(?:@[a-z0-9_][a-z0-9_.-]*\/)?[a-z0-9_][a-z0-9_.-]*(?:@[A-Za-z0-9~][A-Za-z0-9.+~-]*)?$/,
  uv: /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:(?:==|@)[A-Za-z0-9][A-Za-z0-9.+-]*)?$/,
  go: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+(?:\/[A-Za-z0-9_][A-Za-z0-9_.~-]*)+(?:@[A-Za-z0-9][A-Za-z0-9.+-]*)?$/,
};

const COMMANDS: Readonly<Record<Managed, (name: string) => InstallCommand>> = {
  brew: (name) => ({ program: "brew", args: ["install", "--formula", "--", name] }),
  // Without this option, apt treats an unknown name as a search pattern.
  apt: (name) => ({
    program: "apt-get",
    args: [
      "install",
      "--yes",
      "--no-install-recommends",
      "--no-remove",
      "-o",
      "APT::Cmd::Pattern-Only=true",
      "--",
      name,
    ],
  }),
  // Install scripts of a package are turned off, because they would run with the user's rights.
  npm: (name) => ({
    program: "npm",
    args: ["install", "--global", "--ignore-scripts", "--no-audit", "--no-fund", "--", name],
  }),
  uv: (name) => ({ program: "uv", args: ["tool", "install", "--no-config", "--", name] }),
  go: (name) => ({ program: "go", args: ["install", "--", name.includes("@") ? name : `${name}@latest`] }),
};
