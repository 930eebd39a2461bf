import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { activateInSnapshot } from "../../../src/activate/activate-in-snapshot.ts";
import type { ActivateContext } from "../../../src/activate/prepare/prepare-skill.ts";
import { readSkillResource } from "../../../src/activate/read-skill-files.ts";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import { memorySource } from "../../../src/catalog/load/sources.ts";
import { findProfile } from "../../../src/hosts/profiles/profiles.ts";
import type { Activated, Activation, ActivationRequest } from "../../../src/model/conversation/activation.ts";
import type { Refusal } from "../../../src/model/conversation/offer.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { type Entries, load, makeTree, skill, type Tree } from "../../tree.ts";

/** Writes skills into `skills/` and opens them as a program would. */
async function open(
  entries: Entries,
  more: Partial<ActivateContext> & { host?: string; load?: LoadOptions } = {},
): Promise<{ tree: Tree; context: ActivateContext; reloads: () => number }> {
  const tree = makeTree(entries);
  const { host = "skillwright", load: given, ...rest } = more;
  const options: LoadOptions = {
    environment: tree.environment,
    files: tree.files,
    defaultSkills: false,
    trust: "all",
    roots: [tree.at("skills")],
    host,
    ...given,
  };
  const { snapshot, config } = await load(tree, options);
  let count = 0;
  const context: ActivateContext = {
    snapshot,
    profile: findProfile(host) as HostProfile,
    options,
    limits: config.limits,
    reload: async () => {
      count++;
      return (await load(tree, options)).snapshot;
    },
    ...rest,
  };
  return { tree, context, reloads: () => count };
}

const asUser = (asked: string, typed?: string): ActivationRequest => ({
  asked,
  actor: "user",
  ...(typed === undefined ? {} : { arguments: typed }),
});

function activation(activated: Activated): Activation {
  if ("refusal" in activated) throw new Error(JSON.stringify(activated.refusal));
  return activated.activation;
}

function refusal(activated: Activated): Refusal {
  if ("refusal" in activated) return activated.refusal;
  throw new Error("it was activated");
}

