/**
 * Enables or disables a skill in Codex, as Codex's own app server does: in `[[skills.config]]` of the user's
 * `config.toml`. To disable a skill, an entry is added. To enable it, the entry is removed. The rest of the file is
 * unchanged.
 */
import { isDeepStrictEqual } from "node:util";
import { OperationError, systemCode } from "../../model/errors.ts";
import { isMap } from "../../model/schema.ts";
import {
  appendInline,
  appendTable,
  inlineToml,
  removeFromToml,
  replaceInToml,
  tomlLines,
} from "../../model/text/data-formats/edit-toml-text.ts";
import type { Environment } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { toPlainJson } from "../../session/dependencies/mcp/plan-edit.ts";
import { readFormat } from "../../session/dependencies/mcp/read-format.ts";
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

/**
 * Returns the edited text. It is parsed again, and the result is undefined unless it has exactly the wanted entries.
 */
async function edit(text: string, selector: CodexSelector, enabled: boolean): Promise<string | undefined> {
  const before = await readFormat(text, "toml");
  const table = before?.["skills"] ?? {};
  const entries = isMap(table) ? (table["config"] ?? []) : undefined;
  if (before === undefined || !isMap(table) || !Array.isArray(entries)) return undefined;
  const at = entries.findIndex((each) => isFor(each, selector));
  if (enabled && at === -1) return text;
  const entry = { ...selector, enabled: false };
  const config = enabled ? entries.toSpliced(at, 1) : at === -1 ? [...entries, entry] : entries.with(at, entry);
  const wanted = withoutEmpty({ ...before, skills: withoutEmpty({ ...table, config }, "config") }, "skills");
  for (const after of enabled ? removed(text, at) : written(text, at, entry)) {
    const read = after === undefined ? undefined : await readFormat(after, "toml");
    if (read !== undefined && isDeepStrictEqual(toPlainJson(read), toPlainJson(wanted))) return after;
  }
  return undefined;
}

const LIST = ["skills", "config"];

/**
 * Returns three candidate texts: without the entry, without the whole list, and without the whole table. The last two
 * apply if the entry was the only one.
 */
function removed(text: string, at: number): (string | undefined)[] {
  return [[...LIST, at], LIST, LIST.slice(0, 1)].map((path) => removeFromToml(text, path));
}

/**
 * Returns candidate texts with the new entry. It replaces the entry at `at`, or follows the last entry of the list. If
 * the list is empty, it is added at the end of the file.
 */
function written(text: string, at: number, entry: Readonly<Record<string, unknown>>): (string | undefined)[] {
  const added = `[[${LIST.join(".")}]]\n${tomlLines(entry)}`;
  const inline = inlineToml(entry);
  if (at !== -1) return [replaceInToml(text, [...LIST, at], { lines: added, inline })];
  const piece = appendInline(text, LIST, inline);
  const gap = text.trim() === "" || /\n[^\S\n]*\n$/.test(text) ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return [
    appendTable(text, LIST, added),
    piece && text.slice(0, piece.at) + piece.text + text.slice(piece.at),
    text + gap + added,
  ];
}

/** Returns the map without the key if the key's value is empty. */
function withoutEmpty(map: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  const { [key]: value, ...others } = map;
  return Object.keys(value as object).length === 0 ? others : { ...others, [key]: value };
}

function isFor(entry: unknown, selector: CodexSelector): boolean {
  if (!isMap(entry) || (entry["name"] === undefined) === (entry["path"] === undefined)) return false;
  if ("name" in selector) return typeof entry["name"] === "string" && entry["name"].trim() === selector.name.trim();
  return typeof entry["path"] === "string" && realPath(entry["path"]) === selector.path;
}

function realPath(path: string): string {
  try {
    return nodeFiles.realPath(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return path;
  }
}
