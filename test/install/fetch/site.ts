/** A site on loopback that lists its skills in an index, in any of the known formats. */
import { createHash } from "node:crypto";
import { DISCOVERY_SCHEMA } from "../../../src/install/fetch/web/discovery-index.ts";
import { answer, type WireServer, wireServer } from "../../wire-server.ts";
import type { PublishedTree } from "./contract/contract.ts";
import { packTree } from "./registry.ts";

export const AGENT_SKILLS = "/.well-known/agent-skills";
export const SKILLS = "/.well-known/skills";

export interface Site extends WireServer {
  /** Sets the answer for an address. */
  readonly put: (path: string, body: string | Uint8Array) => void;
  readonly putIndex: (path: string, skills: readonly unknown[], more?: Readonly<Record<string, unknown>>) => void;
  /** Publishes every skill below `skills/` as an archive with its digest. */
  readonly publishArchives: (tree: PublishedTree) => void;
  /** Publishes every skill below `skills/` as files. */
  readonly publishFiles: (tree: PublishedTree, base?: string) => void;
  /** Returns the requested paths. */
  readonly asked: () => string[];
}

export async function startSite(): Promise<Site> {
  const server = await wireServer();
  const put = (path: string, body: string | Uint8Array): void => server.on(encodeURI(path), answer(200, body));
  const putIndex: Site["putIndex"] = (path, skills, more = { $schema: DISCOVERY_SCHEMA }) =>
    put(path, JSON.stringify({ ...more, skills }));
  return {
    ...server,
    put,
    putIndex,
    publishArchives(tree) {
      const entries = [...skillsOf(tree)].map(([name, files]) => {
        const bytes = packTree(files, "");
        put(`${AGENT_SKILLS}/${name}.tar.gz`, bytes);
        return { name, type: "archive", description: name, url: `${name}.tar.gz`, digest: sha256(bytes) };
      });
      putIndex(`${AGENT_SKILLS}/index.json`, entries);
    },
    publishFiles(tree, base = SKILLS) {
      const entries = [...skillsOf(tree)].map(([name, files]) => {
        for (const [path, value] of Object.entries(files)) {
          const text = typeof value === "string" ? value : "text" in value ? value.text : "";
          server.on(`${base}/${[name, ...path.split("/")].map(encodeURIComponent).join("/")}`, answer(200, text));
        }
        return { name, description: name, files: Object.keys(files) };
      });
      putIndex(`${base}/index.json`, entries, {});
    },
    asked: () => server.requests.map(({ path }) => path),
  };
}

export function sha256(bytes: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

function skillsOf(tree: PublishedTree): Map<string, Record<string, PublishedTree[string]>> {
  const skills = new Map<string, Record<string, PublishedTree[string]>>();
  for (const [path, value] of Object.entries(tree)) {
    const [, name = "", rest = ""] = /^skills\/([^/]+)\/(.*)$/s.exec(path) ?? [];
    if (name === "") continue;
    skills.set(name, { ...skills.get(name), [rest]: value });
  }
  return skills;
}
