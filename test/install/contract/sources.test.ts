import { join } from "node:path";
import { directory } from "../../../src/install/sources/directory.ts";
import { git } from "../../../src/install/sources/git.ts";
import { commitTree, writeTree } from "../git-fixture.ts";
import { describeTransport, type Transport } from "./contract.ts";
import { stallingServer } from "./stalling-server.ts";

const directoryTransport = (): Transport => ({
  kind: "directory",
  source: directory,
  publish(tree, { work }) {
    writeTree(join(work, "published"), tree);
    return "./published";
  },
  faults: {
    "a directory that is not there": { code: "SK602", prepare: () => "./missing" },
    "a file": {
      code: "SK602",
      prepare({ work }) {
        writeTree(work, { file: "x" });
        return "./file";
      },
    },
  },
});

describeTransport("[I20] directory", directoryTransport, ["waiting"]);

describeTransport("[I20] git", async () => {
  const server = await stallingServer();
  return {
    kind: "git",
    source: git,
    publish(tree, { work }) {
      commitTree(join(work, "published"), tree);
      return `file://${work}/published`;
    },
    stall: () => `http://127.0.0.1:${server.port}/owner/repo.git`,
    faults: {
      "a repository that is not there": { code: "SK602", prepare: ({ work }) => `file://${work}/missing` },
      "a branch that is not there": {
        code: "SK602",
        prepare({ work }) {
          commitTree(join(work, "published"), { "SKILL.md": "" });
          return `file://${work}/published#missing`;
        },
      },
      "a server that hangs up": { code: "SK604", prepare: () => `http://127.0.0.1:${server.port}/closed.git` },
      "a server that leads elsewhere": {
        code: "SK604",
        prepare: () => `http://127.0.0.1:${server.port}/redirect.git`,
      },
      "a server that knows nothing": { code: "SK602", prepare: () => `http://127.0.0.1:${server.port}/404.git` },
      "a server that talks nonsense": { code: "SK604", prepare: () => `http://127.0.0.1:${server.port}/nonsense.git` },
    },
    close: server.close,
  };
});
