/** Makes the fewest links on real trees. Checks what each host then sees, and that all links can be removed again. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { applyPlacement, removeLinks, undoPlacement } from "../../../src/install/place/apply-placement.ts";
import { chooseLinks, subsetsOf } from "../../../src/install/place/choose-links.ts";
import { viewAsHosts, viewHost } from "../../../src/ops/hosts/look-hosts.ts";
import { placeSkills, undoPlacing, unplaceSkills } from "../../../src/ops/hosts/place-skills.ts";
import { linkedFiles } from "../../../src/platform/files/linked-files.ts";
import { type Entries, makeTree, skill, type Tree } from "../../tree.ts";

const GIT = { "project/.git/HEAD": "ref: refs/heads/main\n", "project/.git/objects/x": "", "project/.git/refs/x": "" };

function tree(entries: Entries): Tree {
  return makeTree({ ...GIT, ...entries });
}

async function place(made: Tree, hosts: readonly string[], apply = false, asked = "pdf") {
  const { environment, files } = made;
  const { placements } = await placeSkills(
    { skills: [asked], apply },
    { environment, files, hosts, defaultSkills: false },
  );
  const [placement] = placements;
  return {
    steps: placement?.steps.map(({ do: kind, at }) => `${kind} ${at.slice(made.top.length + 1)}`),
    hosts: Object.fromEntries(
      (placement?.hosts ?? []).map(({ host, path, because }) => [
        host,
        path?.slice(made.top.length + 1) ?? because?.code,
      ]),
    ),
  };
}

/** Returns everything except the records. A link has its target. */
function everything(top: string): string[] {
  return readdirSync(top, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.includes(".local"))
    .map((path) => (lstatSync(join(top, path)).isSymbolicLink() ? `${path} -> ${readlinkSync(join(top, path))}` : path))
    .sort();
}

const AGENTS = "project/.agents/skills/pdf";
const CLAUDE = "project/.claude/skills/pdf";

describe("[J27] the fewest links", () => {
  test.each<[string, Entries, string[], string[]]>([
    ["none where all see it", { [`${AGENTS}/SKILL.md`]: skill("pdf") }, ["codex", "pi"], []],
    [
      "one for who looks elsewhere",
      { [`${AGENTS}/SKILL.md`]: skill("pdf") },
      ["codex", "claude-code"],
      [`link ${CLAUDE}`],
    ],
    [
      "one that serves two",
      { "project/.crush/skills/pdf/SKILL.md": skill("pdf") },
      ["codex", "pi", "gemini-cli"],
      [`link ${AGENTS}`],
    ],
    [
      "two where one is not enough",
      { "project/.crush/skills/pdf/SKILL.md": skill("pdf") },
      ["codex", "claude-code"],
      [`link ${AGENTS}`, `link ${CLAUDE}`],
    ],
    [
      "no fewer if no host is harmed",
      { [`${AGENTS}/SKILL.md`]: skill("pdf"), [CLAUDE]: { link: "../../.agents/skills/pdf" } },
      ["codex", "opencode"],
      [],
    ],
    [
      "in the home, for a skill of the user",
      { "home/.agents/skills/pdf/SKILL.md": skill("pdf") },
      ["codex", "claude-code"],
      ["link home/.claude/skills/pdf"],
    ],
  ])("%s", async (_, entries, hosts, steps) => {
    const planned = await place(tree(entries), hosts);
    expect(planned.steps).toEqual(steps);
    for (const path of Object.values(planned.hosts)) expect(path).toMatch(/SKILL\.md$/);
  });

  test("of any places, as few changes as trying them all would find", async () => {
    const candidates = ["a", "b", "c", "d", "e"];
    // A host's directories: one of the first list must have a link, and none of the second.
    const wish = fc.tuple(fc.subarray(candidates, { minLength: 1 }), fc.subarray(candidates, { maxLength: 2 }));
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { maxLength: 5 }), fc.subarray(candidates), async (hosts, current) => {
        const count = (chosen: readonly string[]): number =>
          hosts.filter(
            ([some, none]) => some.some((each) => chosen.includes(each)) && !none.some((each) => chosen.includes(each)),
          ).length;
        const all = [0, 1, 2, 3, 4, 5].flatMap((size) => [...subsetsOf(candidates, size)]);
        const everybody = Math.max(...all.map(count));
        const content = async (chosen: readonly string[]): Promise<number> => count(chosen);
        const chosen = await chooseLinks({ candidates, current, content, everybody });
        const changesOf = (each: readonly string[]): number =>
          candidates.filter((one) => each.includes(one) !== current.includes(one)).length;
        expect(count(chosen)).toBe(everybody);
        expect(changesOf(chosen)).toBe(Math.min(...all.filter((each) => count(each) === everybody).map(changesOf)));
        expect(await chooseLinks({ candidates, current: chosen, content, everybody })).toEqual(chosen);
      }),
    );
  });
});

