/**
 * Edits keys of a configuration file as text, so comments, order and other keys stay. It writes nothing; the caller
 * shows the diff first.
 */
import { notEditedError, parseSettings } from "./parse-settings.ts";

/** A new value for a key, or texts to add to the key's list. */
export type ConfigEdit =
  | { readonly key: string; readonly value: number | string | boolean }
  | { readonly key: string; readonly add: readonly string[] };

/** Returns the new text. Throws SK030 if the file is not valid, or a key has a value of another type. */
export async function editConfig(text: string, edits: readonly ConfigEdit[], path: string): Promise<string> {
  const { isMap, isSeq } = await import("yaml");
  const document = await parseSettings(text, path);
  // `toJS` needs no limit for aliases, because our own YAML parser has already checked them.
  const plain = (): string => JSON.stringify(document.toJS({ maxAliasCount: -1 }));
  const isEmpty = (node: unknown): boolean => node === undefined || node === null;
  const before = plain();
  for (const edit of edits) {
    const keys = edit.key.split(".");
    for (let at = 1; at < keys.length; at++) {
      const parent = document.getIn(keys.slice(0, at));
      if (!isEmpty(parent) && !isMap(parent))
        throw notEditedError(path, `has a \`${keys.slice(0, at).join(".")}\` that is not a mapping`);
    }
    if ("value" in edit) document.setIn(keys, edit.value);
    else {
      const node = document.getIn(keys);
      if (!isEmpty(node) && !isSeq(node)) throw notEditedError(path, `has a \`${edit.key}\` that is not a list`);
      const known: unknown[] = isSeq(node) ? node.items.map(String) : [];
      const fresh = edit.add.filter((each) => !known.includes(each));
      if (isSeq(node)) for (const each of fresh) node.add(document.createNode(each));
      else if (fresh.length > 0) document.setIn(keys, document.createNode(fresh));
    }
  }
  return plain() === before ? text : document.toString({ lineWidth: 0 });
}