describe("[Q17] an activation", () => {
  test("has everything that the model receives, in the host's envelope", async () => {
    const { tree, context } = await open({
      "skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDFs.\n---\nRead $0 of $ARGUMENTS.\n",
      "skills/pdf/scripts/run.sh": "echo\n",
    });
    const made = activation(await activateInSnapshot(asUser("pdf", "a b"), context));
    const { text, role, diagnostics, skill: loaded, ...rest } = made;
    expect(tree.plain(rest)).toEqual({
      address: "pdf",
      actor: "user",
      arguments: "a b",
      body: "Read a of a b.\n",
      file: "---\nname: pdf\ndescription: Reads PDFs.\n---\nRead a of a b.\n",
      directory: "/skills/pdf",
      resources: [{ path: "scripts/run.sh", bytes: 5 }],
      moreResources: 0,
      shell: [],
    });
    expect([loaded.name, role, diagnostics]).toEqual(["pdf", "user", []]);
    expect(made.revision).toBe("sha256:757c81c9d19dcc10e006e4c0e9bd0e1b141da96eb8f071638bc53ef73f7a78a5");
    expect(JSON.parse(JSON.stringify(made))).toMatchObject({
      digest: made.digest,
      revision: made.revision,
      text,
      role,
    });
    expect(text).toContain("Read a of a b.\n");
    expect(text).toContain(tree.at("skills/pdf"));
  });

  test("has the same digest for the same text, and another digest for another text", async () => {
    const { context } = await open({ "skills/a/SKILL.md": skill("a") });
    const digest = async (typed?: string): Promise<string> =>
      activation(await activateInSnapshot(asUser("a", typed), context)).digest;
    const [first, again, other] = [await digest(), await digest(), await digest("x")];
    expect([first === again, first === other]).toEqual([true, false]);
  });

  test("[Q1] by the model leaves the text unchanged if the host replaces placeholders only for the user", async () => {
    const entries = { "skills/a/SKILL.md": "---\nname: a\ndescription: A.\n---\n$1 !`date`" };
    const { context } = await open(entries, { host: "opencode" });
    const bodyFor = async (actor: "user" | "model"): Promise<string> =>
      activation(await activateInSnapshot({ asked: "a", actor, arguments: "x" }, context)).body;
    expect(await bodyFor("model")).toBe("$1 !`date`");
    expect(await bodyFor("user")).toBe("x [command not run: no policy allows commands of skills to run: `date`]");
  });

  test("[Q1] in OpenCode appends unused arguments at the very end", async () => {
    const { context } = await open({ "skills/a/SKILL.md": skill("a") }, { host: "opencode" });
    const { body, text } = activation(await activateInSnapshot(asUser("a", "x y"), context));
    expect([body.includes("x y"), text.endsWith("\n\nx y")]).toEqual([false, true]);
  });

  test("[Q1] in Qwen Code ends with the line as the user typed it, and only the user's", async () => {
    const { context } = await open({ "skills/a/SKILL.md": skill("a") }, { host: "qwen-code" });
    const said = async (actor: "user" | "model"): Promise<boolean> =>
      activation(await activateInSnapshot({ asked: "a", actor, arguments: "x y" }, context)).text.endsWith(
        "\n\n/a x y",
      );
    expect([await said("user"), await said("model")]).toEqual([true, false]);
  });

  test("[Q1] takes Goose's names of arguments from its metadata", async () => {
    const { context } = await open(
      {
        "skills/a/SKILL.md":
          "---\nname: a\ndescription: A.\nmetadata:\n  arguments: [who, 5]\narguments: [other]\n---\n$who $other",
      },
      { host: "goose" },
    );
    expect(activation(await activateInSnapshot(asUser("a", "me"), context)).body).toBe("me $other");
  });

  test("[Q1] knows the session and the project", async () => {
    const { tree, context } = await open(
      { "skills/a/SKILL.md": "---\nname: a\ndescription: A.\n---\n${SESSION_ID} ${PROJECT_DIR} ${CLAUDE_SKILL_DIR}" },
      { sessionId: "s-1" },
    );
    expect(activation(await activateInSnapshot(asUser("a"), context)).body).toBe(
      `s-1 ${tree.at("project")} ${tree.at("skills/a")}`,
    );
  });

  test("[Q1] knows pickle-bot's directories", async () => {
    const { tree, context } = await open(
      { "home/.pickle-bot/skills/a/SKILL.md": "---\nname: a\ndescription: A.\n---\n{{workspace}} {{skills_path}}" },
      { host: "pickle-bot", load: { roots: [] } },
    );
    expect(activation(await activateInSnapshot({ asked: "a", actor: "model" }, context)).body).toBe(
      `${tree.at("home/.pickle-bot")} ${tree.at("home/.pickle-bot/skills")}`,
    );
  });

  test("SK334, SK335: reports remarks for people, with their positions", async () => {
    const { tree, context } = await open({
      "skills/a/SKILL.md": "---\nname: a\ndescription: A.\n---\n\nNow: !`date`\n```!\na\nb\n```\n",
    });
    const { diagnostics, shell } = activation(await activateInSnapshot(asUser("a", 'one "two'), context));
    expect(
      tree.plain(diagnostics.map(({ code, message, path, at }) => [code, message, path, at?.line, at?.column])),
    ).toEqual([
      [
        "SK334",
        "the command `date` was not run: no policy allows commands of skills to run",
        "/skills/a/SKILL.md",
        6,
        6,
      ],
      [
        "SK334",
        "the command `a …` was not run: no policy allows commands of skills to run",
        "/skills/a/SKILL.md",
        7,
        1,
      ],
      [
        "SK335",
        "the arguments contain a quote that is never closed; all text after it is one argument",
        "/skills/a/SKILL.md",
        null,
        null,
      ],
    ]);
    expect(shell.map(({ line, form, command }) => [line, form, command])).toEqual([
      [2, "inline", "date"],
      [3, "block", "a\nb"],
    ]);
  });
});

