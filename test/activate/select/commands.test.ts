import { describe, expect, test } from "vitest";
import { skillCommands } from "../../../src/activate/select/slash-commands.ts";
import { loaded, snapshotOf } from "../access/snapshots.ts";
import { ANYWHERE, resolve, shown } from "./shown.ts";

const SNAPSHOT = snapshotOf([
  loaded("deploy", { manifest: { argumentHint: "[where]" } }),
  loaded("clear"),
  loaded("tool:run"),
  loaded("for-model", { manifest: { userInvocable: false } }),
  loaded("for-user", { manifest: { disableModelInvocation: true } }),
  loaded("My Cool Skill"),
  loaded("../x", { directory: "x" }),
  loaded("two", { scope: "repo" }),
  loaded("two", { scope: "user" }),
  loaded("same", { directory: "a" }),
  loaded("same", { directory: "b" }),
]);

describe("[M10] skills as commands", () => {
  test("each has the facts for a list of commands, and its source", () => {
    expect(skillCommands(SNAPSHOT, { commands: ["/Clear"] })).toEqual([
      { name: "deploy", description: "Does deploy.", argumentHint: "[where]", source: "skill" },
      { name: "tool:run", description: "Does tool:run.", source: "skill" },
      { name: "for-user", description: "Does for-user.", source: "skill" },
      { name: "two@repo", description: "Does two.", source: "skill" },
      { name: "two@user", description: "Does two.", source: "skill" },
    ]);
  });

  test("[M2] of an agent's own", () => {
    const names = skillCommands(SNAPSHOT, { scope: { skills: ["clear", "two"] } }).map(({ name }) => name);
    expect(names).toEqual(["clear", "two@repo", "two@user"]);
  });

  test("with the description that the host shows", () => {
    const snapshot = snapshotOf([{ ...loaded("a"), shownDescription: "Shown." }]);
    expect(skillCommands(snapshot)).toEqual([{ name: "a", description: "Shown.", source: "skill" }]);
  });

  test("every command is accepted when it is typed", () => {
    for (const { name } of skillCommands(SNAPSHOT, { commands: ["clear"] }))
      for (const message of [`/${name}`, `do /${name}, please`])
        expect(shown(resolve(message, SNAPSHOT, { mentions: ANYWHERE, commands: ["clear"] }))).toEqual([name]);
  });
});
