/** Tests failures of the server itself, and requests that no route accepts. */
import { symlinkSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sendStream } from "../../../src/surfaces/http/files/send-stream.ts";
import { pathInProject } from "../../../src/surfaces/http/requests/path-in-project.ts";
import { skill } from "../cli/run.ts";
import { appFor } from "./app-for.ts";
import { makePlace } from "./place.ts";

test("[SV10] our own mistake is reported to the server's log, and the answer has no details of it", async () => {
  const place = makePlace({ "skills/pdf/SKILL.md": skill("pdf") });
  const served = await appFor(place.load);
  const mistake = new TypeError("/home/u/secret");
  const desk = Object.assign(Object.create(served.desk), { skills: () => Promise.reject(mistake) });
  const broken = await appFor(place.load, { desk });
  const answer = await broken.get("/api/skills");
  expect([answer.status, await answer.json(), broken.mistakes]).toEqual([
    500,
    { error: { code: "internal", message: "internal error", help: "see the server's log" } },
    [mistake],
  ]);
});

test("[SV7] a refusal is not reported as our mistake, and says what the path supports", async () => {
  const place = makePlace({ "skills/pdf/SKILL.md": skill("pdf") });
  const served = await appFor(place.load);
  const answer = await served.post("/api/roots", {});
  expect([answer.status, ((await answer.json()) as { error: unknown }).error, served.mistakes]).toEqual([
    405,
    { code: "SK920", message: "this path does not support this method", help: "use GET" },
    [],
  ]);
});

test("[SV10] a root that leads nowhere allows no path, and is not our mistake", async () => {
  const { project } = makePlace({});
  symlinkSync("loop", join(project, "loop"));
  const desk = {
    projectRoot: project,
    skills: async () => ({ snapshot: { roots: [{ trusted: true, path: join(project, "loop") }] } }),
  } as unknown as Parameters<typeof pathInProject>[1];
  await expect(pathInProject("/etc/passwd", desk)).rejects.toMatchObject({ code: "SK922" });
});

test("[SV11] a stream for a connection that is gone already is cancelled, and nothing is written", async () => {
  const cancelled: boolean[] = [];
  const body = new ReadableStream({ cancel: () => void cancelled.push(true) });
  const written: unknown[] = [];
  const outgoing = {
    ...{ destroyed: true, writeHead: () => undefined, flushHeaders: () => undefined, once: () => undefined },
    write: (piece: unknown) => written.push(piece),
    end: () => undefined,
  };
  await sendStream(new Response(body), outgoing as unknown as ServerResponse);
  expect([cancelled, written]).toEqual([[true], []]);
});
