import { describe, expect, test } from "vitest";
import { ACTORS, type Actor } from "../../../src/model/conversation/offer.ts";
import type { SkillEvent } from "../../../src/session/conversation/events/events.ts";
import type { Session } from "../../../src/session/conversation/session.ts";
import { open, skillFile } from "./open.ts";

const PDF = { pdf: skillFile("pdf", "Read $ARGUMENTS.\n") };

/** Returns the text of a session without the envelope of a loaded skill. */
function said(text: string): string {
  return text.replace(/^<skill .*?\n<\/skill>/s, "<skill…>");
}

test("[L13] an invalid request is refused as not understood", async () => {
  const { session, skills } = await open(PDF);
  for (const wrong of ["pdf", undefined, null, 7, {}, { asked: 1, actor: "user" }, { asked: "pdf", arguments: 5 }]) {
    await expect(session.activate(wrong as never)).rejects.toMatchObject({ code: "SK920", hint: expect.any(String) });
    await expect(skills.activate(wrong as never)).rejects.toMatchObject({ code: "SK920" });
    await expect(session.check(wrong as never)).rejects.toMatchObject({ code: "SK920" });
  }
});

test("[DP20] [M1] a message that names a command gets its text", async () => {
  const more =
    "commands:\n  - { name: extract, description: Takes the text out., args: [{ name: file, required: true }] }\n";
  const { session } = await open({ pdf: skillFile("pdf", "Extract $file.\n", more) });
  const { items } = await session.turn("/extract a.pdf");
  expect(items.map(({ text }) => text).join("\n")).toContain("Extract a.pdf.");
});

describe("the ledger of a session", () => {
  test("[H1] has every activation, and no body", async () => {
    const { session, plain } = await open(PDF);
    await session.turn("/pdf report.pdf");
    expect(plain(session.ledger)).toEqual([
      {
        address: "pdf",
        id: "extra:/skills/pdf",
        digest: expect.stringMatching(/^\S{10,}$/),
        revision: expect.stringMatching(/^\S{10,}$/),
        given: expect.stringMatching(/^sha256:\w{64}$/),
        arguments: "report.pdf",
        turn: 1,
        actor: "user",
        survival: "one-shot",
        chain: [],
        repeated: false,
        completed: false,
        present: true,
      },
    ]);
    expect(JSON.stringify(session)).not.toContain("Read");
  });

  test("[H1] the same skill again gives a note that names the earlier turn", async () => {
    const { session } = await open(PDF);
    const before = await open(PDF);
    await before.session.activate({ asked: "pdf", actor: "model" });
    const again = await before.session.activate({ asked: "pdf", actor: "model" });
    session.nextTurn();
    const first = await session.activate({ asked: "pdf", actor: "model" });
    const { items } = await session.turn("$pdf please");
    expect([said(first.text), first.repeated, first.activation?.text]).toEqual(["<skill…>", undefined, first.text]);
    expect([again.text, again.repeated, again.isError]).toEqual([
      "The skill `pdf` is loaded already. It has not changed, and its instructions are still in the conversation. Follow these instructions.",
      true,
      false,
    ]);
    expect(items).toEqual([
      {
        role: "user",
        text: '<skill_note name="pdf">\nThe skill `pdf` is loaded already, since turn 1. It has not changed, and its instructions are still in the conversation. The user calls the skill again now: follow its instructions from the beginning.\n</skill_note>',
      },
    ]);
  });

  test("[H1] with other arguments it is loaded again, with the same ones it is not", async () => {
    const { session } = await open(PDF);
    const give = async (given?: string): Promise<string> =>
      said(
        (await session.activate({ asked: "pdf", actor: "user", ...(given === undefined ? {} : { arguments: given }) }))
          .text,
      );
    expect([await give("a.pdf"), await give("b.pdf"), await give(), await give("  ")]).toEqual([
      "<skill…>",
      "<skill…>",
      "<skill…>",
      expect.stringMatching(/^The skill `pdf` is loaded already\. /),
    ]);
    expect(await give("a.pdf")).toMatch(/ already, with the same arguments\./);
  });

  test("[H1] a skill that changed on disk is loaded again and marked", async () => {
    const { session, write } = await open(PDF);
    await session.turn("/pdf a.pdf");
    write("pdf", skillFile("pdf", "Read $ARGUMENTS with care.\n"));
    const [item] = (await session.turn("/pdf a.pdf")).items;
    expect(item?.text).toContain("Read a.pdf with care.");
    expect(said(item?.text ?? "")).toBe(
      "<skill…>\n\nThe skill `pdf` has changed since turn 1; the text above replaces the earlier one.",
    );
  });

  test("[H5] after a compaction, the whole skill is loaded again", async () => {
    const { session } = await open(PDF);
    await session.turn("$pdf");
    await session.compact();
    expect(said((await session.activate({ asked: "pdf", actor: "model" })).text)).toBe("<skill…>");
    expect((await session.activate({ asked: "pdf", actor: "model" })).repeated).toBe(true);
  });

  test("[H1] two calls at once: one text, one note", async () => {
    const { session } = await open(PDF);
    const request = { asked: "pdf", actor: "model" } as const;
    const answers = await Promise.all([session.activate(request), session.activate(request)]);
    expect(answers.map(({ repeated }) => repeated ?? false)).toEqual([false, true]);
  });
});

