/** Tests tools that are listed before a session exists. */
import { expect, test } from "vitest";
import { OpenCatalog } from "../../../src/catalog/open-catalog.ts";
import { openSession } from "../../../src/session/open-session.ts";
import { lazySession } from "../../../src/session/tools/lazy-session.ts";
import { makeTree, skill } from "../../tree.ts";

test("[X1] a search through a lazy session opens one session, and keeps its options", async () => {
  const tree = makeTree({ "skills/pdf/SKILL.md": skill("pdf"), "skills/pdf-merge/SKILL.md": skill("pdf-merge") });
  const { environment, files } = tree;
  const catalog = await OpenCatalog.open({ environment, files, ambient: false, roots: [tree.at("skills")] });
  let opened = 0;
  const session = await lazySession(catalog, () => {
    opened++;
    return openSession(catalog, {});
  });
  expect(opened).toBe(0);
  expect(await session.search(["pdf"], { k: 2 })).toHaveLength(2);
  expect(await session.search(["pdf"], { k: 1 })).toHaveLength(1);
  expect(opened).toBe(1);
});
