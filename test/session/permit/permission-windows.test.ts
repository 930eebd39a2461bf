import { expect, test } from "vitest";
import type { CompiledProfile } from "../../../src/model/rules/permission.ts";
import { type NewPermissionWindow, PermissionWindows } from "../../../src/session/permit/permission-windows.ts";

test("[B8] the model opens a window again only for other tools or another profile, and never gains by it", () => {
  const profile: CompiledProfile = { read: ["/project/data"], write: [], network: false };
  const opening: NewPermissionWindow = {
    ...{ id: "a", address: "a", actor: "model", turn: 1, until: "task" },
    ...{ intent: { granted: ["Read"] }, profile },
  };
  const windows = new PermissionWindows();
  windows.add(opening);
  const once = windows.state;
  windows.add({ ...opening, turn: 2, profile: { ...profile } });
  expect(windows.state).toEqual(once);
  const wider = { ...profile, network: true };
  windows.add({ ...opening, turn: 3, profile: wider });
  expect(windows.open.map((window) => [window.turn, window.profile])).toEqual([[3, wider]]);
  windows.add({ ...opening, turn: 4, intent: { granted: ["Read", "Bash"] }, profile: wider });
  expect(windows.state.map(({ turn, bounds, granted }) => ({ turn, bounds, granted }))).toEqual([
    { turn: 4, bounds: [["Read"]], granted: ["Read", "Bash"] },
  ]);
  expect(windows.open.map((window) => window.profile)).toEqual([wider]);
});