describe("which actor may load which skill", () => {
  const flags = [
    ["open", ""],
    ["user-only", "disable-model-invocation: true\n"],
    ["model-only", "user-invocable: false\n"],
    ["nobody", "disable-model-invocation: true\nuser-invocable: false\n"],
  ] as const;
  const allowed: Readonly<Record<string, readonly Actor[]>> = {
    open: ["user", "model", "skill"],
    "user-only": ["user"],
    "model-only": ["model", "skill"],
    nobody: [],
  };
  const rows = flags.flatMap(([name]) => ACTORS.map((actor) => [name, actor, allowed[name]?.includes(actor)] as const));
  const files = Object.fromEntries(flags.map(([name, more]) => [name, skillFile(name, "Do it.\n", more)]));

  test.each(rows)("[M1] %s, asked for by the %s: %s", async (name, actor, may) => {
    const { session } = await open(files);
    const { refusal, activation, isError } = await session.activate({ asked: name, actor });
    expect([activation?.address, refusal?.code, isError]).toEqual(
      may ? [name, undefined, false] : [undefined, "SK311", true],
    );
    expect((await session.offered(actor)).map(({ address }) => address).includes(name)).toBe(may);
  });

  test.each(flags)("[M1] %s, in a message and before a conversation", async (name) => {
    const { session } = await open(files);
    const { items, refused } = await session.turn(`/${name}`);
    const may = allowed[name] ?? [];
    expect([items.length, refused.map(({ code }) => code)]).toEqual(may.includes("user") ? [1, []] : [0, ["SK311"]]);
    const [preloaded] = await (await open(files)).session.preload([name]);
    expect(said(preloaded?.text ?? "").startsWith("<skill…>")).toBe(may.includes("model"));
  });

  test("[M1] an agent's scope applies to every actor", async () => {
    const { session } = await open(files, { scope: { skills: ["user-*"] } });
    const asked = await session.activate({ asked: "open", actor: "user" });
    expect([asked.refusal?.code, (await session.turn("$open $user-only")).items.length]).toEqual(["SK312", 1]);
    expect(await session.offered("model")).toEqual([]);
  });

  test("[M1] a refusal is a text for the model", async () => {
    const { session } = await open({ ...PDF, deploy: skillFile("deploy", "", "disable-model-invocation: true\n") });
    const texts = ["pfd", "deploy"].map(async (asked) => (await session.activate({ asked, actor: "model" })).text);
    expect(await Promise.all(texts)).toEqual([
      "The skill `pfd` was not loaded: there is no such skill. Did you mean `pdf`?",
      "The skill `deploy` was not loaded: `disable-model-invocation: true` hides it from the model. Only the user can load it, by its name.",
    ]);
  });
});

