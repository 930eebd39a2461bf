import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ROUTES } from "../../src/surfaces/http/routes.ts";
import { skill } from "../cli/run.ts";
import { appFor } from "./app-for.ts";
import { type Document, unfit } from "./fits.ts";
import { makePlace } from "./place.ts";

const place = makePlace({
  "~/.agents/skills/pdf/SKILL.md": skill("pdf"),
  ".agents/skills/mine/SKILL.md": skill("mine"),
});
const served = await appFor(place.load, { write: true });
const document = (await (await served.get("/api/openapi.json")).json()) as Document;

/** Asks, and holds the answer to its schema. */
async function post(id: string, path: string, body: object = {}): Promise<unknown> {
  const response = await served.post(path, body);
  const answer: unknown = await response.json();
  expect({ status: response.status, answer }).toEqual({ status: 200, answer: expect.anything() });
  const route = ROUTES.find((each) => each.id === id);
  expect(unfit(answer, route?.answer.json ?? {}, document)).toEqual([]);
  return answer;
}

async function lists(): Promise<Record<string, string[]>> {
  const answer = (await (await served.get("/api/skills")).json()) as Record<
    string,
    { name: string; offered?: boolean }[]
  >;
  const { skills = [], disabled = [] } = answer;
  return {
    offered: skills.filter(({ offered }) => offered).map(({ name }) => name),
    withheld: skills.filter(({ offered }) => !offered).map(({ name }) => name),
    disabled: disabled.map(({ name }) => name),
  };
}

describe("[SV12] what changes something", () => {
  test.each(ROUTES.filter(({ writes }) => writes).map(({ path, id }) => [id, path]))(
    "%s is refused without `--write`",
    async (_id, path) => {
      const reading = await appFor(place.load);
      const response = await reading.post((path ?? "").replace(/\{\w+\}/, "pdf"), {});
      expect([response.status, await response.json()]).toEqual([
        403,
        {
          error: { code: "SK923", message: "the server only reads", help: "start it with `skillwright serve --write`" },
        },
      ]);
    },
  );

  test("never answers to a GET", async () => {
    for (const { path } of ROUTES.filter(({ writes }) => writes))
      expect((await served.get(path.replace(/\{\w+\}/, "pdf"))).status).not.toBe(200);
    expect(await lists()).toEqual({ offered: ["pdf"], withheld: ["mine"], disabled: [] });
  });

  test("a skill is left out, and let in again", async () => {
    const config = `${place.home}/.config/skillwright/config.yaml`;
    expect(await post("disableSkill", "/api/skills/pdf/disable")).toEqual({
      ...{ schema: 1, pattern: "pdf", enabled: false, path: config, changed: true },
    });
    expect(readFileSync(config, "utf8")).toBe("disable:\n  - pdf\n");
    expect(await lists()).toEqual({ offered: [], withheld: ["mine"], disabled: ["pdf"] });
    expect(await post("enableSkill", "/api/skills/pdf/enable")).toMatchObject({ changed: true });
    expect(await lists()).toEqual({ offered: ["pdf"], withheld: ["mine"], disabled: [] });
  });

  test("the project is trusted, and no longer", async () => {
    expect(await post("trust", "/api/trust")).toMatchObject({ folder: place.project, changed: true });
    expect(await lists()).toEqual({ offered: ["mine", "pdf"], withheld: [], disabled: [] });
    expect(await post("untrust", "/api/untrust")).toMatchObject({ changed: true });
    expect(await lists()).toEqual({ offered: ["pdf"], withheld: ["mine"], disabled: [] });
  });
});
