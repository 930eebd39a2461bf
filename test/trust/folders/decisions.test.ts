import { expect, test } from "vitest";
import { refuseDamaged } from "../../../src/trust/folders/decisions.ts";

test("[T8] a damaged file is refused before a command writes over it", () => {
  expect(() => refuseDamaged({ path: "/h/trust.json", value: undefined })).not.toThrow();
  expect(() => refuseDamaged({ path: "/h/trust.json", value: undefined, damaged: "it is empty" })).toThrow(
    expect.objectContaining({ code: "SK530", message: "`/h/trust.json` cannot be used: it is empty" }),
  );
});
