/**
 * Collects the capabilities that a skill has or requests, from its files. Users decide by these capabilities, and an
 * update is compared with the old version by them. Every list is sorted, limited, free of duplicates, and safe to
 * print.
 */
import type { Capabilities, NamedHook, ScriptFile } from "../../model/rules/audit.ts";
import { isMap, parseJson } from "../../model/schema.ts";
import { compareText } from "../../model/text/text.ts";
import { findHookFiles, findLifecycleScripts } from "./advice/metadata.ts";
import { CREDENTIAL_FILE, KEY_FILES } from "./advice/secrets.ts";
import { shellExpressions } from "./advice/shell-expressions.ts";
import { escapeEvidence } from "./finding.ts";
import type { AuditMaterial, TextFile } from "./material.ts";
import { findLinesWith } from "./patterns/find-patterns.ts";
import { isMachineCode } from "./structure/executables.ts";

/** Maximum entries for one kind of capability. If a list is cut, its last line says how many entries are missing. */
const MAX_LISTED = 200;
const MAX_SHOWN = 160;

export function capabilitiesOf(material: AuditMaterial): Capabilities {
  const { frontmatter, texts, files } = material;
  return {
    tools: listed(frontmatter?.manifest.allowedTools ?? []),
    scripts: scriptsOf(texts),
    hosts: listed(texts.flatMap((file) => linesWhere(file, ADDRESS).flatMap(hostsIn))),
    hooks: listed(hookLines(material)),
    shell: listed(shellExpressions(material).map(({ command }) => command)),
    secrets: listed(secretsOf(material)),
    outside: listed(texts.flatMap(outsideOf)),
    binaries: listed(files.filter(isMachineCode).map(({ path }) => path)),
  };
}

function listed(items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const unique = [...new Set([...new Set(items)].map(whole))].filter((item) => item !== "").sort(compareText);
  return unique.length <= MAX_LISTED
    ? unique
    : [...unique.slice(0, MAX_LISTED), `… ${unique.length - MAX_LISTED} more`];
}

/**
 * Returns a text for display. A text that is too long is cut and gets a hash, so that users notice an update that
 * changes only the end.
 */
function whole(item: string): string {
  if (item.length <= MAX_SHOWN) return escapeEvidence(item, MAX_SHOWN);
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `${escapeEvidence(item, MAX_SHOWN)} (${createHash("sha256").update(item).digest("hex").slice(0, 12)})`;
}

/**
 * Returns the lines that match an expression with the flag `g`. For a very long line, it returns only the matching
 * pieces.
 */
function linesWhere(file: TextFile, mark: RegExp): string[] {
  if (file.cut) return file.lines.map(({ text }) => text).filter((text) => text.search(mark) !== -1);
  const { text } = file;
  const found: string[] = [];
  mark.lastIndex = 0;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const end = text.indexOf("\n", match.index);
    found.push(text.slice(text.lastIndexOf("\n", match.index) + 1, end === -1 ? undefined : end));
    if (end === -1) break;
    mark.lastIndex = end + 1;
  }
  return found;
}

function scriptsOf(texts: readonly TextFile[]): ScriptFile[] {
  return texts
    .filter(({ role }) => role === "script")
    .map(({ path, language }) => ({ path: escapeEvidence(path), language }));
}

const HOST =
  /\b(?:https?|wss?|ftp|ssh|git):\/\/(?:[\w.~%-]{1,64}(?::[^@\s/]{0,64})?@)?([\w-]{1,63}(?:\.[\w-]{1,63}){0,8}|\[[0-9a-f:]{2,45}\])/gi;
/** Matches addresses that contact no other machine: those of this machine, and placeholder host names. */
const NOWHERE =
  /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\]|(?:\w{1,20}\.)?example\.(?:com|org|net)|example|host|hostname|your-?[\w-]{0,40}(?:\.[\w.-]{1,60})?)$/i;

const ADDRESS = /:\/\//g;

function hostsIn(text: string): string[] {
  return [...text.matchAll(HOST)]
    .map((match) => (match[1] as string).toLowerCase())
    .filter((host) => !NOWHERE.test(host));
}

const VARIABLE = /\b[A-Z][A-Z0-9_]{3,63}\b/g;
const SECRET =
  /(?:^|_)(?:(?:API|ACCESS|SECRET|PRIVATE|AUTH|SIGNING|ENCRYPTION)_?KEY(?:_ID)?|APIKEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|MNEMONIC|SEED_PHRASE|PAT)$/;

// Matches a word that every name of a secret contains. This fast check comes before the exact check.
const NAMED_SECRET = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|MNEMONIC|SEED_PHRASE|PAT/g;

function secretVariables(text: string): string[] {
  return (text.match(VARIABLE) ?? []).filter((name) => SECRET.test(name));
}

