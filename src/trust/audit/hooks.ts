/** What a skill's hooks would run, so that a person sees it and an update that changes it is noticed. */
import type { NamedHook } from "../../model/rules/audit.ts";
import { isMap, parseJson } from "../../model/schema.ts";
import { hookFiles, lifecycleScripts } from "./advice/metadata.ts";
import type { Material } from "./material.ts";

const MAX_DEPTH = 8;
const MAX_COMMANDS = 50;

/** `EVENT: command`, with the file before it where it is not the skill's own; the event alone where nothing says what. */
export function hookLines(material: Material): string[] {
  return namedHooks(material).map(({ path = "", event, command }) =>
    [path, event, command].filter((part) => part !== "").join(": "),
  );
}

/** The hooks of a bundle, one entry for each command. `event` and `command` are empty where the file does not say them. */
export function namedHooks(material: Material): NamedHook[] {
  const files = new Set(hookFiles(material));
  const run = lifecycleScripts(material).map(({ path, event }) => {
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

/** The hooks of a JSON file with a key `hooks`. A file whose hooks cannot be read has one entry without an event. */
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

/** Hosts nest them in lists of matchers; a command is a text under `command`, and a server's hook has its address under `url`. */
function commandsIn(value: unknown, depth: number): string[] {
  if (!Array.isArray(value) && !isMap(value)) return [];
  if (depth > MAX_DEPTH) return ["… nested too deeply to be shown"];
  if (Array.isArray(value)) return value.flatMap((each) => commandsIn(each, depth + 1));
  const own = [value["command"], value["url"]].filter((each) => typeof each === "string");
  const inner = Object.values(value);
  return [...own, ...inner.flatMap((each) => commandsIn(each, depth + 1))];
}

function scriptOf(text: string, event: string): string {
  const value = parseJson(text);
  const scripts = isMap(value) ? value["scripts"] : undefined;
  const script = isMap(scripts) && Object.hasOwn(scripts, event) ? scripts[event] : undefined;
  return typeof script === "string" ? script : "";
}
