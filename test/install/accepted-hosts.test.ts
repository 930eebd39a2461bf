import { expect, test } from "vitest";
import { AcceptedHosts } from "../../src/install/accepted-hosts.ts";
import { memoryFiles } from "../../src/platform/files/memory-files.ts";
import { statePathsOf } from "../../src/trust/locks/state-paths.ts";

test("[Y27] the user is asked once about a host and once about its private address", async () => {
  const asked: string[] = [];
  const askHost = async (host: string, address = ""): Promise<boolean> => asked.push(`${host} ${address}`) > 0;
  const statePaths = statePathsOf({ home: "/h", platform: "linux", variables: {}, cwd: "/p" }, "/p");
  const resolve = async () => [{ address: "10.0.0.7", family: 4 }];
  const hosts = new AcceptedHosts(statePaths, memoryFiles({}), undefined, { askHost }, resolve);
  for (const path of ["a", "b"]) await hosts.permit(`https://h.example/${path}.zip`);
  expect(asked).toEqual(["h.example ", "h.example 10.0.0.7"]);
});
