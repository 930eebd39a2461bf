import fc from "fast-check";
import type { Bundle } from "../../../src/model/skills/bundle.ts";
import { makeBundle } from "../../../src/trust/bundle/make-bundle.ts";

const name = fc.oneof(
  fc.constantFrom("SKILL.md", "scripts", "run.sh", "a", "b", "c d", ".x", "é", "日本", "🎉"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
);

const file = fc.record({
  path: fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
  // Only ASCII, so that text and bytes are the same.
  bytes: fc.uint8Array({ max: 0x7f, maxLength: 1500 }),
  executable: fc.boolean(),
});

/** Generates any bundle with valid files. */
export const arbitraryBundle: fc.Arbitrary<Bundle> = fc.array(file, { maxLength: 12 }).map((files) => {
  const kept: typeof files = [];
  for (const each of files) if ("bundle" in makeBundle([...kept, each])) kept.push(each);
  const made = makeBundle(kept);
  if ("refused" in made) throw new Error("a part of a bundle is no bundle");
  return made.bundle;
});