describe("[Q1] absolute paths", () => {
  test("are made of references to files that the skill has", async () => {
    const body = [
      "Run scripts/run.sh or ./scripts/run.sh, `scripts/run.sh`, (references/a.md). See references/a.md.",
      "Not scripts/none.sh, ../scripts/run.sh, /scripts/run.sh, x/scripts/run.sh, ${SKILL_DIR}/scripts/run.sh,",
      "https://example.org/scripts/run.sh, ~/scripts/run.sh, scripts/, run.sh, $0.",
    ].join("\n");
    const { tree, context } = await open(
      {
        "skills/a/SKILL.md": `---\nname: a\ndescription: A.\n---\n${body}`,
        "skills/a/scripts/run.sh": "echo",
        "skills/a/references/a.md": "a",
      },
      { absolutePaths: true },
    );
    expect(tree.plain(activation(await activateInSnapshot(asUser("a", "scripts/run.sh"), context)).body)).toBe(
      [
        "Run /skills/a/scripts/run.sh or /skills/a/scripts/run.sh, `/skills/a/scripts/run.sh`, (/skills/a/references/a.md). See /skills/a/references/a.md.",
        "Not scripts/none.sh, ../scripts/run.sh, /scripts/run.sh, x/scripts/run.sh, /skills/a/scripts/run.sh,",
        "https://example.org/scripts/run.sh, ~/scripts/run.sh, scripts/, run.sh, scripts/run.sh.",
      ].join("\n"),
    );
    const { body: plain } = activation(await activateInSnapshot(asUser("a"), { ...context, absolutePaths: false }));
    expect(plain.startsWith("Run scripts/run.sh or ./scripts/run.sh")).toBe(true);
  });
});

describe("[Q11] a skill that was not found", () => {
  test("is searched once more, because it may be new", async () => {
    const { tree, context, reloads } = await open({ "skills/a/SKILL.md": skill("a") });
    tree.add({ "skills/new/SKILL.md": skill("new") });
    const { snapshot } = await activateInSnapshot(asUser("new"), context);
    expect(snapshot.skills.map((each) => each.skill.name)).toEqual(["a", "new"]);
    expect([reloads(), snapshot.revision === context.snapshot.revision]).toEqual([1, false]);
    expect(activation(await activateInSnapshot(asUser("new"), { ...context, snapshot })).address).toBe("new");
    expect(reloads()).toBe(1);
  });

  test("is searched once more, because its file may have been repaired", async () => {
    const { tree, context } = await open({ "skills/a/SKILL.md": "no frontmatter" });
    tree.add({ "skills/a/SKILL.md": skill("a") });
    expect(activation(await activateInSnapshot(asUser("a"), context)).address).toBe("a");
  });

  test("is refused with the nearest names", async () => {
    const { context, reloads } = await open({ "skills/release/SKILL.md": skill("release") });
    expect(refusal(await activateInSnapshot(asUser("relase"), context))).toEqual({
      code: "SK301",
      asked: "relase",
      reason: "there is no such skill",
      help: "did you mean `release`?",
      candidates: ["release"],
    });
    expect(reloads()).toBe(1);
  });

  test("is refused at once if the source cannot be searched again", async () => {
    const { context } = await open({ "skills/a/SKILL.md": skill("a") });
    const { reload: _, ...without } = context;
    expect(refusal(await activateInSnapshot(asUser("new"), without)).code).toBe("SK301");
  });

  test.each(["../../etc/passwd", "..", "a\\b", "a\0", "skills/../../a"])(
    "crabtalk RFC 0036 line 36: `%s` is not a name, and the tool searches nothing",
    async (asked) => {
      const { context, reloads } = await open({ "skills/a/SKILL.md": skill("a") });
      const touched: string[] = [];
      const files = new Proxy(context.options.files as object, {
        get:
          (target, key) =>
          (...args: unknown[]) => {
            touched.push(String(args[0]));
            return (Reflect.get(target, key) as (...all: unknown[]) => unknown)(...args);
          },
      }) as NonNullable<LoadOptions["files"]>;
      const watched = { ...context, options: { ...context.options, files } };
      expect(refusal(await activateInSnapshot(asUser(asked), watched))).toMatchObject({ code: "SK301", asked });
      expect([touched, reloads()]).toEqual([[], 0]);
    },
  );

  test.each([
    ["of another agent", { scope: { skills: ["other"] } }, "user", "SK312"],
    ["kept from the model", {}, "model", "SK311"],
  ] as const)("is not searched again if it was found but refused: %s", async (_, more, actor, code) => {
    const { context, reloads } = await open(
      { "skills/a/SKILL.md": skill("a", "A.", "disable-model-invocation: true\n") },
      more,
    );
    expect(refusal(await activateInSnapshot({ asked: "a", actor }, context)).code).toBe(code);
    expect(reloads()).toBe(0);
  });
});