describe("a turn", () => {
  test("[H10] loads the skills that the message names, in its order; a missing skill does not affect the others", async () => {
    const files = Object.fromEntries(["a", "b", "c"].map((name) => [name, skillFile(name)]));
    const { session, remove } = await open(files);
    remove("b");
    const { items, selected, refused } = await session.turn("use $c, $b and $a");
    expect(selected.map(({ offered: { address } }) => address)).toEqual(["c", "b", "a"]);
    expect(items.map(({ role, text }) => [role, text.slice(0, 22)])).toEqual([
      ["user", '<skill name="c" direct'],
      ["user", '<skill_note name="b">\n'],
      ["user", '<skill name="a" direct'],
    ]);
    expect(refused.map(({ asked, start, end }) => [asked, start, end])).toEqual([["b", 8, 10]]);
  });

  test("[H10] each message is a separate turn", async () => {
    const { session } = await open(PDF);
    await session.turn("hello");
    session.nextTurn();
    await session.turn("$pdf");
    expect(session.ledger.map(({ turn }) => turn)).toEqual([3]);
  });
});

describe("before a conversation", () => {
  test("[L13] a value other than a list of names is refused, and the message names the expected value", async () => {
    const { session } = await open(PDF);
    await expect(session.preload("pdf" as never)).rejects.toMatchObject({
      code: "SK920",
      message: expect.stringContaining("a list of names"),
    });
  });

  test("[H10] skills come completely, as messages, and survive a compaction", async () => {
    const { session } = await open({ ...PDF, style: skillFile("style") });
    const items = await session.preload(["style", "pdf", "style", "nothing"]);
    expect(items.map(({ role, text }) => [role, said(text)])).toEqual([
      ["user", "<skill…>"],
      ["user", "<skill…>"],
      [
        "user",
        '<skill_note name="nothing">\nThe skill `nothing` was not loaded: there is no such skill.\n</skill_note>',
      ],
    ]);
    expect(session.ledger.map(({ address, actor, survival }) => [address, actor, survival])).toEqual([
      ["style", "model", "session"],
      ["pdf", "model", "session"],
    ]);
  });
});

describe("a skill that loads another skill", () => {
  const chain = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`s${index}`, skillFile(`s${index}`)]));
  const asks = (session: Session, from: string, asked: string) => session.activate({ asked, actor: "skill", from });

  test("[H8] gets it, with the instruction to continue", async () => {
    const { session, plain } = await open(chain);
    await session.turn("$s0");
    await session.turn("go on");
    expect(said(plain((await asks(session, "s0", "s1")).text))).toBe(
      "<skill…>\n\nWhen that skill's task is done, continue with the skill `s0` (`/skills/s0/SKILL.md`, loaded in turn 1) where you stopped.",
    );
    expect(plain(session.ledger.at(-1)?.chain)).toEqual(["extra:/skills/s0"]);
  });

  test("[H8] is refused in a cycle, even through a skill that is already loaded", async () => {
    const { session } = await open(chain);
    await session.turn("$s0 $s1");
    expect((await asks(session, "s0", "s1")).text).toMatch(
      /^The skill `s1` is loaded already, .*\n\nWhen that skill.s task is done, /,
    );
    const back = await asks(session, "s1", "s0");
    expect([back.refusal?.code, back.text]).toEqual([
      "SK351",
      "The skill `s0` was not loaded: it is waiting for this skill. Follow its instructions without loading it again.",
    ]);
    expect((await asks(session, "s0", "s0")).refusal?.code).toBe("SK351");
  });

  test("[H8] is refused in a chain of more than eight", async () => {
    const { session } = await open(chain);
    await session.turn("$s0");
    const codes: (string | undefined)[] = [];
    for (let level = 1; level < 10; level++)
      codes.push((await asks(session, `s${level - 1}`, `s${level}`)).refusal?.code);
    expect(codes).toEqual([...Array(8).fill(undefined), "SK351"]);
  });

  test("[H8] is refused if the calling skill is not active", async () => {
    const { session } = await open(chain);
    expect((await asks(session, "s0", "s1")).refusal?.reason).toBe(
      "the skill `s0` requests it, but is not loaded itself",
    );
    await session.turn("$s0");
    session.complete("s0");
    expect((await asks(session, "s0", "s1")).refusal?.code).toBe("SK351");
  });
});

