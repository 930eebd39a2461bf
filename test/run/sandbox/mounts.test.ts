import { expect, test, vi } from "vitest";
import { innerIds } from "../../../src/run/sandbox/mounts.ts";

test("[F3] root is the user 1000 in a sandbox, and any other user keeps the own id", () => {
  const user = vi.spyOn(process, "getuid").mockReturnValue(0);
  const group = vi.spyOn(process, "getgid").mockReturnValue(0);
  const asRoot = innerIds();
  user.mockReturnValue(1234);
  group.mockReturnValue(100);
  const asUser = innerIds();
  vi.restoreAllMocks();
  expect([asRoot, asUser]).toEqual([
    { uid: 1000, gid: 1000 },
    { uid: 1234, gid: 100 },
  ]);
});
