/**
 * Enables or disables a skill in Codex, as its own app server does: `[[skills.config]]` in the user's `config.toml`. A
 * disabled skill gets an entry, and an enabled one loses it. The rest of the file is unchanged.
 */
import { isDeepStrictEqual } from "node:util";
import { OperationError, systemCode } from "../../model/errors.ts";
import { isMap } from "../../model/schema.ts";
import type { Environment } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { editSettings, type SwitchEdit } from "./edit-settings.ts";

/** The skill's name in Codex, or the path of its SKILL.md. */
export type CodexSelector = { readonly name: string } | { readonly path: string };

export async function setEnabledInCodex(
  asked: CodexSelector,
  enabled: boolean,
  environment: Environment,
): Promise<SwitchEdit> {
  const path = `${codexHome(environment)}/config.toml`;
  const selector = "path" in asked ? { path: realPath(asked.path) } : asked;
  return editSettings(path, async (text) => {
    const after = await edit(text, selector, enabled);
    if (after !== undefined) return after;
    throw new OperationError("SK030", `\`${path}\` cannot be edited without risk, so it was not changed`, {
      hint: "correct the file first, or change `[[skills.config]]` in it yourself",
    });
  });
}

export function codexHome({ home, variables }: Environment): string {
  return variables["CODEX_HOME"] || `${home}/.codex`;
}

/** Returns undefined if reading the result back does not give exactly the wanted entries. */
async function edit(text: string, selector: CodexSelector, enabled: boolean): Promise<string | undefined> {
  const { parse, patch } = await import("@decimalturn/toml-patch");
  try {
    const wanted = parse(text) as Record<string, unknown>;
    const table = wanted["skills"] ?? {};
    const entries = isMap(table) ? (table["config"] ?? []) : undefined;
    if (!isMap(table) || !Array.isArray(entries)) return undefined;
    const at = entries.findIndex((each) => isFor(each, selector));
    if (enabled && at === -1) return text;
    const entry = { ...selector, enabled: false };
    const config = enabled ? entries.toSpliced(at, 1) : at === -1 ? [...entries, entry] : entries.with(at, entry);
    wanted["skills"] = { ...table, config };
    if (config.length === 0) delete (wanted["skills"] as Record<string, unknown>)["config"];
    if (Object.keys(wanted["skills"] as object).length === 0) delete wanted["skills"];
    // Inserts after a similar entry, as Codex does. The first entry goes to the end, because Codex loses an inline list
    // when it writes.
    const patched = patch(text, wanted);
    const tries =
      at === -1 && entries.length === 0 ? [withTable(text, entry), patched] : [patched, withTable(text, entry)];
    return tries.find((each) => isDeepStrictEqual(plain(parsed(each, parse)), plain(wanted)));
  } catch (error) {
    // The library throws errors of several kinds for what it cannot read or do.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function isFor(entry: unknown, selector: CodexSelector): boolean {
  if (!isMap(entry) || (entry["name"] === undefined) === (entry["path"] === undefined)) return false;
  if ("name" in selector) return typeof entry["name"] === "string" && entry["name"].trim() === selector.name.trim();
  return typeof entry["path"] === "string" && realPath(entry["path"]) === selector.path;
}

function withTable(text: string, entry: Readonly<Record<string, unknown>>): string {
  const gap = text.trim() === "" || /\n[^\S\n]*\n$/.test(text) ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  // A JSON string is also a valid TOML basic string.
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  return `${text}${gap}[[skills.config]]\n${lines.join("")}`;
}

function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Removes the prototypes that the library adds. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function realPath(path: string): string {
  try {
    return nodeFiles.realPath(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return path;
  }
}
