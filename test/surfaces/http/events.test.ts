import { rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { skill } from "../cli/run.ts";
import { appFor } from "./app-for.ts";
import { makePlace } from "./place.ts";

const place = makePlace({ "~/.agents/skills/pdf/SKILL.md": skill("pdf") });
const served = await appFor(place.load);
afterAll(async () => {
  await served.app.close();
  await served.desk.close();
});

interface Event {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Reads events one by one. */
async function listen(): Promise<{ next(): Promise<Event | undefined>; leave(): Promise<void> }> {
  const { body, headers } = await served.get("/api/events");
  expect(headers.get("content-type")).toBe("text/event-stream");
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const waiting: string[] = [];
  return {
    async next() {
      while (waiting.length === 0) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        waiting.push(
          ...new TextDecoder()
            .decode(value)
            .split("\n\n")
            .filter((each) => each !== ""),
        );
      }
      const lines = (waiting.shift() ?? "").split("\n");
      const field = (name: string): string =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
      return { event: field("event"), data: JSON.parse(field("data")) as Record<string, unknown> };
    },
    leave: () => reader.cancel(),
  };
}

test("[SV11] the current state, then each change, to every client", async () => {
  const [one, two] = [await listen(), await listen()];
  const { revision } = served.desk.own.snapshot;
  for (const each of [one, two])
    expect(await each.next()).toEqual({ event: "hello", data: { host: "skillwright", revision } });

  place.write({ "~/.agents/skills/docx/SKILL.md": skill("docx") });
  await served.desk.settled();
  const docx = { id: "user:~/.agents/skills/docx", name: "docx", path: `${place.home}/.agents/skills/docx/SKILL.md` };
  const added = {
    event: "change",
    data: {
      host: "skillwright",
      revision: served.desk.own.snapshot.revision,
      revisionBefore: revision,
      added: [{ ...docx, outcome: "loaded", offered: true }],
      changed: [],
      removed: [],
      also: [],
    },
  };
  expect(await one.next()).toEqual(added);
  expect(await two.next()).toEqual(added);

  place.write({ "~/.agents/skills/docx/SKILL.md": `${skill("docx")}\nMore.\n` });
  await served.desk.settled();
  expect((await one.next())?.data).toMatchObject({ changed: [{ ...docx, parts: ["body"] }] });

  rmSync(`${place.home}/.agents/skills/docx`, { recursive: true });
  await served.desk.settled();
  expect((await one.next())?.data).toMatchObject({ removed: [docx] });
  await one.leave();
  expect(served.app.events.size).toBe(1);
  await two.leave();
});

test("[SV5] what OpenCode asks for follows every change, of bodies too", async () => {
  const contents = async (): Promise<unknown> => (await served.get("/skill")).json();
  const entry = (content: string): object => ({
    name: "pdf",
    description: expect.any(String),
    location: `${place.home}/.agents/skills/pdf/SKILL.md`,
    content,
  });
  expect(await contents()).toEqual([entry("\n# pdf\n\nDo it.\n")]);
  place.write({ "~/.agents/skills/pdf/SKILL.md": skill("pdf").replace("Do it.", "Do it well.") });
  expect(await contents()).toEqual([entry("\n# pdf\n\nDo it well.\n")]);
  rmSync(`${place.home}/.agents/skills/pdf/SKILL.md`);
  expect(await contents()).toEqual([]);
});

test("[SV5] for another directory of the project, and no other", async () => {
  place.write({ "sub/.agents/skills/inner/SKILL.md": skill("inner"), "~/.config/skillwright/trust.json": "{}" });
  const trusting = await appFor({ ...place.load, trust: "all" });
  const asked = async (directory: string): Promise<Response> =>
    trusting.get(`/skill?directory=${encodeURIComponent(directory)}`);
  const all = (await (await asked(`${place.project}/sub`)).json()) as { name: string }[];
  expect(all.map(({ name }) => name)).toEqual(["inner"]);
  expect((await asked("/etc")).status).toBe(403);
});

test("[SV11] a slow client is disconnected, and every client when the server ends", async () => {
  const slow = await listen();
  for (let count = 0; count < 80; count++) {
    place.write({ "~/.agents/skills/pdf/SKILL.md": skill("pdf", `Number ${count}.`) });
    await served.desk.settled();
  }
  expect(served.app.events.size).toBe(0);
  let events = 0;
  while (await slow.next()) events++;
  expect(events).toBeGreaterThan(60);
  const last = await listen();
  expect((await last.next())?.event).toBe("hello");
  await served.app.close();
  expect(await last.next()).toBe(undefined);
});

test("[SV11] who asks for the head alone is not told anything more", async () => {
  const before = served.app.events.size;
  const request = new Request("http://localhost/api/events", { method: "HEAD", headers: { host: "localhost" } });
  const { status, headers, body } = await served.app.fetch(request);
  expect([status, headers.get("content-type"), body]).toEqual([200, "text/event-stream", null]);
  expect(served.app.events.size).toBe(before);
});

test("[SV1] a closed app listens to no change any longer", async () => {
  const { app: other, desk } = await appFor(place.load);
  let listening = 0;
  const on: typeof desk.on = (listener) => {
    const off = desk.on(listener);
    listening++;
    return () => {
      listening--;
      off();
    };
  };
  const counted = await appFor(place.load, { desk: { ...desk, on } });
  const open = listening;
  await counted.app.close();
  expect([open > 0, listening]).toEqual([true, 0]);
  await other.close();
  await Promise.all([desk.close(), counted.desk.close()]);
});
