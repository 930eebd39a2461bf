/** Remedies for a name: one that is free and that the host takes, where the host takes its names from. */
import { dirname } from "node:path";
import { baseName } from "../model/text.ts";
import { type Ailment, fitting, freeName, nameTaken, type Remedy, type RemedyStep } from "./ailment.ts";
import { mend } from "./mend.ts";

/** SK718, SK719, SK720, SK728, SK732: another name. */
export function renamed(ailment: Ailment): Remedy | undefined {
  const { cell, view, machine } = ailment;
  if (cell.entry === undefined) return undefined;
  const { path, directory, root, fields } = cell.entry;
  const { from, equalsDirectory } = view.profile.naming;
  const moves = from === "directory" || equalsDirectory !== undefined;
  const written = from !== "directory" && typeof fields["name"] === "string" ? fields["name"] : baseName(directory);
  const isTaken = nameTaken(ailment);
  const parent = directory === root.path ? directory : dirname(directory);
  const name = freeName(
    fitting(written),
    (each) => isTaken(each) || (moves && each !== baseName(directory) && machine.files.exists(`${parent}/${each}`)),
  );
  const to = moves ? `${parent}/${name}` : directory;
  const place = { path: `${to}/${baseName(path)}`, root, name: baseName(to) };
  const needed = mend(ailment, place, { name });
  if (needed === undefined || to === directory) return needed;
  const step: RemedyStep =
    directory === root.path ? { do: "move", from: path, to: place.path } : { do: "move", from: directory, to };
  const words = `rename its directory to \`${name}\``;
  return { text: needed.text === "" ? words : `${words} and ${needed.text}`, steps: [step, ...needed.steps] };
}

/** SK724: the name that the host goes by. */
export function sameName(ailment: Ailment): Remedy | undefined {
  const { cell, view } = ailment;
  if (cell.entry === undefined) return undefined;
  const { path, directory, root, fields, name: known } = cell.entry;
  const name = known.slice(root.namespace.length);
  const needed = mend(ailment, { path, root, name: baseName(directory) }, { without: "SK724", name });
  const written = String(fields["name"] ?? "");
  const other = view.profile.naming.from === "directory" && fitting(written) === written;
  if (needed === undefined || !other) return needed;
  return { text: `${needed.text}, or rename its directory to \`${written}\``, steps: needed.steps };
}
