import { dirname } from "node:path";
import { isInside } from "../../../model/text/is-inside.ts";
import { realPathIfAny } from "../../../platform/files/files.ts";
import { isOfferedName, isShownTitle } from "../../dialects/claude-code/claude-code-text.ts";
import { coerceText } from "../../dialects/readers/coerce-text.ts";
import type { Habit, Machine, Remark, ViewEntry } from "../host-view.ts";

/**
 * Applies Claude Code's rules for names. The host offers no skill with hidden characters in its name, and shows a
 * skill's `name` beside the name of its directory.
 */
export const claudeNames: Habit = {
  entries(entries, { naming }, { files }) {
    const commands = new Map(entries.filter(isPluginCommand).map((entry) => [entry.name, entry]));
    const offered = entries.map((entry): ViewEntry => {
      const winner = entry.root.kind === "skills" ? commands.get(entry.name) : undefined;
      if (winner && isVisible(entry)) return lose(entry, winner);
      if (leavesPlugin(entry, files)) return { ...entry, outcome: "rejected", shown: "not", because: LEAVES };
      return isRefused(entry) ? refuse(entry) : entry;
    });
    return withTitles(offered, naming.taken ?? []);
  },
};

function isPluginCommand({ outcome, root }: ViewEntry): boolean {
  return outcome === "visible" && root.kind === "commands" && root.scope === "plugin";
}

const LEAVES: Remark = { code: "SK706", text: "it is a link that leads out of the plugin" };

function leavesPlugin({ outcome, root, file }: ViewEntry, files: Machine["files"]): boolean {
  if (outcome !== "visible" || root.scope !== "plugin") return false;
  const plugin = realPathIfAny(dirname(root.path), files);
  return plugin !== undefined && !isInside(file, plugin);
}

/** Marks a skill of a plugin as overridden by a command of the same name. */
function lose(entry: ViewEntry, { path }: ViewEntry): ViewEntry {
  const because: Remark = { code: "SK720", text: `${path} has the same name and wins` };
  return { ...entry, outcome: "overridden", shown: "not", by: path, because };
}

/** Matches the name of a directory whose skills come from claude.ai. */
const SYNCED = /^synced[. ]*$/i;

function isRefused({ outcome, name, root }: ViewEntry): boolean {
  return outcome === "visible" && (!isOfferedName(name) || (root.kind === "skills" && SYNCED.test(name)));
}

function refuse(entry: ViewEntry): ViewEntry {
  const because: Remark = { code: "SK718", text: `the host does not offer a skill named \`${entry.name}\`` };
  return { ...entry, outcome: "rejected", shown: "not", because };
}

/** Returns the shown name `directory (name)`, unless another skill or command has that name. */
function withTitles(entries: readonly ViewEntry[], taken: readonly string[]): ViewEntry[] {
  const listed = [
    ...new Map(
      entries
        .filter(isVisible)
        .toReversed()
        .map((each) => [each.file, each]),
    ).values(),
  ];
  const names = new Set([...taken, ...listed.map(({ name }) => name)]);
  const named = new Set<string>();
  return entries.map((entry) => {
    const title = titleOf(entry);
    const isFirst = !named.has(entry.name);
    named.add(entry.name);
    if (title === undefined || names.has(title) || !isFirst) return entry;
    names.add(title);
    return { ...entry, shownName: `${entry.name} (${title})` };
  });
}

function isVisible({ outcome }: ViewEntry): boolean {
  return outcome === "visible";
}

function titleOf({ outcome, name, root, fields }: ViewEntry): string | undefined {
  const given = fields["name"];
  const written = given === null || given === undefined ? "" : (coerceText(given) ?? "");
  if (outcome !== "visible" || root.kind === "commands" || written === "") return undefined;
  const title = written.startsWith(root.namespace) ? written : root.namespace + written;
  return name.endsWith(`:${title}`) || !isShownTitle(title) ? undefined : title;
}
