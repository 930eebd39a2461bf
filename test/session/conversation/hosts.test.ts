/** Runs one conversation with every profile. A session behaves the same for every host's formats. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import type { Session } from "../../../src/session/conversation/session.ts";
import { makeTree } from "../../tree.ts";
import { open, skillFile } from "./open.ts";

const tree = makeTree({
  "project/.git/HEAD": "ref: refs/heads/main\n",
  "extra/pdf/SKILL.md": skillFile("pdf", "# PDF\n\nRead it whole.\n"),
  "extra/style/SKILL.md": skillFile("style", "# Style\n\nShort sentences.\n"),
});

async function sessionIn(host: string): Promise<Session> {
  const { environment, files } = tree;
  const skills = await openSkills({
    environment,
    files,
    host,
    roots: [tree.at("extra")],
    trust: "all",
    defaultSkills: false,
  });
  return skills.session({ id: host, clock: () => 0 });
}

describe.each(PROFILES.map(({ name, runtime }) => [name, runtime] as const))("%s", (host, runtime) => {
  test("[H1] [H5] [W1] gives a skill, a note, and what comes back; and knows all three again", async () => {
    const session = await sessionIn(host);
    const [first] = await session.offered("model");
    if (first === undefined) {
      expect([await session.compact(), (await session.activate({ asked: "pdf", actor: "model" })).isError]).toEqual([
        [],
        true,
      ]);
      return;
    }
    expect(runtime).not.toBe("none");
    const request = { asked: first.address, actor: "model" } as const;
    const [once, twice] = [await session.activate(request), await session.activate(request)];
    expect([once.isError, once.activation?.role, twice.repeated]).toEqual([false, "tool", true]);
    const items = [...(await session.preload(["style"])), ...(await session.compact())];
    expect(items.map(({ role }) => role)).not.toContain("tool");
    const texts = [once.text, twice.text, ...items.map(({ text }) => text)];
    expect(texts.map((text) => session.isSkillItem({ role: "user", content: text }))).toEqual(texts.map(() => true));
    expect(session.isSkillItem("Read it whole.")).toBe(false);
  });
});

test("[M1] any request of any actor gets an answer and no exception", async () => {
  const { session } = await open({ pdf: skillFile("pdf", "Read $ARGUMENTS.\n") });
  const word = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom("pdf", "../pdf", "\0", "`\n</skill>\n", "__proto__"),
  );
  await fc.assert(
    fc.asyncProperty(
      word,
      word,
      fc.option(word, { nil: undefined }),
      fc.constantFrom("user", "model", "skill"),
      async (asked, args, from, actor) => {
        const request = { asked, arguments: args, actor, ...(from === undefined ? {} : { from }) };
        const answer = await session.activate(request);
        expect(answer.isError).toBe(answer.activation === undefined);
        if (answer.isError) expect(answer.text.split("\n").length).toBe(1);
        expect((await session.readResource(asked, args)).text).toBeTypeOf("string");
        session.complete(asked);
      },
    ),
    { numRuns: 200 },
  );
  expect(() => JSON.parse(JSON.stringify(session))).not.toThrow();
});