describe("[J27] applied", () => {
  test("links to a skill that is gone go too, and no others", async () => {
    const made = tree({
      "project/.agents/skills/pdf/SKILL.md": skill("pdf"),
      "project/.agents/skills/doc/SKILL.md": skill("doc"),
    });
    const { environment } = made;
    await place(made, ["claude-code", "codex"], true, "pdf");
    await place(made, ["claude-code", "codex"], true, "doc");
    const links = (): string[] => readdirSync(join(made.top, "project/.claude/skills")).sort();
    expect(links()).toEqual(["doc", "pdf"]);
    const gone = [join(made.top, "project/.agents/skills/pdf")];
    expect((await unplaceSkills(gone, { environment })).map(({ at }) => at)).toEqual([
      join(made.top, "project/.claude/skills/pdf"),
    ]);
    expect(links()).toEqual(["doc"]);
    expect(await unplaceSkills(gone, { environment })).toEqual([]);
    await undoPlacing({ environment });
    expect(existsSync(join(made.top, "project/.claude"))).toBe(false);
  });

  test("each host sees it once; a second run changes nothing; undone, all is as it was", async () => {
    const made = tree({ [`${AGENTS}/SKILL.md`]: skill("pdf"), [`${AGENTS}/notes.md`]: "x" });
    const before = everything(made.top);
    const hosts = ["codex", "claude-code", "opencode", "gemini-cli", "pi"];
    const planned = await place(made, hosts);
    expect(everything(made.top)).toEqual(before);
    expect(await place(made, hosts, true)).toEqual(planned);
    expect(readlinkSync(made.at(CLAUDE))).toBe("../../.agents/skills/pdf");
    const after = everything(made.top);
    expect(await place(made, hosts, true)).toEqual({ ...planned, steps: [] });
    expect(everything(made.top)).toEqual(after);
    const { views } = await viewAsHosts({ environment: made.environment, files: made.files, hosts });
    const seen = views.map(
      ({ entries }) => entries.filter(({ outcome, name }) => outcome === "visible" && name === "pdf").length,
    );
    expect(seen).toEqual([1, 1, 1, 1, 1]);
    await undoPlacing({ environment: made.environment });
    expect(everything(made.top)).toEqual(before);
    await expect(undoPlacing({ environment: made.environment })).rejects.toMatchObject({ code: "SK693" });
  });

  test("a link that was removed comes back, and two applications are undone one by one", async () => {
    const made = tree({ [`${AGENTS}/SKILL.md`]: skill("pdf"), [CLAUDE]: { link: "../../.agents/skills/pdf" } });
    const before = everything(made.top);
    const notes = made.at("home/.local/notes.json");
    const to = made.at(AGENTS);
    await applyPlacement([{ do: "unlink", at: made.at(CLAUDE), to }], notes);
    expect(existsSync(made.at(CLAUDE))).toBe(false);
    await applyPlacement([{ do: "link", at: made.at("project/.pi/skills/pdf"), to }], notes);
    expect(existsSync(made.at("project/.pi/skills/pdf/SKILL.md"))).toBe(true);
    await undoPlacement(notes);
    await undoPlacement(notes);
    expect(everything(made.top)).toEqual(before);
  });

  const ways = ["project/.pi", "project/.pi/skills", "project/.pi/skills/deep"].flatMap((directory) => [
    { directory, undo: "undoPlacement" as const },
    { directory, undo: "removeLinks" as const },
  ]);
  test.each(ways)("[SF4] $undo removes nothing through a symlink at $directory", async ({ directory, undo }) => {
    const made = tree({ [`${AGENTS}/SKILL.md`]: skill("pdf"), "home/.keep": "" });
    const notes = made.at("home/notes.json");
    const to = made.at(AGENTS);
    await applyPlacement([{ do: "link", at: made.at("project/.pi/skills/deep/pdf"), to }], notes);
    // Moves the link to the other path.
    renameSync(made.at(directory), made.at("elsewhere"));
    symlinkSync(made.at("elsewhere"), made.at(directory));
    const before = everything(made.at("elsewhere"));
    expect(before.some((path) => path.includes(" -> "))).toBe(true);
    if (undo === "removeLinks") await removeLinks([to], notes);
    else await undoPlacement(notes);
    expect(everything(made.at("elsewhere"))).toEqual(before);
  });

  test("undone, directories that were made for several links go, however deep", async () => {
    const made = tree({ [`${AGENTS}/SKILL.md`]: skill("pdf") });
    const before = everything(made.top);
    const notes = made.at("home/.local/notes.json");
    const links = ["project/.pi/skills/pdf", "project/.pi/skills/deep/pdf"];
    await applyPlacement(
      links.map((at) => ({ do: "link", at: made.at(at), to: made.at(AGENTS) })),
      notes,
    );
    await undoPlacement(notes);
    expect(everything(made.top)).toEqual(before);
  });

  test("interrupted, what was done is undone, and what was not is left", async () => {
    const made = tree({
      [`${AGENTS}/SKILL.md`]: skill("pdf"),
      "project/.claude": "a file where a directory should be",
    });
    const before = everything(made.top);
    const notes = made.at("home/.local/notes.json");
    const to = made.at(AGENTS);
    const steps = [".pi", ".claude"].map(
      (root) => ({ do: "link", at: made.at(`project/${root}/skills/pdf`), to }) as const,
    );
    await expect(applyPlacement(steps, notes)).rejects.toMatchObject({ code: "SK601" });
    expect(existsSync(made.at("project/.pi/skills/pdf"))).toBe(true);
    expect((await undoPlacement(notes)).map(({ at }) => at)).toEqual([made.at("project/.pi/skills/pdf")]);
    expect(everything(made.top)).toEqual(before);
  });

  test("undoing leaves files that appeared since", async () => {
    const made = tree({ [`${AGENTS}/SKILL.md`]: skill("pdf") });
    await place(made, ["claude-code"], true);
    made.add({ "project/.claude/skills/other/SKILL.md": skill("other") });
    await undoPlacing({ environment: made.environment });
    expect(readdirSync(made.at("project/.claude/skills"))).toEqual(["other"]);
  });

  test("an existing file is left alone and reported", async () => {
    const made = tree({ [`${AGENTS}/SKILL.md`]: skill("pdf"), [`${CLAUDE}/README.md`]: "not a skill" });
    const before = everything(made.top);
    const asked = made.at(AGENTS);
    expect(await place(made, ["claude-code"], true, asked)).toEqual({ steps: [], hosts: { "claude-code": "SK706" } });
    expect(everything(made.top)).toEqual(before);
  });
});

