import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { sendStream } from "../../../src/surfaces/http/files/send-stream.ts";
import { serveHttp } from "../../../src/surfaces/http/serve.ts";
import { waitFor } from "../../wait.ts";
import { skill } from "../cli/run.ts";
import { makePlace } from "./place.ts";

function ask(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, resolve).on("error", reject));
}

test("[SV11] over a connection: head at once, every event, and an end with the server", async () => {
  const place = makePlace({ "~/.agents/skills/pdf/SKILL.md": skill("pdf") });
  const serving = await serveHttp({
    ...{ load: place.load, version: "0", port: 0, address: "127.0.0.1", names: [], token: undefined, write: false },
    report: (error) => console.error(error),
  });
  const listening = await ask(`${serving.url}api/events`);
  expect([listening.statusCode, listening.headers["content-type"], listening.headers["cache-control"]]).toEqual([
    200,
    "text/event-stream",
    "no-store",
  ]);
  let heard = "";
  const ended = new Promise((resolve) => listening.on("end", resolve));
  const changed = new Promise<void>((resolve) =>
    listening.on("data", (chunk) => {
      heard += chunk;
      if (heard.includes("event: change")) resolve();
    }),
  );
  place.write({ "~/.agents/skills/docx/SKILL.md": skill("docx") });
  await changed;
  await serving.close();
  await ended;
  expect(heard.match(/^event: \w+$/gm)).toEqual(["event: hello", "event: change"]);
});

/** Returns the output of a server that sends this stream, and how the stream ended. */
async function sent(body: ReadableStream<Uint8Array>, read: (answer: IncomingMessage) => Promise<void>): Promise<void> {
  const server = createServer((_request, outgoing) => void sendStream(new Response(body), outgoing));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  await read(await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
  server.close();
}

test("[SV11] who reads slowly gets every byte, and who leaves ends the stream", async () => {
  const pieces = 200;
  let made = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (made === pieces) controller.close();
      else controller.enqueue(new Uint8Array(65_536).fill(made++));
    },
  });
  await sent(body, async (answer) => {
    answer.pause();
    let before = -1;
    await waitFor("the server to stop making pieces", () => {
      const isSame = made === before;
      before = made;
      return isSame;
    });
    // The connection holds less than all pieces, and the server makes no more until its client reads.
    expect(made).toBeLessThan(pieces);
    let bytes = 0;
    for await (const chunk of answer) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(pieces * 65_536);
  });
  let left: () => void = () => undefined;
  const cancelled = new Promise<void>((resolve) => {
    left = resolve;
  });
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(1)),
    cancel: () => left(),
  });
  await sent(endless, async (answer) => {
    answer.destroy();
    await cancelled;
  });
});
