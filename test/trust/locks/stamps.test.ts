/** Tests the stamps of a directory: they are equal if nothing changes, and different after each kind of change. */
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { looksSame, stampDirectory } from "../../../src/trust/locks/stamps.ts";

const top = mkdtempSync(join(tmpdir(), "skillwright-stamps-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

test.each([
  ["nothing", true, () => undefined],
  ["the bytes of a file", false, (at: string) => writeFileSync(join(at, "sub/a"), "longer")],
  ["the mode of a file", false, (at: string) => chmodSync(join(at, "sub/a"), 0o755)],
  ["the time of a file", false, (at: string) => utimesSync(join(at, "sub/a"), 1, 1)],
  ["a file that replaces another", false, (at: string) => renameSync(join(at, "sub/b"), join(at, "sub/a"))],
  ["a new file", false, (at: string) => writeFileSync(join(at, "sub/c"), "")],
  ["a removed file", false, (at: string) => rmSync(join(at, "sub/a"))],
])("[Y8] after a change of %s a directory looks the same: %j", (name, same, change) => {
  const at = join(top, name);
  mkdirSync(join(at, "sub"), { recursive: true });
  writeFileSync(join(at, "sub/a"), "1");
  writeFileSync(join(at, "sub/b"), "1");
  const stamped = stampDirectory(at, nodeFiles);
  change(at);
  expect(stamped && looksSame(at, stamped, nodeFiles)).toBe(same);
});

test("[Y8] each stamp is compared with its own number", () => {
  const at = join(top, "numbers");
  mkdirSync(at);
  writeFileSync(join(at, "a"), "1");
  const stamped = stampDirectory(at, nodeFiles);
  if (stamped === undefined) throw new Error("the directory has no stamps");
  const changed = stamped.stamps.map((_, place) =>
    looksSame(at, { ...stamped, stamps: stamped.stamps.map((each, i) => (i === place ? each + 1 : each)) }, nodeFiles),
  );
  expect(changed).toEqual(stamped.stamps.map(() => false));
});
