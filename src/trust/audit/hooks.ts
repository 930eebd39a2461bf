/** What a skill's hooks would run, so that a person sees it and an update that changes it is noticed. */
import { isMap } from "../../model/values/is-map.ts";
import { parseJson } from "../../model/values/parse-json.ts";
import { hookFiles, lifecycleScripts } from "./advice/metadata.ts";
import type { Material, TextFile } from "./material.ts";

const MAX_DEPTH = 8;
const MAX_COMMANDS = 50;

/** [G20] `EVENT: command`, with the file before it where it is not the skill's own; the event alone where nothing says what. */
export function hookLines(material: Material): string[] {
  const own = linesOf(material.frontmatter?.manifest.hooks, "");
  const files = new Set(hookFiles(material));
  const brought = material.texts.filter(({ path }) => files.has(path)).flatMap(fileLines);
  const run = lifecycleScripts(material).map(({ path, event }) => {
    const text = material.texts.find((each) => each.path === path)?.text ?? "";
    return withCommand(`${path}: ${event}`, scriptOf(text, event));
  });
  return [...own, ...brought, ...run];
}

function fileLines({ path, text }: TextFile): string[] {
  const value = parseJson(text);
  const lines = linesOf(isMap(value) ? value["hooks"] : undefined, `${path}: `);
  return lines.length > 0 ? lines : [path];
}

function linesOf(hooks: unknown, before: string): string[] {
  if (!isMap(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, value]) => {
    const all = commandsIn(value, 0);
    const more = all.length > MAX_COMMANDS ? [`… ${all.length - MAX_COMMANDS} more`] : [];
    const commands = [...all.slice(0, MAX_COMMANDS), ...more];
    const name = `${before}${event}`;
    return commands.length === 0 ? [name] : commands.map((command) => withCommand(name, command));
  });
}

function withCommand(name: string, command: string): string {
  return command === "" ? name : `${name}: ${command}`;
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
