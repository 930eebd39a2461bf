/** Tests the complete OpenAPI document, and the routes that change something. */
import { expect, test } from "vitest";
import { ROUTES } from "../../../src/surfaces/http/routes.ts";
import { appFor } from "./app-for.ts";
import { makePlace } from "./place.ts";

const place = makePlace({});

test("[SV2] the OpenAPI document is as it was", async () => {
  const served = await appFor(place.load);
  const document = await (await served.get("/api/openapi.json")).json();
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot("__snapshots__/openapi.json");
});

test("[SV12] without --write, every route that changes something is refused before its input is read", async () => {
  const served = await appFor(place.load);
  const changing = ROUTES.filter(({ writes }) => writes === true);
  expect(changing.map(({ id }) => id).sort()).toMatchInlineSnapshot(`
    [
      "activateSkill",
      "addServers",
      "applyBudget",
      "applyPlan",
      "approveServed",
      "compile",
      "disableSkill",
      "enableSkill",
      "evaluateLive",
      "fix",
      "forgetApprovals",
      "init",
      "installPackages",
      "newSkill",
      "placeSkills",
      "publish",
      "runCommand",
      "runScript",
      "settleLocks",
      "trust",
      "undoPlacing",
      "undoServer",
      "untrust",
    ]
  `);
  for (const { method, path, id } of changing) {
    const response = await served.app.fetch(
      new Request(new URL(path.replaceAll(/\{\w+\}/g, "x"), "http://localhost"), {
        method,
        headers: { host: "localhost", "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: "{}" }),
      }),
    );
    expect([id, response.status]).toEqual([id, 403]);
  }
});