describe("the skills after a compaction", () => {
  test("[H5] lasting skills come back completely, one-shot skills by name, and arguments never", async () => {
    const { session } = await open({
      style: skillFile("style", "Write short.\n", "metadata:\n  skillwright:\n    survival: session\n"),
      push: skillFile("push", "Push to $ARGUMENTS.\n"),
    });
    await session.catalog();
    await session.turn("$style");
    await session.turn("/push --force origin");
    const [head, ...shown] = await session.compact();
    expect(head?.text.split("\n").slice(2, 4)).toEqual([
      "These skills were used too; their text is not repeated here: `push` (turn 2).",
      expect.stringMatching(/^2 skills can be loaded as before; the catalog of revision `\S+` lists them\.$/),
    ]);
    expect(shown.map(({ role, text }) => [role, text.split("\n")[0]?.slice(0, 36)])).toEqual([
      ["user", '<earlier_skill name="style" turn="1"'],
    ]);
    expect([head, ...shown].map((item) => item?.text).join()).not.toContain("--force");
  });

  test("[H5] a skill that declares itself lasting comes back without its arguments", async () => {
    const more = "metadata:\n  skillwright.survival: task\n";
    const { session } = await open({ push: skillFile("push", "Push to $ARGUMENTS now.\n", more) });
    await session.turn("/push --force origin");
    const [, shown] = await session.compact();
    expect(shown?.text).toContain("\nPush to $ARGUMENTS now.\n");
    expect(shown?.text).not.toContain("--force");
  });

  test("[H5] reports skills that were changed, removed or withheld in the meantime", async () => {
    const { session, write, remove } = await open({ a: skillFile("a"), b: skillFile("b"), c: skillFile("c") });
    await session.turn("$a $b $c");
    write("a", skillFile("a", "Do it otherwise.\n"));
    remove("b");
    session.complete("c");
    const [head, ...shown] = await session.compact();
    expect(head?.text).toContain(
      "These skills were used too; their text is not repeated here: `c` (turn 1), `b` (turn 1).",
    );
    expect(
      shown.map(({ text }) => text.includes("The skill's file has changed since") && text.includes("Do it otherwise.")),
    ).toEqual([true]);
  });
});

describe("files", () => {
  const files = {
    deploy: skillFile("deploy", "Run it.\n", "disable-model-invocation: true\n"),
    "deploy/steps.md": "one\ntwo\n",
    migrate: skillFile("migrate", "Run it.\n", "paths: ['db/*.sql']\n"),
  };

  test("[Q7] of a skill that the user has loaded can be read by the model", async () => {
    const { session } = await open(files);
    const before = await session.readResource("deploy", "steps.md");
    await session.turn("/deploy");
    const after = await session.readResource("deploy", "steps.md");
    const outside = await session.readResource("deploy", "../migrate/SKILL.md");
    expect([before.refusal?.code, after.text, outside.isError]).toEqual(["SK311", "one\ntwo\n", true]);
    expect(session.events.counts).toMatchObject({ "resource-read": 1, refused: 2 });
  });

  test("[Q7] a long one is read in pieces", async () => {
    const { session } = await open(files);
    await session.turn("/deploy");
    const { text } = await session.readResource("deploy", "steps.md", { maxBytes: 4 });
    expect(text).toBe("one\n\n[cut: read on with offset 4]");
    expect((await session.readResource("deploy", "steps.md", { offset: 4 })).text).toBe("two\n");
  });

  test("[M2] in use make the skills available that wait for them", async () => {
    const { session } = await open(files);
    const names = async (): Promise<string[]> => (await session.offered("model")).map(({ address }) => address);
    const before = [await names(), (await session.activate({ asked: "migrate", actor: "model" })).refusal?.code];
    session.worksOn(["db/001.sql"]);
    expect([before, await names()]).toEqual([[[], "SK313"], ["migrate"]]);
    expect((await session.catalog()).entries.map(({ address }) => address)).toEqual(["migrate"]);
  });
});