describe("[Q12] always fresh from disk", () => {
  test("crabtalk RFC 0036 line 40: the next call has the changed text", async () => {
    const { tree, context, reloads } = await open({ "skills/a/SKILL.md": skill("a") });
    tree.add({ "skills/a/SKILL.md": `${skill("a")}More.\n` });
    const { snapshot, ...activated } = await activateInSnapshot(asUser("a"), context);
    expect(activation({ snapshot, ...activated } as Activated).body).toContain("More.");
    // Only the body changed, so the catalog is the same.
    expect([snapshot === context.snapshot, reloads()]).toEqual([true, 0]);
  });

  test("crabtalk RFC 0036 line 38: a new frontmatter takes the place of the old one, in a new snapshot", async () => {
    const { tree, context, reloads } = await open({ "skills/a/SKILL.md": skill("a"), "skills/b/SKILL.md": skill("b") });
    tree.add({ "skills/a/SKILL.md": skill("a", "Described anew.") });
    const { snapshot } = await activateInSnapshot(asUser("a"), context);
    expect(snapshot.skills.map((each) => each.skill.description)).toEqual([
      "Described anew.",
      "Does b. Use it when b is asked for.",
    ]);
    expect([snapshot.revision === context.snapshot.revision, reloads()]).toEqual([false, 0]);
  });

  test("a new name is its address from then on, unless another skill has it", async () => {
    const { tree, context } = await open({ "skills/a/SKILL.md": skill("a"), "skills/b/SKILL.md": skill("b") });
    tree.add({ "skills/a/SKILL.md": skill("c") });
    const renamed = await activateInSnapshot(asUser("a"), context);
    expect([activation(renamed).address, renamed.snapshot.skills.map((each) => each.skill.name)]).toEqual([
      "c",
      ["b", "c"],
    ]);
    tree.add({ "skills/a/SKILL.md": skill("b", "Another b.") });
    const taken = await activateInSnapshot(asUser("a"), context);
    expect([taken.snapshot === context.snapshot, activation(taken).skill.description]).toEqual([true, "Another b."]);
  });

  test("access is checked again", async () => {
    const { tree, context } = await open({ "skills/a/SKILL.md": skill("a") });
    tree.add({ "skills/a/SKILL.md": skill("a", "A.", "disable-model-invocation: true\n") });
    const activated = await activateInSnapshot({ asked: "a", actor: "model" }, context);
    expect([refusal(activated).code, activated.snapshot.skills[0]?.skill.manifest.disableModelInvocation]).toEqual([
      "SK311",
      true,
    ]);
  });

  test("in another host, that host's reader reads the changed file", async () => {
    const entries = { "project/.git/HEAD": "ref", "project/.claude/skills/a/SKILL.md": skill("called-otherwise") };
    const { tree, context, reloads } = await open(entries, { host: "claude-code", load: { roots: [] } });
    tree.add({ "project/.claude/skills/a/SKILL.md": skill("still-otherwise", "Described anew.") });
    const activated = await activateInSnapshot(asUser("a"), context);
    expect([activation(activated).address, activation(activated).skill.description, reloads()]).toEqual([
      "a",
      "Described anew.",
      1,
    ]);
  });
});

