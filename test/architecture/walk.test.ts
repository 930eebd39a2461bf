import { expect, test } from "vitest";
import { WALKS, walk } from "../../scripts/walk.mjs";

/**
 * Maximum number of files that run for each walk. Lower a number if a walk gets shorter. Raise it only with a reason in
 * the commit.
 */
const MOST: Readonly<Record<string, { readonly files: number; readonly rooms: number }>> = {
  list: { files: 45, rooms: 8 },
  load: { files: 60, rooms: 10 },
  add: { files: 100, rooms: 9 },
  mcp: { files: 90, rooms: 11 },
  tools: { files: 76, rooms: 10 },
};

test("[SP2] a walk runs at most so many files from so many rooms", { timeout: 300_000 }, async () => {
  const files: Record<string, readonly string[]> = await walk(Object.keys(WALKS));
  for (const [name, most] of Object.entries(MOST)) {
    const ran = files[name] ?? [];
    const rooms = new Set(ran.map((file) => file.split("/")[0]));
    expect(ran).toContain("surfaces/cli/main.ts");
    expect({ name, files: Math.max(ran.length, most.files) }).toEqual({ name, files: most.files });
    expect({ name, rooms: Math.max(rooms.size, most.rooms) }).toEqual({ name, rooms: most.rooms });
  }
});
