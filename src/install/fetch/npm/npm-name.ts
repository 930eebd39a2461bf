/** `npm:NAME@VERSION`, taken apart. */
import { OperationError } from "../../../model/errors.ts";
import { showSource } from "../../source.ts";

export interface PackageName {
  readonly name: string;
  /** A version, a tag or a range; a registry's `latest` where none is named. */
  readonly wanted: string;
}

const MAX_TEXT = 512;
// What npm accepts, and no leading `-`, `.` or `_`.
const NAME = /^(?:@[A-Za-z0-9~][\w.~-]*\/)?[A-Za-z0-9~][\w.~-]*$/;
const MAX_NAME = 214;
// Versions, tags and ranges. An address could hold a password.
const WANTED = /^[\w.^~<>=*+| -]+$/;

/** Throws SK603 for a name that no registry has. */
export function parsePackageName(text: string): PackageName {
  const rest = text.slice(0, MAX_TEXT + 1).replace(/^npm:/, "");
  const at = rest.indexOf("@", 1);
  const name = at === -1 ? rest : rest.slice(0, at);
  const wanted = at === -1 ? "latest" : rest.slice(at + 1);
  if (text.length > MAX_TEXT || !isPackageName(name) || !WANTED.test(wanted))
    throw new OperationError("SK603", `\`${showSource(text)}\` names no package`, {
      hint: "write `npm:NAME`, `npm:NAME@1.2.3`, `npm:@SCOPE/NAME@^1`, or `npm:.` for what this project depends on",
    });
  return { name, wanted };
}

export function isPackageName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name);
}
