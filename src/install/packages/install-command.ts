/** A spec → the program and the arguments that install it, or why not. Nothing that leaves here means anything to a shell. */
import { oneLine } from "../../model/text/text.ts";
import type { InstallSpec, PackageKind } from "./install-spec.ts";

/** A list of arguments, never a line. */
export interface InstallCommand {
  readonly program: string;
  readonly args: readonly string[];
}

// npm's longest name, with its scope and a version.
const MAX_NAME = 256;
/** What any package may be called, whatever its manager; the rest would mean something to a shell. */
const ALLOWED = /^[A-Za-z0-9_./:@+=~-]+$/;

/** Throws nothing: a clause where the name is not one. */
export function installCommand({ kind, package: name }: InstallSpec): InstallCommand | { readonly wrong: string } {
  const shown = `\`${oneLine(name.slice(0, 60))}\``;
  if (name.length > MAX_NAME || !ALLOWED.test(name) || name.startsWith("-"))
    return { wrong: `${shown} is no package's name` };
  if (kind === "download") return { wrong: "a download is not installed by a program" };
  if (!SHAPES[kind].test(name) || name.includes("..")) return { wrong: `${shown} is not a name that ${kind} looks up` };
  return COMMANDS[kind](name);
}

type Managed = Exclude<PackageKind, "download">;

/**
 * Names in the manager's own catalogue, with a version where it has a form for that. Paths, addresses and repositories are
 * not: they would install something that the name does not say. To apt, `vim-` means that vim is to go.
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
  // Without the option, a name that is not found is tried as a pattern.
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
  // A package's own scripts would run with the user's rights before anybody has called it.
  npm: (name) => ({
    program: "npm",
    args: ["install", "--global", "--ignore-scripts", "--no-audit", "--no-fund", "--", name],
  }),
  uv: (name) => ({ program: "uv", args: ["tool", "install", "--no-config", "--", name] }),
  go: (name) => ({ program: "go", args: ["install", "--", name.includes("@") ? name : `${name}@latest`] }),
};
