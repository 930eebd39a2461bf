import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { archive } from "../../../../src/install/fetch/archives/archive.ts";
import { wellKnown } from "../../../../src/install/fetch/web/well-known.ts";
import { answer, slowLoris, wireServer } from "../../../wire-server.ts";
import { makeZip } from "../archives/make-zip.ts";
import { packTree } from "../registry.ts";
import { AGENT_SKILLS, SKILLS, startSite } from "../site.ts";
import { describeTransport, type PublishedTree, skillText, type Transport } from "./contract.ts";
import { webFaults } from "./web-faults.ts";

const PDF: PublishedTree = { "skills/pdf/SKILL.md": skillText("pdf") };

describeTransport("[I20] [I4] [I9] archive at an address", async (): Promise<Transport> => {
  const server = await wireServer();
  const publish = (tree: PublishedTree): string => {
    server.on("/skills.tgz", answer(200, packTree(tree, "")));
    return `${server.url}/skills.tgz`;
  };
  server.on("/slow.zip", slowLoris());
  return {
    kind: "archive",
    source: archive,
    publish,
    wholeOrNothing: true,
    stall: () => `${server.url}/slow.zip`,
    faults: {
      ...webFaults(server, "/skills.tgz", () => publish(PDF)),
      "other bytes than announced": { code: "SK605", prepare: () => `${publish(PDF)}#sha256:${"0".repeat(64)}` },
      "no archive": {
        code: "SK646",
        prepare() {
          server.on("/page.zip", answer(200, "<html>"));
          return `${server.url}/page.zip`;
        },
      },
      "plain http to somebody else": { code: "SK620", prepare: () => "http://example.test/x.zip" },
    },
    close: server.close,
  };
});

describeTransport(
  "[I20] [I9] archive at a path",
  () => ({
    kind: "archive",
    source: archive,
    publish(tree, { work }) {
      writeFileSync(join(work, "skills.skill"), zipTree(tree));
      return "./skills.skill";
    },
    wholeOrNothing: true,
    faults: {
      "a file that is not there": { code: "SK602", prepare: () => "missing.zip" },
      "a file that is too large": {
        code: "SK602",
        prepare({ work }) {
          writeFileSync(join(work, "large.zip"), Buffer.alloc(64 * 1024 * 1024 + 1));
          return "large.zip";
        },
      },
      "other bytes than announced": {
        code: "SK605",
        prepare({ work }) {
          writeFileSync(join(work, "skills.zip"), zipTree(PDF));
          return `skills.zip#sha256:${"0".repeat(64)}`;
        },
      },
    },
  }),
  ["waiting"],
);

describeTransport("[I20] [I12] site with archives", async (): Promise<Transport> => {
  const site = await startSite();
  const publish = (tree: PublishedTree): string => {
    site.publishArchives(tree);
    return site.url;
  };
  return {
    kind: "well-known",
    source: wellKnown,
    publish,
    originPath: (path) => path.slice("skills/".length),
    stall() {
      site.on("/slow/index.json", slowLoris());
      return `${site.url}/slow/index.json`;
    },
    faults: {
      ...webFaults(site, `${AGENT_SKILLS}/pdf.tar.gz`, () => publish(PDF)),
      "other bytes than announced": {
        code: "SK605",
        prepare() {
          publish(PDF);
          site.put(`${AGENT_SKILLS}/pdf.tar.gz`, packTree({ "SKILL.md": "evil" }, ""));
          return site.url;
        },
      },
      "an index of a kind that is not known": {
        code: "SK623",
        prepare() {
          site.putIndex(`${AGENT_SKILLS}/index.json`, [], { $schema: "https://schemas.example/9.json" });
          return site.url;
        },
      },
      "an index that leads inside": {
        code: "SK620",
        prepare() {
          const url = "https://169.254.169.254/latest";
          const entry = { name: "pdf", type: "skill-md", description: "", url, digest: `sha256:${"0".repeat(64)}` };
          site.putIndex(`${AGENT_SKILLS}/index.json`, [entry]);
          return site.url;
        },
      },
    },
    close: site.close,
  };
});

describeTransport("[I20] [I12] site with files", async (): Promise<Transport> => {
  const site = await startSite();
  const publish = (tree: PublishedTree): string => {
    site.publishFiles(tree);
    return site.url;
  };
  return {
    kind: "well-known",
    source: wellKnown,
    publish,
    originPath: (path) => path.slice("skills/".length),
    stall() {
      site.on("/slow/index.json", slowLoris());
      return `${site.url}/slow/index.json`;
    },
    faults: webFaults(site, `${SKILLS}/pdf/SKILL.md`, () => publish(PDF)),
    close: site.close,
  };
}, ["links", "executable"]);

function zipTree(tree: PublishedTree): Buffer {
  return makeZip(
    Object.entries(tree).map(([name, value]) => {
      if (typeof value === "string") return { name, content: value, flags: 0x800, mode: 0o100644 };
      if ("link" in value) return { name, content: value.link, flags: 0x800, mode: 0o120777 };
      return { name, content: value.text, flags: 0x800, mode: value.executable ? 0o100755 : 0o100644 };
    }),
  );
}
