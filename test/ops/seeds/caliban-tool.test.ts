/** Checks the `Skill` tool of caliban's ADR 0019 line by line. */

import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findProfile } from "../../../src/hosts/profiles/profiles.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { calibanSkills, invokeCaliban } from "../../../src/ops/seeds/caliban.ts";
import { calibanTool } from "../../../src/ops/seeds/caliban-tool.ts";
import { type Entries, makeTree, skill } from "../../tree.ts";
import { see } from "./see.ts";

const caliban = findProfile("caliban") as HostProfile;

const AT = "home/.config/caliban/skills";

async function open(entries: Entries) {
  const tree = makeTree(entries);
  const view = await see(caliban, tree);
  return { tree, tool: calibanTool(calibanSkills(view), (name) => invokeCaliban(name, view, tree.files)) };
}

describe("[X6] caliban ADR 0019 §Skills surface as a single built-in Skill tool", () => {
  const entries = {
    [`${AT}/brainstorming/SKILL.md`]: skill("brainstorming", "Use it first."),
    [`${AT}/zeal/SKILL.md`]: skill("zeal", '"Two\\nlines."'),
  };

  test("line 40: one tool, whatever the number of skills, and a bulleted list in its description", async () => {
    const { tool } = await open(entries);
    expect([
      tool.name,
      tool.description.split("\n\n")[1],
      Object.keys(tool.jsonSchema["properties"] as object),
    ]).toEqual(["Skill", "- brainstorming: Use it first.\n- zeal: Two lines.", ["name"]]);
  });

  test("line 40: `invoke({ name })` returns the body, fresh from disk", async () => {
    const { tree, tool } = await open(entries);
    tree.add({ [`${AT}/zeal/SKILL.md`]: "---\nname: zeal\ndescription: New.\n---\nNew body.\n" });
    expect(await tool.execute({ name: "zeal" })).toEqual({ content: "New body.\n", isError: false });
  });

  test("line 44: no body is in what the model reads beforehand", async () => {
    expect((await open(entries)).tool.description).not.toContain("Instructions");
  });

  test("reports an unknown name with the nearest ones", async () => {
    const { tree, tool } = await open(entries);
    expect(await tool.execute({ name: "zeall" })).toEqual({
      content: "there is no skill `zeall`; did you mean `zeal`?",
      isError: true,
    });
    rmSync(tree.at(`${AT}/zeal`), { recursive: true });
    expect((await tool.execute({ name: "zeal" })).isError).toBe(true);
  });
});
