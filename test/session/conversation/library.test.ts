import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { memorySource } from "../../../src/catalog/load/sources.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { makeTree } from "../../tree.ts";
import { open, skillFile } from "./open.ts";

describe("the library's object", () => {
  test("[L7] lists, selects, loads and reads skills, each for the right actor", async () => {
    const { skills, plain } = await open({
      pdf: skillFile("pdf", "Read $0.\n", "argument-hint: FILE\n"),
      "pdf/forms.md": "forms\n",
      secret: skillFile("secret", "", "user-invocable: false\n"),
    });
    const catalog = await skills.catalog({ format: "json" });
    const { selected, refused } = await skills.resolve("/pdf a.pdf", { commands: ["clear"] });
    const activated = await skills.activate({ asked: "pdf", arguments: "a.pdf", actor: "user" });
    expect({
      listed: catalog.entries.map(({ address }) => address),
      selected: selected.map(({ offered: { address }, arguments: given }) => [address, given]),
      refused,
      body: "activation" in activated && activated.activation.body,
      file: await skills.readResource({ asked: "pdf", path: "forms.md", actor: "model" }),
      commands: await skills.commands(),
      tools: (await skills.tools()).map(({ name }) => name),
      active: plain(skills.status().filter(({ state }) => state === "active")).map(({ id }) => id),
    }).toEqual({
      listed: ["pdf", "secret"],
      selected: [["pdf", "a.pdf"]],
      refused: [],
      body: "Read a.pdf.\n",
      file: { text: "forms\n", bytes: 6 },
      commands: [{ name: "pdf", description: "Does pdf.", argumentHint: "FILE", source: "skill" }],
      tools: ["skill", "skill_resource"],
      active: ["extra:/skills/pdf"],
    });
  });

  test("[L7] a judge is asked outside of a session, too", async () => {
    const { skills } = await open({ pdf: skillFile("pdf") });
    const denied = { code: "SK443", asked: "pdf", reason: "not today", candidates: [] } as const;
    const request = { asked: "pdf", actor: "user" } as const;
    expect(await skills.activate(request, { whyDenied: async () => denied })).toMatchObject({ refusal: denied });
  });

  test("[L7] tools without a session list what those of a session do", async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`s${at}`, skillFile(`s${at}`)]));
    const tree = makeTree(
      Object.fromEntries(Object.entries(many).map(([name, text]) => [`skills/${name}/SKILL.md`, text])),
    );
    for (const host of ["opencode", "gemini-cli", "claude-code"]) {
      const skills = await openSkills({
        environment: tree.environment,
        ambient: false,
        roots: [tree.at("skills")],
        host,
      });
      const listed = async (window: number, session?: Awaited<ReturnType<typeof skills.session>>): Promise<string[]> =>
        (await skills.tools(session, { window, listing: "description" })).map(({ description }) => description);
      expect([host, await listed(1_000)]).toEqual([host, await listed(1_000, await skills.session())]);
    }
  });

  test("[L7] the settings of the catalog apply, and the caller's options take precedence", async () => {
    const { environment, files } = makeTree(
      { "home/.agents/skills/pdf/SKILL.md": skillFile("pdf") },
      { SKILLWRIGHT_CATALOG_FALLBACK_CHARS: "700" },
    );
    const skills = await openSkills({ environment, files, defaultSkills: false });
    const amounts = [{}, { budget: { fallbackChars: 900 } }].map(
      async (options) => (await skills.catalog(options)).allowance.amount,
    );
    expect(await Promise.all(amounts)).toEqual([700, 900]);
  });

  test("[L7] a frontmatter that has changed is a new snapshot as soon as the skill is used", async () => {
    const { skills, session, write } = await open({ pdf: skillFile("pdf") });
    await session.catalog();
    const before = skills.snapshot.revision;
    write("pdf", skillFile("pdf").replace("Does pdf.", "Does it better."));
    await session.turn("$pdf");
    expect([skills.find("pdf")?.skill.description, skills.snapshot.revision === before]).toEqual([
      "Does it better.",
      false,
    ]);
    expect(session.events.counts.discovered).toBe(2);
  });

  test("[L7] a skill that was added later is found on request", async () => {
    const { session, write } = await open({ pdf: skillFile("pdf") });
    write("new", skillFile("new"));
    expect((await session.activate({ asked: "new", actor: "model" })).isError).toBe(false);
    expect((await session.offered("model")).map(({ address }) => address)).toEqual(["new", "pdf"]);
  });

  test("[L7] sessions use the host's formats", async () => {
    const tree = makeTree({ "project/.agents/skills/pdf/SKILL.md": skillFile("pdf"), "project/.git/HEAD": "" });
    const skills = await openSkills({ environment: tree.environment, files: tree.files, host: "codex", trust: "all" });
    const [item] = (await (await skills.session()).turn("$pdf")).items;
    expect(tree.plain(item)).toEqual({
      role: "user",
      text: expect.stringMatching(
        /^<skill>\n<name>pdf<\/name>\n<path>\/project\/.agents\/skills\/pdf\/SKILL.md<\/path>\n/,
      ),
    });
  });

  test("[L7] skills from memory work like those on disk", async () => {
    const source = memorySource("mine", { "a/SKILL.md": skillFile("a"), "a/notes.md": "notes\n" });
    const skills = await openSkills({ ambient: false, sources: [source] });
    const session = await skills.session();
    const { items } = await session.turn("$a");
    expect([items[0]?.text.includes("Do a."), (await session.readResource("a", "notes.md")).text]).toEqual([
      true,
      "notes\n",
    ]);
  });

  test("[L7] two sessions do not see each other, and have ids of their own", async () => {
    const { skills } = await open({ pdf: skillFile("pdf") });
    const [one, two] = [await skills.session(), await skills.session()];
    await one.turn("$pdf");
    expect([two.ledger, one.id === two.id]).toEqual([[], false]);
  });

  test("[H11] a resumed session keeps its id, unless the caller passes another", async () => {
    const { skills, session } = await open({ pdf: skillFile("pdf") });
    const state = JSON.parse(JSON.stringify(session));
    expect((await skills.session({ state })).id).toBe("s");
    expect((await skills.session({ state, id: "t" })).id).toBe("t");
    await expect(skills.session({ state: { ...state, version: 9 } })).rejects.toMatchObject({ code: "SK350" });
  });

  test("[L7] none of this code is loaded before it is used", () => {
    const text = readFileSync(new URL("../../../src/ops/open-skills.ts", import.meta.url), "utf8");
    const loaded = [...text.matchAll(/^import (?!type)[^;]*from "(.*?)"/gm)].map(([, path = ""]) => path);
    const late = [
      "invoke",
      "activate",
      "list-catalog",
      "select/",
      "session/",
      "tool/",
      "render/",
      "prepare/",
      "access/",
    ];
    expect(loaded.filter((path) => late.some((part) => path.startsWith(`./${part}`)))).toEqual([]);
    expect(loaded.length).toBeGreaterThan(5);
  });
});

describe("the path of a journal", () => {
  const kept = async (variables: Record<string, string>, options: { journal?: string }): Promise<string[]> => {
    const tree = makeTree({ "home/.agents/skills/pdf/SKILL.md": skillFile("pdf") }, variables);
    const skills = await openSkills({ environment: tree.environment, files: tree.files, defaultSkills: false });
    await (await skills.session(options)).turn("$pdf");
    return ["project/a.jsonl", "project/b.jsonl"].filter((path) => existsSync(tree.at(path)));
  };

  test("[H14] there is no journal by default", async () => {
    expect(await kept({}, {})).toEqual([]);
  });

  test("[H14] the setting is relative to the working directory, and the caller's option takes precedence", async () => {
    expect(await kept({ SKILLWRIGHT_JOURNAL: "a.jsonl" }, {})).toEqual(["project/a.jsonl"]);
    expect(await kept({ SKILLWRIGHT_JOURNAL: "a.jsonl" }, { journal: "b.jsonl" })).toEqual(["project/b.jsonl"]);
  });
});