describe("[J27] where no link helps", () => {
  test.each<[string, Entries, string, string]>([
    ["a host without skills", { [`${AGENTS}/SKILL.md`]: skill("pdf") }, "aider", "SK729"],
    ["a host that follows no link", { [`${AGENTS}/SKILL.md`]: skill("pdf") }, "caliban", "SK706"],
    ["a file that the host rejects", { [`${AGENTS}/SKILL.md`]: "---\nname: pdf\n---\n" }, "codex", "SK716"],
  ])("%s is said", async (_, entries, host, code) => {
    const made = tree(entries);
    const { environment, files } = made;
    const skills = [made.at(AGENTS)];
    const { placements } = await placeSkills({ skills }, { environment, files, hosts: [host] });
    expect(placements[0]?.hosts[0]?.because?.code).toBe(code);
    expect(placements[0]?.steps).toEqual([]);
  });

  test("two skills of a name: which one is for the user to say", async () => {
    const made = tree({ [`${AGENTS}/SKILL.md`]: skill("pdf"), [`${CLAUDE}/SKILL.md`]: skill("pdf", "Another.") });
    await expect(place(made, ["codex"])).rejects.toMatchObject({ code: "SK310" });
    await expect(place(made, ["codex"], false, "nothing")).rejects.toMatchObject({ code: "SK301" });
  });
});

test("[J27] what would be seen is what is seen, by every host", async () => {
  const roots = [".agents/skills", ".claude/skills", ".gemini/skills", ".codex/skills", ".pi/skills", ".cursor/skills"];
  await fc.assert(
    fc.asyncProperty(fc.subarray(roots), fc.subarray(roots), async (there, wanted) => {
      const made = tree({
        "project/shared/pdf/SKILL.md": skill("pdf"),
        ...Object.fromEntries(there.map((root) => [`project/${root}/docx/SKILL.md`, skill("docx")])),
      });
      const at = wanted.map((root) => made.at(`project/${root}/pdf`));
      const added = new Map(at.map((path) => [path, made.at("project/shared/pdf")]));
      const { environment } = made;
      const profiles = PROFILES.filter(({ runtime }) => runtime === "view");
      const views = async (files: Tree["files"]) => {
        const all = [];
        for (const profile of profiles) {
          const { entries } = await viewHost(profile, { environment, files });
          all.push(entries.map(({ path, file, name, outcome }) => ({ path, file, name, outcome })));
        }
        return all;
      };
      const foreseen = await views(linkedFiles(made.files, { added, removed: new Set() }));
      for (const path of at) {
        mkdirSync(dirname(path), { recursive: true });
        symlinkSync(made.at("project/shared/pdf"), path, "dir");
      }
      const seen = await views(made.files);
      expect(foreseen).toEqual(seen);
      const removed = await views(linkedFiles(made.files, { added: new Map(), removed: new Set(at) }));
      expect(removed.flat().filter(({ name }) => name === "pdf")).toEqual([]);
    }),
    { numRuns: 15 },
  );
});