describe("[Q12] a file that was removed or broken after it was listed", () => {
  const entries = {
    "skills/release/SKILL.md": skill("release", "Makes a release."),
    "skills/releases/SKILL.md": skill("releases", "Lists releases."),
  };

  test("SK330: the last good metadata and near names", async () => {
    const { tree, context } = await open(entries);
    rmSync(tree.at("skills/release"), { recursive: true });
    const activated = await activateInSnapshot({ asked: "release", actor: "model" }, context);
    expect(tree.plain(refusal(activated))).toEqual({
      code: "SK330",
      asked: "release",
      reason: "its file was removed; it was listed as “Makes a release.” (`/skills/release/SKILL.md`)",
      help: "continue without it; similar names: `releases`",
      candidates: ["releases"],
    });
    expect(activated.snapshot.skills.map((each) => each.skill.name)).toEqual(["releases"]);
    expect(
      activation(await activateInSnapshot(asUser("releases"), { ...context, snapshot: activated.snapshot })).address,
    ).toBe("releases");
  });

  test("SK330: the result is the same if the source cannot be searched again", async () => {
    const { tree, context } = await open(entries);
    const { reload: _, ...without } = context;
    rmSync(tree.at("skills/release"), { recursive: true });
    expect(refusal(await activateInSnapshot(asUser("release"), without))).toMatchObject({
      code: "SK330",
      candidates: ["releases"],
    });
  });

  test("a skill that was only moved is found at its new path", async () => {
    const { tree, context, reloads } = await open(entries);
    rmSync(tree.at("skills/release"), { recursive: true });
    tree.add({ "skills/team/release/SKILL.md": skill("release", "Makes a release.") });
    expect(activation(await activateInSnapshot(asUser("release"), context)).directory).toBe(
      tree.at("skills/team/release"),
    );
    expect(reloads()).toBe(1);
  });

  test.each<[what: string, text: string, reason: string]>([
    ["no frontmatter", "# Only text\n", "its file is broken now: there is no frontmatter"],
    ["no end", "---\nname: release\n", "its file is broken now: the frontmatter is never closed"],
    ["no description", "---\nname: release\n---\n", "its file is broken now: the frontmatter has no `description`"],
    ["nothing at all", "", "its file is broken now: there is no frontmatter"],
  ])("SK331: %s", async (_, text, reason) => {
    const { tree, context } = await open(entries);
    writeFileSync(tree.at("skills/release/SKILL.md"), text);
    const { code, reason: said } = refusal(await activateInSnapshot(asUser("release"), context));
    expect([code, tree.plain(said)]).toEqual([
      "SK331",
      `${reason}; it was listed as “Makes a release.” (\`/skills/release/SKILL.md\`)`,
    ]);
  });

  test("[N2] a file that lost its name is still the skill of its directory, and not another one", async () => {
    const { tree, context } = await open(entries);
    writeFileSync(tree.at("skills/release/SKILL.md"), "---\ndescription: X.\n---\nNew text.\n");
    expect(await activateInSnapshot(asUser("release"), context)).not.toHaveProperty("refusal");
    const other = await open({ "skills/elsewhere/SKILL.md": skill("release", "Makes a release.") });
    writeFileSync(other.tree.at("skills/elsewhere/SKILL.md"), "---\ndescription: X.\n---\n");
    expect(refusal(await activateInSnapshot(asUser("release"), other.context)).reason).toContain("has no `name`");
  });

  test("a file that is too large now cannot be read any more", async () => {
    const { tree, context } = await open(entries);
    writeFileSync(tree.at("skills/release/SKILL.md"), skill("release") + "x".repeat(1_000_001));
    expect(refusal(await activateInSnapshot(asUser("release"), context)).reason).toContain(
      "its file cannot be read any more (EFBIG)",
    );
  });
});

