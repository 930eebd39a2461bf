/**
 * Changes keys of a configuration file as text: comments, order and everything else stay as they are. It writes nothing;
 * whoever asked looks at the difference first.
 */
import { OperationError } from "../../model/errors.ts";

/** A value for a key, or texts that are added to its list. */
export type ConfigEdit =
  | { readonly key: string; readonly value: number | string | boolean }
  | { readonly key: string; readonly add: readonly string[] };

/** The new text. Throws where the file is not YAML, or a key has something else than a list where a list is added to. */
export async function editConfig(text: string, edits: readonly ConfigEdit[], path: string): Promise<string> {
  const { parseDocument, isMap, isSeq } = await import("yaml");
  const document = parseDocument(text);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents)))
    throw new OperationError("SK030", `\`${path}\` is not valid YAML, so it is left alone`, {
      hint: "correct it first",
    });
  const before = JSON.stringify(document.toJS());
  for (const edit of edits) {
    const keys = edit.key.split(".");
    if ("value" in edit) document.setIn(keys, edit.value);
    else {
      const node = document.getIn(keys);
      const known: unknown[] = isSeq(node) ? node.items.map(String) : [];
      const fresh = edit.add.filter((each) => !known.includes(each));
      if (isSeq(node)) for (const each of fresh) node.add(document.createNode(each));
      else if (fresh.length > 0) document.setIn(keys, document.createNode(fresh));
    }
  }
  return JSON.stringify(document.toJS()) === before ? text : document.toString({ lineWidth: 0 });
}