describe("the messages", () => {
  test("[H12] events, in order, without arguments and bodies", async () => {
    const { session, plain } = await open({ ...PDF, "pdf/forms.md": "x" });
    const events: SkillEvent[] = [];
    session.events.on("*", (event) => events.push(event));
    await session.catalog();
    await session.turn("/pdf secret.pdf");
    await session.activate({ asked: "nothing", actor: "model" });
    await session.readResource("pdf", "forms.md");
    session.complete("pdf");
    expect(events.map(({ name }) => name)).toEqual([
      "discovered",
      "offered",
      "selected",
      "activated",
      "refused",
      "resource-read",
      "completed",
    ]);
    expect(plain(events[3])).toEqual({
      name: "activated",
      timeUnixNano: "0000000",
      attributes: {
        "session.id": "s",
        "session.turn": 1,
        "skill.name": "pdf",
        "skill.id": "extra:/skills/pdf",
        "skill.digest": session.ledger[0]?.digest,
        "skill.revision": session.ledger[0]?.revision,
        "skill.actor": "user",
        "skill.survival": "one-shot",
        "skill.depth": 0,
        "skill.repeated": false,
        "skill.arguments.characters": 10,
        "skill.text.characters": expect.any(Number),
      },
    });
    expect(JSON.stringify(events)).not.toMatch(/secret|Read/);
    const flat = events.flatMap(({ attributes }) => Object.values(attributes)).map((value) => typeof value);
    expect([...new Set(flat)].sort()).toEqual(["boolean", "number", "string"]);
  });

  test("[H12] events have arguments and bodies on request", async () => {
    const { session } = await open(PDF, { recordContent: true });
    const events: SkillEvent[] = [];
    session.events.on("activated", (event) => events.push(event));
    const { items } = await session.turn("/pdf secret.pdf");
    expect(events[0]?.attributes).toMatchObject({ "skill.arguments": "secret.pdf", "skill.text": items[0]?.text });
  });

  test("[H12] a remark about a loaded skill is a warning", async () => {
    const { session } = await open({ status: skillFile("status", "Now: !`git status`\n") });
    const codes: unknown[] = [];
    session.events.on("warning", ({ attributes }) =>
      codes.push([attributes["skill.name"], attributes["diagnostic.code"]]),
    );
    await session.turn("$status");
    expect(codes).toEqual([["status", "SK334"]]);
  });

  test("[H12] an unreadable skill gives `failed`, and a forbidden one `refused`", async () => {
    const { session, remove } = await open({ ...PDF, kept: skillFile("kept", "", "user-invocable: false\n") });
    remove("pdf");
    await session.turn("$pdf $kept");
    expect(session.events.counts).toMatchObject({ selected: 1, failed: 1, refused: 1, activated: 0 });
  });

  test("[D13] the first pinned skills and ranking stay in effect", async () => {
    const { session } = await open({ a: skillFile("a"), b: skillFile("b"), c: skillFile("c") });
    const order = async (ranking: Record<string, number>): Promise<string[]> =>
      (await session.catalog({ ranking })).entries.map(({ address }) => address);
    const first = await order({ c: 3 });
    expect(await order({ a: 9 })).toEqual(first);
    expect(JSON.parse(JSON.stringify(session)).order).toEqual({ pinned: [], ranking: { c: 3 } });
  });

  test("[W1] every message of a session is recognized again", async () => {
    const { session } = await open({ ...PDF, style: skillFile("style") });
    const given = [...(await session.preload(["style", "nothing"])), ...(await session.turn("$pdf $style")).items];
    given.push(...(await session.compact()));
    expect(given.map((item) => session.isSkillItem({ role: item.role, content: item.text }))).toEqual(
      given.map(() => true),
    );
    expect(session.isSkillItem({ role: "user", content: "use $pdf" })).toBe(false);
  });
});

test("[F46] a conversation without hooks starts silently", async () => {
  const { session } = await open({ review: skillFile("review") });
  expect(await session.start()).toEqual([]);
});
