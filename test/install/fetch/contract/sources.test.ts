import { join } from "node:path";
import { git } from "../../../../src/install/fetch/git/git.ts";
import { directory } from "../../../../src/install/fetch/local/directory.ts";
import { plugin } from "../../../../src/install/fetch/local/plugin.ts";
import { npm } from "../../../../src/install/fetch/npm/npm.ts";
import type { Environment } from "../../../../src/platform/environment.ts";
import type { Machine } from "../../context.ts";
import { commitTree, writeTree } from "../git-fixture.ts";
import { packTree, startRegistry } from "../registry.ts";
import { describeTransport, type Fault, type Transport } from "./contract.ts";
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

describeTransport("[I20] npm", async () => {
  const registry = await startRegistry();
  const environment = ({ work, home }: Machine): Environment => ({
    cwd: work,
    home,
    platform: "linux",
    variables: { npm_config_registry: registry.url },
  });
  const spoilt = (code: string, spoil: () => void): Fault => ({
    code,
    prepare() {
      registry.publish("tools", "1.0.0", packTree({ "skills/pdf/SKILL.md": "" }));
      spoil();
      return "npm:tools";
    },
  });
  const tarball = "/tools/-/1.0.0.tgz";
  return {
    kind: "npm",
    source: npm,
    environment,
    wholeOrNothing: true,
    publish(tree) {
      registry.publish("tools", "1.0.0", packTree(tree));
      return "npm:tools";
    },
    stall() {
      registry.spoil("/slow", () => undefined);
      return "npm:slow";
    },
    faults: {
      "a package that is not there": { code: "SK602", prepare: () => "npm:missing" },
      "a version that is not there": {
        code: "SK602",
        prepare() {
          registry.publish("tools", "1.0.0", packTree({}));
          return "npm:tools@2";
        },
      },
      "a tarball that is not there": spoilt("SK602", () =>
        registry.spoil(tarball, (_, response) => response.writeHead(404).end()),
      ),
      "a server that fails": spoilt("SK604", () =>
        registry.spoil("/tools", (_, response) => response.writeHead(500).end("{}")),
      ),
      "a server that talks nonsense": spoilt("SK604", () =>
        registry.spoil("/tools", (_, response) => response.end("<html>")),
      ),
      "a server that dies midway": spoilt("SK621", () =>
        registry.spoil(tarball, (_, response) => {
          response.writeHead(200, { "content-length": "100000" }).write("x");
          setTimeout(() => response.destroy(), 20);
        }),
      ),
      "other bytes": spoilt("SK605", () =>
        registry.spoil(tarball, (_, response) => response.end(packTree({ "SKILL.md": "evil" }))),
      ),
      "no integrity": spoilt("SK605", () =>
        registry.publish("tools", "1.0.0", packTree({}), { integrity: undefined, shasum: "0".repeat(40) }),
      ),
      "a weak integrity": spoilt("SK605", () =>
        registry.publish("tools", "1.0.0", packTree({}), { integrity: "sha1-AAAA" }),
      ),
      "no archive": spoilt("SK646", () => registry.publish("tools", "1.0.0", Buffer.from("not an archive"))),
      nowhere: spoilt("SK604", () => registry.publish("tools", "1.0.0", packTree({}), { tarball: "file" })),
    },
    close: registry.close,
  };
});

describeTransport(
  "[I20] plugin",
  () => ({
    kind: "plugin",
    source: plugin,
    plugin: "office",
    publish(tree, { work }) {
      const manifest = { ".claude-plugin/plugin.json": JSON.stringify({ name: "office", version: "1.0.0" }) };
      writeTree(join(work, "published"), { ...tree, ...manifest });
      return "plugin:./published";
    },
    faults: {
      "a directory that is not there": { code: "SK602", prepare: () => "plugin:./missing" },
      "no manifest": {
        code: "SK602",
        prepare({ work }) {
          writeTree(join(work, "published"), { "skills/pdf/SKILL.md": "" });
          return "plugin:./published";
        },
      },
      "a manifest that is none": {
        code: "SK608,SK647",
        prepare({ work }) {
          writeTree(join(work, "published"), { ".claude-plugin/plugin.json": "{", "skills/pdf/SKILL.md": "" });
          return "plugin:./published";
        },
      },
      "another kind of place": { code: "SK603", prepare: () => "plugin:https://h.test/x.zip" },
    },
  }),
  ["waiting"],
);
