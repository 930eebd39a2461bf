import { expect, test } from "vitest";
import { signWith } from "../../../src/install/publish/sign-manifest.ts";
import { systemError } from "../../../src/platform/files/files.ts";
import { makeTree } from "../../tree.ts";
import { machineContext } from "../context.ts";

test("[J1] without ssh-keygen nothing is signed, and the error of the system is the cause", async () => {
  const tree = makeTree({ key: "a key" });
  const missing = systemError("ENOENT", "spawn");
  const sign = signWith(tree.at("key"), { ...machineContext(tree.top), spawn: () => Promise.reject(missing) });
  await expect(sign({ files: [] })).rejects.toMatchObject({
    code: "SK690",
    message: `nothing could be signed with \`${tree.at("key")}\`: there is no \`ssh-keygen\``,
    cause: missing,
  });
});

test("[J1] a key that cannot be read is named, with the error of the system as the cause", () => {
  const tree = makeTree({});
  expect(() => signWith(tree.at("key"), machineContext(tree.top))).toThrow(
    expect.objectContaining({
      code: "SK690",
      message: `nothing could be signed with \`${tree.at("key")}\`: it cannot be read`,
      cause: expect.objectContaining({ code: "ENOENT" }),
    }),
  );
});
