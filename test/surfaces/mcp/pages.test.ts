/** Tests long lists, and failures inside of the server. */
import { afterEach, expect, test } from "vitest";
import { connect } from "./connect.ts";
import { type Machine, machine, skillFile } from "./machine.ts";

let place: Machine;

afterEach(() => place.remove());

test("[MC2] a page begins after the last entry of the page before, for every list, also if entries change in between", async () => {
  const name = (at: number): string => `s${String(at).padStart(3, "0")}`;
  const files = Array.from({ length: 230 }, (_, at) => [
    `.skillwright/skills/${name(at)}/SKILL.md`,
    skillFile(name(at)),
  ]);
  place = await machine(Object.fromEntries(files));
  const { skills, close } = await connect(place.open);
  const beginning = Buffer.from("after:").toString("base64url");
  const first = await skills.list({ cursor: beginning });
  expect(first.skills.map(({ uri }) => uri)).toEqual(
    Array.from({ length: 100 }, (_, at) => `skill://${name(at)}/SKILL.md`),
  );
  place.write({ ".skillwright/skills/s0995/SKILL.md": skillFile("s0995") });
  await place.skills.reload({ force: true });
  const second = await skills.list({ cursor: first.nextCursor as string });
  expect(second.skills[0]?.uri).toBe("skill://s0995/SKILL.md");
  const third = await skills.list({ cursor: second.nextCursor as string });
  expect([third.skills.length, third.nextCursor]).toEqual([31, undefined]);
  expect((await skills.list()).skills).toHaveLength(231);
  await close();
  const plain = await connect(place.open);
  expect((await plain.client.listResources()).resources).toHaveLength(231);
  expect((await plain.client.listPrompts()).prompts).toHaveLength(231);
  expect((await plain.client.listResources({ cursor: beginning })).resources).toHaveLength(100);
  await plain.close();
});

test("[MC4] an internal failure is answered with −32603", async () => {
  place = await machine({ ".skillwright/skills/pdf/SKILL.md": skillFile("pdf") });
  const { client, skills, close } = await connect(place.open);
  for (const method of ["session", "activate", "offered", "content", "share"])
    Object.assign(place.skills, { [method]: () => Promise.reject(new Error("a bug")) });
  await expect(skills.get("skill://pdf/SKILL.md")).rejects.toMatchObject({ code: -32603 });
  await expect(client.readResource({ uri: "skill://pdf/SKILL.md" })).rejects.toMatchObject({ code: -32603 });
  await close();
});