describe("[Q14] a long body", () => {
  const line = "é is not one byte.\n";
  const body = line.repeat(100);

  test.each([
    ["LF", `---\nname: a\ndescription: A.\n---\n${body}`],
    ["CRLF", `---\nname: a\ndescription: A.\n---\n${body}`.replaceAll("\n", "\r\n")],
    ["a byte order mark", `\ufeff---\nname: a\ndescription: A.\n---\n${body}`],
  ])("SK336: is cut behind a line, and can be read on from there: %s", async (_, text) => {
    const { context } = await open({ "skills/a/SKILL.md": text }, { maxBodyChars: 1000 });
    const { body: shown, cutFrom, restAt, diagnostics } = activation(await activateInSnapshot(asUser("a"), context));
    expect([shown, cutFrom, diagnostics.map(({ code }) => code)]).toEqual([line.repeat(52), 1900, ["SK336"]]);
    const rest = await readSkillResource({ asked: "a", actor: "user", path: "SKILL.md", offset: restAt ?? 0 }, context);
    expect("text" in rest && shown + rest.text.replaceAll("\r\n", "\n")).toBe(body);
  });

  test("of one line is cut between two characters", async () => {
    const { context } = await open(
      { "skills/a/SKILL.md": `---\nname: a\ndescription: A.\n---\n${"😀".repeat(100)}` },
      { maxBodyChars: 101 },
    );
    const { body: shown, restAt } = activation(await activateInSnapshot(asUser("a"), context));
    expect([shown, restAt]).toEqual(["😀".repeat(50), 32 + 200]);
  });

  test("has its arguments in any case", async () => {
    const { context } = await open(
      { "skills/a/SKILL.md": `---\nname: a\ndescription: A.\n---\n${body}$ARGUMENTS` },
      { maxBodyChars: 1000 },
    );
    expect(activation(await activateInSnapshot(asUser("a", "x"), context)).body).toBe(
      `${line.repeat(52)}\n\nARGUMENTS: x`,
    );
  });

  test("is not cut below 100,000 characters", async () => {
    const long = `---\nname: a\ndescription: A.\n---\n${"x".repeat(99_999)}\n`;
    const { tree, context } = await open({ "skills/a/SKILL.md": long });
    expect(activation(await activateInSnapshot(asUser("a"), context)).cutFrom).toBeUndefined();
    tree.add({ "skills/a/SKILL.md": `${long}more` });
    expect(activation(await activateInSnapshot(asUser("a"), context)).cutFrom).toBe(100_004);
  });
});

