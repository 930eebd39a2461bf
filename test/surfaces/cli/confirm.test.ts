import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { askToConfirm } from "../../../src/surfaces/cli/ask/confirm.ts";
import type { Output } from "../../../src/surfaces/cli/output/output.ts";

/** Records the written text. */
class Written {
  text = "";
  write(text: string): void {
    this.text += text;
  }
  line(text = ""): void {
    this.text += `${text}\n`;
  }
  flush(): void {
    // The text is never buffered.
  }
}

test.each([
  ["y\n", true, ""],
  ["Yes\n", true, ""],
  ["  y \r\n", true, ""],
  ["n\n", false, ""],
  ["\n", false, ""],
  ["yep\n", false, ""],
  // Ctrl-D must answer the question. An open question would end the process as if it had succeeded.
  ["", false, "\n"],
])("[O17] %j is %s", async (typed, expected, after) => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const err = new Written();
  input.end(typed);
  expect(await askToConfirm("Install 1 skill?", { err: err as unknown as Output }, input)).toBe(expected);
  expect(err.text).toBe(`Install 1 skill? [y/N] ${after}`);
});

test("[O17] no question is asked if no user could answer", async () => {
  const err = new Written();
  expect(await askToConfirm("Install?", { err: err as unknown as Output }, new PassThrough().end("y\n"))).toBe(false);
  expect(err.text).toBe("");
});
