import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unpackArchive } from "../../../src/install/fetch/archives/unpack.ts";
import { packBundle } from "../../../src/install/publish/pack-bundle.ts";
import { OperationError } from "../../../src/model/errors.ts";
import type { Bundle, BundleFile } from "../../../src/model/skills/bundle.ts";
import { makeBundle } from "../../../src/trust/bundle/make-bundle.ts";
import { arbitraryBundle } from "../../trust/bundle/arbitrary-bundle.ts";

function file(path: string, content = "", executable = false): BundleFile {
  return { path, bytes: Buffer.from(content), executable };
}

/** Returns bytes as text, so that a buffer equals an array of the same bytes. */
function plain(bundle: Bundle): unknown {
  return bundle.files.map(({ path, bytes, executable }) => [path, Buffer.from(bytes).toString("latin1"), executable]);
}

function unpacked(bytes: Uint8Array): unknown {
  const result = unpackArchive(bytes);
  return "refused" in result ? result.refused : plain(result.bundle);
}

describe("packBundle", () => {
  test("[Z4] what is packed comes out of `unpack` as it was", () => {
    fc.assert(
      fc.property(arbitraryBundle, (bundle) => {
        expect(unpacked(packBundle(bundle))).toEqual(plain(bundle));
      }),
    );
  });

  test("[Z4] the same files in any order give the same bytes, and these", () => {
    const files = [file("scripts/run.sh", "#!/bin/sh\n", true), file("SKILL.md", "hello")];
    const bundles = [files, [...files].reverse()].map((each) => makeBundle(each) as { bundle: Bundle });
    const [a, b] = bundles.map(({ bundle }) => Buffer.from(packBundle(bundle)).toString("hex"));
    expect(a).toBe(b);
    expect(a).toMatch(/^1f8b08000000000002ff/);
  });

  test.each([
    [99, 0],
    [100, 0],
    [30, 70],
    [30, 100],
    [155, 1],
    [155, 100],
  ])("[Z4] a directory of %i bytes and a name of %i are packed", (directory, name) => {
    const path = name === 0 ? "n".repeat(directory) : `${"d".repeat(directory)}/${"n".repeat(name)}`;
    expect(unpacked(packBundle({ files: [file(path)] }))).toEqual([[path, "", false]]);
  });

  test.each([["n".repeat(101)], [`${"d".repeat(156)}/n`], [`${"d/".repeat(10)}${"n".repeat(101)}`]])(
    "[Z4] %s is not, and the error reports it",
    (path) => {
      expect(() => packBundle({ files: [file(path)] })).toThrow(OperationError);
      expect(() => packBundle({ files: [file(path)] })).toThrow(`\`${path}\` is too long for a tar archive`);
    },
  );
});
