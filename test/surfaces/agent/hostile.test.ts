/** Faulty endpoints and models: the agent ends with a message, and keeps the conversation so far. */
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { completionEvents, messageEvents, type Reply } from "./model-server.ts";
import { type Play, play } from "./play.ts";

/** The SDK sends the request again after this time. */
const SOON = { "retry-after-ms": "5" };

async function failing(script: Play["script"], more: Partial<Play> = {}) {
  const { code, stdout, stderr, requests, ...rest } = await play({ script, runs: [["--no-color", "Hello"]], ...more });
  const error = stderr
    .slice(Math.max(0, stderr.indexOf("error[")))
    .replaceAll(/127\.0\.0\.1:\d+/g, "ENDPOINT")
    .trimEnd();
  return { code, stdout, error, tries: requests.length, requests, ...rest };
}

const stream = (write: (response: ServerResponse) => void): Reply => ({
  write: (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    write(response);
  },
});

describe("[AG6] endpoints that fail", () => {
  test.each<[string, Play["script"], number, string, string]>([
    [
      "a key that is refused",
      [{ status: 401, body: '{"error":{"message":"no such key: secret-key"}}' }],
      1,
      "",
      'error[SK493]: `played` at http://ENDPOINT/v1 refuses the API key (401); it says: "no such key: …"\nhelp: set PLAYED_KEY in the environment to a valid API key',
    ],
    [
      "a model that is not known",
      [{ status: 404, body: '{"error":{"message":"model `any` not found"}}' }],
      1,
      "",
      'error[SK493]: `played` at http://ENDPOINT/v1 does not know the model `any`, or the address is wrong (404); it says: "model `any` not found"\nhelp: check the model\'s name and the address',
    ],
    [
      "too many requests, again and again",
      Array.from({ length: 5 }, () => ({ status: 429, headers: SOON, body: "slow down" })),
      3,
      "",
      'error[SK493]: `played` at http://ENDPOINT/v1 received too many requests (429); it says: "slow down"\nhelp: wait, then try again; the conversation is kept',
    ],
    [
      "a failure of its own",
      Array.from({ length: 5 }, () => ({ status: 500, headers: SOON, body: "<h1>oops</h1>" })),
      3,
      "",
      'error[SK493]: `played` at http://ENDPOINT/v1 returned an error (500); it says: "<h1>oops</h1>"\nhelp: try again; the conversation is kept',
    ],
    [
      "an end in the middle of a word",
      [
        stream(
          (response) =>
            void response.write(completionEvents({ text: "Half an ans" }).slice(0, 2).join(""), () =>
              response.destroy(),
            ),
        ),
      ],
      1,
      "Half an ans\n",
      'error[SK493]: the response of `played` at http://ENDPOINT/v1 was interrupted; the connection says: "other side closed"\nhelp: try again; the conversation is kept',
    ],
  ])("%s", async (_, script, tries, stdout, error) => {
    const failed = await failing(script);
    expect({ ...failed, requests: [], all: [], box: 0, signal: 0, stderr: 0 }).toMatchObject({
      code: 1,
      stdout,
      error,
      tries,
    });
  });

  test("once too many requests, and then an answer", async () => {
    const { code, stdout, tries } = await failing([{ status: 429, headers: SOON }, { text: "Here." }]);
    expect([code, stdout, tries]).toEqual([0, "Here.\n", 2]);
  });

  const foreign = "error[SK493]: the response of `played` at http://ENDPOINT/v1 is not valid for the API `openai`";

  test.each<[string, Reply, string]>([
    ["a stream that is not JSON", stream((response) => response.end("data: {oops\n\ndata: [DONE]\n\n")), foreign],
    [
      "a stream of other things",
      stream((response) => response.end('data: {"hello":"world"}\n\ndata: [DONE]\n\n')),
      foreign,
    ],
    ["an empty stream", stream((response) => response.end()), foreign],
    ["a page", { status: 200, headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" }, foreign],
    ["bytes", stream((response) => response.end(Buffer.from([0xff, 0xfe, 0x00, 0x80]))), foreign],
  ])("%s", async (_, reply, wanted) => {
    const { code, error } = await failing([reply]);
    expect([code, error.split("\n")]).toEqual([1, [wanted, expect.stringMatching(/^help: /)]]);
  });

  test("an error in the middle of Anthropic's stream", async () => {
    const overloaded =
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
    const reply = stream((response) => response.end(messageEvents({ text: "Half" }).slice(0, 3).join("") + overloaded));
    const { code, stdout, error } = await failing([reply], { api: "anthropic" });
    expect([code, stdout, error]).toEqual([1, "Half\n", expect.stringMatching(/^error\[SK493\]: .*Overloaded/)]);
  });
});

describe("[AG9] models that do not stop", () => {
  test("one that writes for ever", async () => {
    const piece = completionEvents({ text: "x".repeat(50_000) })[1] ?? "";
    const reply = stream((response) => {
      const more = (): void => void (response.destroyed || response.write(piece, more));
      more();
    });
    const { code, stdout, error } = await failing([reply]);
    expect([code, stdout.length < 6_000_000]).toEqual([1, true]);
    expect(error).toMatch(/^error\[SK493\]: the model has written more than 4000000 characters and was stopped/);
  });

  test("one that calls a hundred tools at once", async () => {
    const calls = Array.from({ length: 100 }, () => ({ name: "shell", input: { command: "sleep 0.2; echo done" } }));
    const { requests } = await failing([{ calls }, { text: "Enough." }], { runs: [["--allow", "shell", "Go"]] });
    const answers = ((requests[1]?.body["messages"] ?? []) as { role: string; content: string }[]).filter(
      ({ role }) => role === "tool",
    );
    expect(answers.filter(({ content }) => content === "done").length).toBe(32);
    expect(answers.filter(({ content }) => content.startsWith("not called: at most 32")).length).toBe(68);
  });

  test("a command that writes for ever is cut before the model sees it", async () => {
    const { requests } = await failing(
      [{ calls: [{ name: "shell", input: { command: "yes" } }] }, { text: "Enough." }],
      {
        runs: [["--allow", "shell", "Go"]],
      },
    );
    expect(JSON.stringify(requests[1]?.body).length).toBeLessThan(150_000);
  });
});
