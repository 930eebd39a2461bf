import fc from "fast-check";
import { expect, test } from "vitest";
import type { Session } from "../../../src/session/conversation/session.ts";
import { open, skillFile } from "./open.ts";

/** Events of a conversation: steps of the session, and changes of its files. */
type Step =
  | { readonly do: "turn"; readonly message: string }
  | { readonly do: "load"; readonly asked: string; readonly arguments: string | undefined }
  | { readonly do: "nest"; readonly from: string; readonly asked: string }
  | { readonly do: "read" | "complete"; readonly asked: string }
  | { readonly do: "catalog"; readonly pinned: string }
  | { readonly do: "files"; readonly file: string }
  | { readonly do: "compact"; readonly budget: number }
  | { readonly do: "edit"; readonly name: string; readonly body: string };

const FILES = {
  plain: skillFile("plain", "Do $ARGUMENTS plainly.\n"),
  kept: skillFile("kept", "Keep.\n", "metadata:\n  skillwright.survival: session\n"),
  act: skillFile("act", "Act once.\n", "disable-model-invocation: true\n"),
  waits: skillFile("waits", "Wait.\n", "paths: ['*.sql']\n"),
  "plain/notes.md": "note\n",
};

const name = fc.constantFrom("plain", "kept", "act", "waits", "nobody");
const given = fc.option(fc.constantFrom("one", "two"), { nil: undefined });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("turn"),
    message: fc.constantFrom("$plain $kept", "/act now", "/plain one", "hello", "$waits"),
  }),
  fc.record({ do: fc.constant("load"), asked: name, arguments: given }),
  fc.record({ do: fc.constant("nest"), from: name, asked: name }),
  fc.record({ do: fc.constantFrom("read", "complete"), asked: name }),
  fc.record({ do: fc.constant("catalog"), pinned: name }),
  fc.record({ do: fc.constant("files"), file: fc.constantFrom("a.sql", "b.ts") }),
  fc.record({ do: fc.constant("compact"), budget: fc.constantFrom(50, 300, 25_000) }),
  fc.record({
    do: fc.constant("edit"),
    name: fc.constantFrom("plain", "kept"),
    body: fc.constantFrom("Now.\n", "Then $1.\n"),
  }),
);

async function take(step: Step, session: Session): Promise<unknown> {
  switch (step.do) {
    case "turn":
      return session.turn(step.message);
    case "load":
      return session.activate({
        asked: step.asked,
        actor: "model",
        ...(step.arguments ? { arguments: step.arguments } : {}),
      });
    case "nest":
      return session.activate({ asked: step.asked, actor: "skill", from: step.from });
    case "read":
      return session.readResource(step.asked, "notes.md");
    case "complete":
      return session.complete(step.asked);
    case "catalog":
      return session.catalog({ pinned: [step.pinned] });
    case "files":
      return session.worksOn([step.file]);
    case "compact":
      return session.compact({ maxTokens: step.budget });
    case "edit":
      return undefined;
  }
}

test("[H11] a session that is stored and resumed at any point by another instance behaves the same", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 14 }), async (steps) => {
      const opened = await open(FILES);
      let resumed = await (await opened.again()).session({ id: "s", clock: () => 0 });
      for (const [next, interrupted] of steps) {
        if (next.do === "edit") opened.write(next.name, skillFile(next.name, next.body, frontmatterOf(next.name)));
        if (interrupted) {
          const state = JSON.parse(JSON.stringify(resumed));
          resumed = await (await opened.again()).session({ state, clock: () => 0 });
        }
        expect(await take(next, resumed)).toEqual(await take(next, opened.session));
      }
      expect(JSON.stringify(resumed)).toBe(JSON.stringify(opened.session));
    }),
    { numRuns: 60 },
  );
});

function frontmatterOf(skill: string): string {
  return skill === "kept" ? "metadata:\n  skillwright.survival: session\n" : "";
}
