import { expect, test } from "vitest";
import {
  inputHistoryPath,
  MAX_STORED_INPUTS,
  readInputHistory,
} from "../../../src/surfaces/agent/terminal/input-history.ts";
import { makeTree } from "../../tree.ts";

const read = (text: string): string[] => {
  const tree = makeTree({ [inputHistoryPath("home/history")]: text });
  return readInputHistory(tree.at("home/history"), tree.files);
};

test.each<[string, string, string[]]>([
  ["all lines, the newest first", '"one"\n"two\\nlines"\n', ["two\nlines", "one"]],
  ["without a line that is damaged", '"one"\n"two\n{"\n"three"\n', ["three", "one"]],
  ["without a line that is not a text", '"one"\n2\nnull\n["x"]\n"three"\n', ["three", "one"]],
  ["with a last line that was cut off", '"one"\n"tw', ["one"]],
  ["an empty file", "", []],
])("[AG19] what was typed before: %s", (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test("[AG19] what was typed before: at most so many, and none if there is no file", () => {
  const lines = Array.from({ length: MAX_STORED_INPUTS + 5 }, (_, at) => `"${at}"\n`).join("");
  const inputs = read(lines);
  expect([inputs.length, inputs[0], inputs.at(-1)]).toEqual([MAX_STORED_INPUTS, `${MAX_STORED_INPUTS + 4}`, "5"]);
  const { at, files } = makeTree();
  expect(readInputHistory(at("home/nowhere"), files)).toEqual([]);
});
