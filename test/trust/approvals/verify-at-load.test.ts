import { expect, test } from "vitest";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { openVerifier } from "../../../src/trust/approvals/verify-at-load.ts";
import { statePathsOf } from "../../../src/trust/locks/state-paths.ts";

const statePaths = statePathsOf({ home: "/h", platform: "linux", variables: {}, cwd: "/p" }, "/p");

test("[T8] a lock that is damaged withholds skills; a fault of ours is not taken for a damaged lock", () => {
  const files = memoryFiles({ "/p/skills.lock": "{" });
  expect(openVerifier(statePaths, files).diagnostics.map(({ code, path }) => [code, path])).toEqual([
    ["SK504", "/p/skills.lock"],
  ]);
  const faulty = {
    ...files,
    readFile: () => {
      throw new TypeError("ours");
    },
  };
  expect(() => openVerifier(statePaths, faulty)).toThrow("ours");
});