describe("[L4] skills of a source", () => {
  const contents = {
    "a/SKILL.md": skill("a"),
    "a/scripts/run.sh": "echo\n",
    "a/.hidden": "no",
    "a/inner/SKILL.md": skill("inner"),
    "a/inner/theirs.txt": "no",
    "b/SKILL.md": skill("b"),
  };

  test("are activated and read like those of a directory", async () => {
    const source = memorySource("memory", contents);
    const { context } = await open({}, { load: { roots: [], sources: [source] } });
    const { resources, body } = activation(await activateInSnapshot(asUser("a"), context));
    expect([resources, body]).toEqual([[{ path: "scripts/run.sh", bytes: 5 }], "# a\n\nInstructions.\n"]);
    const read = (path: string): unknown => readSkillResource({ asked: "a", actor: "user", path }, context);
    expect(await read("./scripts/run.sh")).toEqual({ text: "echo\n", bytes: 5 });
    expect(await read("SKILL.md")).toMatchObject({ bytes: contents["a/SKILL.md"].length });
    expect(await read("../b/SKILL.md")).toMatchObject({ refused: { code: "SK332" } });
    expect(await read("inner/theirs.txt")).toMatchObject({ refused: { code: "SK333" } });
    expect(await read("scripts/runs.sh")).toMatchObject({ refused: { help: "did you mean `scripts/run.sh`?" } });
  });

  test("are asked for sizes, so that no file is read too early", async () => {
    const read: string[] = [];
    const { read: give, ...memory } = memorySource("memory", contents);
    const noting = (path: string): ReturnType<typeof give> => {
      read.push(path);
      return give(path);
    };
    const source = { ...memory, read: noting, size: () => 7 };
    const { context } = await open({}, { load: { roots: [], sources: [source] } });
    read.length = 0;
    expect(activation(await activateInSnapshot(asUser("a"), context)).resources).toEqual([
      { path: "scripts/run.sh", bytes: 7 },
    ]);
    expect(read).toEqual(["a/SKILL.md"]);
  });

  test("SK330: are missing if the source no longer has them", async () => {
    const given: Record<string, string> = { ...contents };
    const { context } = await open({}, { load: { roots: [], sources: [memorySource("memory", given)] } });
    delete given["b/SKILL.md"];
    expect(refusal(await activateInSnapshot(asUser("b"), context)).code).toBe("SK330");
    delete given["a/scripts/run.sh"];
    expect(await readSkillResource({ asked: "a", actor: "user", path: "scripts/run.sh" }, context)).toMatchObject({
      refused: { code: "SK333" },
    });
  });
});

describe("[Q7] a file of a skill, for an actor", () => {
  test("is read only for an actor who may use the skill", async () => {
    const { context } = await open({
      "skills/a/SKILL.md": skill("a", "A.", "disable-model-invocation: true\n"),
      "skills/a/x.txt": "x",
    });
    const read = (actor: "user" | "model"): unknown => readSkillResource({ asked: "a", actor, path: "x.txt" }, context);
    expect([await read("user"), await read("model")]).toEqual([
      { text: "x", bytes: 1 },
      { refused: expect.objectContaining({ code: "SK311" }) },
    ]);
    expect(await readSkillResource({ asked: "none", actor: "user", path: "x.txt" }, context)).toMatchObject({
      refused: { code: "SK301" },
    });
  });
});

describe("[Q7] a skill that is a single file", () => {
  test("has no files except itself, because files around it belong to others", async () => {
    const { context } = await open(
      {
        "project/.git/HEAD": "ref",
        "project/.pi/skills/flat.md": skill("flat"),
        "project/.pi/skills/other.md": skill("other"),
        "project/.pi/skills/dir/SKILL.md": skill("dir"),
        "project/.pi/skills/dir/x.txt": "x",
      },
      { host: "pi", load: { roots: [] }, maxBodyChars: 7 },
    );
    const { resources, moreResources, restAt } = activation(await activateInSnapshot(asUser("flat"), context));
    expect([resources, moreResources]).toEqual([[], 0]);
    const read = (path: string, offset = 0): unknown =>
      readSkillResource({ asked: "flat", actor: "user", path, offset }, context);
    expect(await read("SKILL.md", restAt)).toMatchObject({ text: "\nInstructions.\n" });
    expect(await read("./flat.md")).toMatchObject({ bytes: skill("flat").length });
    for (const path of ["other.md", "dir/x.txt", "dir/SKILL.md"])
      expect(await read(path)).toMatchObject({ refused: { code: "SK333" } });
  });

  test("is not confused with a directory skill in another spelling", async () => {
    const { context } = await open({ "skills/a/skill.md": skill("a"), "skills/a/x.txt": "x" });
    expect(activation(await activateInSnapshot(asUser("a"), context)).resources).toEqual([{ path: "x.txt", bytes: 1 }]);
    expect(await readSkillResource({ asked: "a", actor: "user", path: "SKILL.md" }, context)).toMatchObject({
      bytes: skill("a").length,
    });
  });
});
