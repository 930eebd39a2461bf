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