/** Returns variables with names like those of secrets, variables that the frontmatter requires, and files with keys. */
function secretsOf({ frontmatter, texts }: AuditMaterial): string[] {
  const found = [...(frontmatter?.manifest.eligibility?.requiredEnv ?? [])];
  for (const file of texts) {
    found.push(...linesWhere(file, NAMED_SECRET).flatMap(secretVariables));
    found.push(...findLinesWith(file, KEY_FILES).flatMap(({ text }) => CREDENTIAL_FILE.exec(text)?.[0] ?? []));
  }
  return found;
}

const ABSOLUTE =
  /(?<![\w.:/~$}-])(?:(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|%APPDATA%)[/\\][\w.@+-][\w.@+/\\-]{0,100}|\/(?:etc|var|opt|root|home|Users|Library|Applications|tmp|private|mnt|srv|proc|sys|dev)\/[\w.@+-][\w.@+/-]{0,100})/g;
const UPWARDS = /(?<![\w./-])(?:\.\.\/){1,12}[\w.@+/-]{0,100}/g;

// Matches a text that every path outside of the skill contains. This fast check comes before the exact check.
const OUTSIDE =
  /\.\.\/|(?:~|HOME\}?|%)[/\\]|\/(?:etc|var|opt|root|home|Users|Library|Applications|tmp|private|mnt|srv|proc|sys|dev)\//g;

function outsideOf(file: TextFile): string[] {
  const depth = file.path.split("/").length - 1;
  return linesWhere(file, OUTSIDE).flatMap((text) => outsideIn(text, depth));
}

/** Returns the paths in a text that are outside of the skill's directory. */
function outsideIn(text: string, depth: number): string[] {
  const absolute = [...text.matchAll(ABSOLUTE)].map(([found]) => found);
  const upwards = [...text.matchAll(UPWARDS)].map(([found]) => found).filter((found) => climbs(found) > depth);
  return [...absolute, ...upwards]
    .map((found) => found.replace(/[.,/\\-]{1,4}$/, ""))
    .filter((found) => found !== "/dev/null");
}

function climbs(path: string): number {
  return path.split("/").filter((part) => part === "..").length;
}

// Lists the commands of a skill's hooks, so that users see them and notice changes.

const MAX_DEPTH = 8;
const MAX_COMMANDS = 50;

/**
 * Returns `EVENT: command` for each hook. If the hook is in another file, the file's path comes first. If the command
 * is unknown, returns only the event.
 */
function hookLines(material: AuditMaterial): string[] {
  return namedHooks(material).map(({ path = "", event, command }) =>
    [path, event, command].filter((part) => part !== "").join(": "),
  );
}

/** Returns one entry for each command of a bundle's hooks. If a hook has no event or command, the field is empty. */
export function namedHooks(material: AuditMaterial): NamedHook[] {
  const files = new Set(findHookFiles(material));
  const run = findLifecycleScripts(material).map(({ path, event }) => {
    const text = material.texts.find((each) => each.path === path)?.text ?? "";
    return { path, event, command: scriptOf(text, event) };
  });
  return [
    ...hooksIn(material.frontmatter?.manifest.hooks),
    ...material.texts
      .filter(({ path }) => files.has(path))
      .flatMap(({ path, text }) => hooksInFile(text).map((hook) => ({ path, ...hook }))),
    ...run,
  ];
}

/**
 * Returns the hooks of a JSON file with a key `hooks`. If they cannot be read, returns a single entry without an event.
 */
export function hooksInFile(text: string): NamedHook[] {
  const value = parseJson(text);
  const hooks = hooksIn(isMap(value) ? value["hooks"] : undefined);
  return hooks.length > 0 ? hooks : [{ event: "", command: "" }];
}

function hooksIn(hooks: unknown): NamedHook[] {
  if (!isMap(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, value]) => {
    const all = commandsIn(value, 0);
    const more = all.length > MAX_COMMANDS ? [`… ${all.length - MAX_COMMANDS} more`] : [];
    const commands = [...all.slice(0, MAX_COMMANDS), ...more];
    return (commands.length === 0 ? [""] : commands).map((command) => ({ event, command }));
  });
}

/**
 * Returns the commands in a value. Hosts nest hooks in lists of matchers. A command is the text under `command`, `bash`
 * or `powershell`. The address of a hook on a server is under `url`.
 */
function commandsIn(value: unknown, depth: number): string[] {
  if (!Array.isArray(value) && !isMap(value)) return [];
  if (depth > MAX_DEPTH) return ["… nested too deeply to be shown"];
  if (Array.isArray(value)) return value.flatMap((each) => commandsIn(each, depth + 1));
  const own = ["command", "bash", "powershell", "url"]
    .map((key) => value[key])
    .filter((each) => typeof each === "string");
  const inner = Object.values(value);
  return [...own, ...inner.flatMap((each) => commandsIn(each, depth + 1))];
}

function scriptOf(text: string, event: string): string {
  const value = parseJson(text);
  const scripts = isMap(value) ? value["scripts"] : undefined;
  const script = isMap(scripts) && Object.hasOwn(scripts, event) ? scripts[event] : undefined;
  return typeof script === "string" ? script : "";
}
