import { expect, test } from "vitest";
import { countEndListeners, NO_LISTENERS } from "../../listeners.ts";
import { Machine, skill } from "../machine.ts";

test.each([
  ["is there", "source", undefined],
  ["is missing", "nowhere", "SK602"],
])("[I20] a source that %s leaves no file and no listener behind", async (_, source, code) => {
  const machine = new Machine({ "source/skills/pdf/SKILL.md": skill("pdf") });
  const listeners = countEndListeners();
  const installer = await machine.installer();
  const planned = await installer.planAdd({ source: machine.path(source), where: "project" }).then(
    () => undefined,
    (error: { code: string }) => error.code,
  );
  expect([planned, listeners(), machine.tree("home")]).toEqual([code, NO_LISTENERS, {}]);
});

test("[I20] without a temporary directory nothing is fetched, and the message gives the reason", async () => {
  const machine = new Machine({});
  const installer = await machine.installer();
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = machine.path("missing");
  try {
    await expect(
      installer.planAdd({ source: `file://${machine.path("repository.git")}`, where: "project" }),
    ).rejects.toMatchObject({
      code: "SK601",
      message: expect.stringMatching(/^a temporary directory can.* \(ENOENT\)$/),
    });
  } finally {
    process.env["TMPDIR"] = before;
  }
});
