import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OperationError } from "../../../src/model/errors.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import {
  findTranscript,
  listStoredConversations,
  newTranscriptId,
} from "../../../src/surfaces/agent/transcript/history.ts";
import { readTranscript } from "../../../src/surfaces/agent/transcript/read-transcript.ts";
import { startModel } from "./model-server.ts";
import { play, run, transcripts } from "./play.ts";

const HEAD = {
  type: "conversation",
  version: 1,
  id: "i",
  time: "t",
  cwd: "/w",
  agent: "a",
  host: "h",
  provider: "p",
  model: "m",
};
const user = (content: string) => ({ type: "message", message: { role: "user", content } });
const lines = (...values: unknown[]): string => `${values.map((value) => JSON.stringify(value)).join("\n")}\n`;
const files = (text: string) => memoryFiles({ "/i.jsonl": text });

function reason(text: string): string {
  try {
    readTranscript("/i.jsonl", files(text));
    return "read";
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return `${error.code} ${error.message.replace("the conversation `/i.jsonl` cannot be resumed: ", "")}`;
  }
}

describe("[AG13] a kept conversation", () => {
  test("messages, and those that a compaction left of them", () => {
    const text = lines(
      HEAD,
      user("one"),
      { type: "skills", state: { turn: 1 } },
      { type: "compaction", messages: [{ role: "user", content: "short" }] },
      user("two"),
    );
    expect(readTranscript("/i.jsonl", files(text))).toMatchObject({
      head: { id: "i", agent: "a" },
      messages: [
        { role: "user", content: "short" },
        { role: "user", content: "two" },
      ],
      skills: { turn: 1 },
      torn: false,
    });
  });

  test("unanswered calls at the end are left out", () => {
    const call = {
      type: "message",
      message: { role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: "read", input: {} }] },
    };
    expect(readTranscript("/i.jsonl", files(lines(HEAD, user("one"), call))).messages).toEqual([
      { role: "user", content: "one" },
    ]);
  });

  test("half a line at the end", () => {
    expect(readTranscript("/i.jsonl", files(`${lines(HEAD, user("one"))}{"type":"mess`))).toMatchObject({
      torn: true,
      messages: [{ content: "one" }],
    });
  });

  test.each<[string, string]>([
    ["", "SK494 line 1: the file is empty"],
    ["{}\n", "SK494 line 1: the first line is not the start of a conversation"],
    ["garbage\n", "SK494 line 1: the line is not a JSON object"],
    [lines({ ...HEAD, version: 9 }), "SK494 line 1: the version of the conversation is not 1"],
    [lines({ ...HEAD, cwd: 5 }), "SK494 line 1: `cwd` is not a string"],
    [lines(HEAD, { type: "what" }), "SK494 line 2: the `type` of the line is unknown"],
    [
      lines(HEAD, { type: "message", message: { role: "king", content: "x" } }),
      "SK494 line 2: the line is not a message",
    ],
    [lines(HEAD, { type: "compaction", messages: "x" }), "SK494 line 2: the `type` of the line is unknown"],
    [`${lines(HEAD)}{"type":\n${lines(user("x"))}`, "SK494 line 2: the line is not a JSON object"],
  ])("%j", (text, wanted) => {
    expect(reason(text)).toBe(wanted);
  });

  test("any bytes are a conversation or SK494", () => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constant(JSON.stringify(HEAD)),
      fc.string().map((text) => JSON.stringify(user(text))),
    );
    fc.assert(
      fc.property(fc.array(line), (all) => {
        expect(reason(all.join("\n"))).toMatch(/^(?:read|SK494 )/);
      }),
      { numRuns: 200 },
    );
  });
});

describe("[AG13] the history", () => {
  const history = memoryFiles({
    "/h/sessions/20260101-000000-aa.jsonl": lines(
      { ...HEAD, id: "20260101-000000-aa" },
      user('<skill name="x">'),
      user("first\nwords"),
    ),
    "/h/sessions/20260102-000000-bb.jsonl": lines({ ...HEAD, cwd: "/other" }),
    "/h/sessions/20260103-000000-cc.jsonl": "damaged\n",
    "/h/sessions/notes.txt": "no",
  });

  test("newest first, without what is none", () => {
    expect(listStoredConversations("/h", history).map(({ id, cwd, begins }) => [id, cwd, begins])).toEqual([
      ["20260102-000000-bb", "/other", ""],
      ["20260101-000000-aa", "/w", "first\nwords"],
    ]);
    expect(listStoredConversations("/nowhere", history)).toEqual([]);
  });

  test.each<[string, string]>([
    ["last", "/h/sessions/20260101-000000-aa.jsonl"],
    ["20260102", "/h/sessions/20260102-000000-bb.jsonl"],
    ["2026", "SK494 several conversations begin with `2026`"],
    ["../x", "SK494 there is no conversation `../x`"],
  ])("`--resume %s`", (asked, wanted) => {
    const found = (): string => {
      try {
        return findTranscript(asked, "/h", "/w", history);
      } catch (error) {
        if (!(error instanceof OperationError)) throw error;
        return `${error.code} ${error.message}`;
      }
    };
    expect(found()).toBe(wanted);
  });

  test("an id says when it began", () => {
    expect(newTranscriptId(Date.UTC(2026, 0, 2, 3, 4, 5), "abcd0123")).toBe("20260102-030405-abcd0123");
  });

  test("the file is the user's alone, and a torn end is repaired when it is taken up", async () => {
    const { box } = await play({ script: [{ text: "Hello." }], runs: [["Hi"]] });
    const [path = ""] = transcripts(box);
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
    appendFileSync(path, '{"type":"mess');
    const model = await startModel([{ text: "Again." }]);
    const config = box.path("~/.config/skillwright/config.yaml");
    writeFileSync(config, readFileSync(config, "utf8").replace(/http:[^"]+/, model.url));
    const again = await run(box, ["agent", "--resume", "last", "On"]);
    await model.close();
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringContaining("warning[SK494]: the last line of the conversation was incomplete, and is ignored"),
    ]);
    expect(JSON.stringify(model.requests[0]?.body["messages"])).toContain("Hello.");
    expect(readTranscript(path, (await import("../../../src/platform/files/node-files.ts")).nodeFiles)).toMatchObject({
      torn: false,
      messages: { length: 4 },
    });
  });

  test("a part that cannot be stored is reported once, and the conversation goes on", async () => {
    const { code, stderr, stdout } = await play({
      files: { "config.yaml": "history_path: /proc/nowhere\n" },
      script: [{ text: "Hello." }],
      runs: [["Hi"]],
    });
    expect([code, stdout, stderr.match(/warning\[SK601\]/g)?.length]).toEqual([0, "Hello.\n", 1]);
  });
});
