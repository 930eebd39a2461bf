import { expect, test } from "vitest";
import { readCall } from "../../../src/session/permit/read-call.ts";
import { readRemoval } from "../../../src/session/permit/rules/removes.ts";
import { around } from "./surroundings.ts";

test.each([
  ["Read(//etc/**)", "make /", true],
  ["Read(//etc/**)", "make a=/", true],
  ["Read(//etc/**)", "make --dir=/", true],
  ["Read(~/)", "make a=~", true],
  ["Read(//etc/**)", "make a=src", false],
  ["Read(//etc/**)", "make a=", false],
  ["Edit(./)", "make -", false],
  ["Edit(./)", "make -x", false],
])("[B5] of the words of an unknown program, `%s` removes `%s`: %s", async (rule, command, isRemoved) => {
  const removed = readRemoval([rule]).removes(await readCall("Bash", "shell", { command }), around);
  expect(removed).toEqual(isRemoved ? { rule, taking: "certain" } : undefined);
});
