import { printable } from "../../../model/text/display/printable.ts";
import type { Paint } from "./output.ts";

/** Prints the changes of a file for people. */
export async function patchWriter(paint: Paint): Promise<(shown: string, before: string, after: string) => string> {
  const { patchText } = await import("../../../ops/answers/plans/patch-text.ts");
  return (shown, before, after) =>
    patchText(shown, before, after, { context: 2 })
      .split("\n")
      .filter((line) => !line.startsWith("====") && !line.startsWith("Index: ") && !line.startsWith("\\ No newline"))
      .map((line) => {
        const safe = printable(line);
        if (line.startsWith("+")) return paint.green(safe);
        return line.startsWith("-") ? paint.red(safe) : safe;
      })
      .join("\n")
      .trimEnd();
}
