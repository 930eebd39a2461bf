/** Tests the findings about ignored keys of a lock: their positions, and the case that the lock cannot be read again. */
import { expect, test } from "vitest";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { type LocatedLock, refusedKeyFindings } from "../../../src/trust/locks/lock-keys.ts";

const LOCK: LocatedLock = { path: "/p/skills.lock", base: "/p", of: "project", projectRoot: "/p" };
const refused = (key: string) => [{ key, why: "is outside", value: undefined }];

test("[Y24] a finding about a key has its position, unless the lock writes the key in another way", () => {
  const files = memoryFiles({ "/p/skills.lock": '{\n  "../evil": {},\n  "\\u002e./hidden": {}\n}\n' });
  const at = (key: string) => refusedKeyFindings(refused(key), LOCK, files).map((each) => each.at?.line);
  expect([at("../evil"), at("../hidden")]).toEqual([[2], [undefined]]);
});

test("[Y24] a lock that has gone since gives findings without a position; a fault of ours is not hidden", () => {
  const gone = refusedKeyFindings(refused("../evil"), LOCK, memoryFiles({}));
  expect(gone.map(({ code, at }) => [code, at])).toEqual([["SK506", undefined]]);
  const faulty = {
    ...memoryFiles({}),
    readFile: () => {
      throw new TypeError("ours");
    },
  };
  expect(() => refusedKeyFindings(refused("../evil"), LOCK, faulty)).toThrow("ours");
});
