/** Parses the name of a package source, such as `npm:NAME@VERSION`. */
import { OperationError } from "../../../model/errors.ts";
import { showSource } from "../../source.ts";

export interface PackageName {
  readonly name: string;
  /** A version, tag or range (default: the registry's `latest`). */
  readonly wanted: string;
}

const MAX_TEXT = 512;
// Matches the package names that npm accepts. A name that starts with `-`, `.` or `_` does not match.
const NAME = /^(?:@[A-Za-z0-9~][\w.~-]*\/)?[A-Za-z0-9~][\w.~-]*$/;
const MAX_NAME = 214;
// Matches versions, tags and ranges. Addresses are excluded, because they could contain a password.
const WANTED = /^[\w.^~<>=*+| -]+$/;

/** Throws SK603 for an invalid package name. */
export function parsePackageName(text: string): PackageName {
  const rest = text.slice(0, MAX_TEXT + 1).replace(/^npm:/, "");
  const at = rest.indexOf("@", 1);
  const name = at === -1 ? rest : rest.slice(0, at);
  const wanted = at === -1 ? "latest" : rest.slice(at + 1);
  if (text.length > MAX_TEXT || !isPackageName(name) || !WANTED.test(wanted))
    throw new OperationError("SK603", `\`${showSource(text)}\` names no package`, {
      hint: "write `npm:NAME`, `npm:NAME@1.2.3`, `npm:@SCOPE/NAME@^1`, or `npm:.` for the dependencies of this project",
    });
  return { name, wanted };
}

export function isPackageName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name);
}
