/** An npm registry on loopback. Tests publish packages, and can replace every answer. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { makeTarGz } from "./archives/make-tar.ts";
import type { PublishedTree } from "./contract/contract.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Registry {
  readonly url: string;
  /** `METHOD path authorization` of every request. */
  readonly asked: string[];
  /** Adds a version; the last one is `latest`. */
  readonly publish: (
    name: string,
    version: string,
    tarball: Uint8Array,
    dist?: Readonly<Record<string, unknown>>,
  ) => void;
  /** Replaces the answer for a path. */
  readonly spoil: (path: string, answer: Answer) => void;
  readonly close: () => Promise<void>;
}

export async function startRegistry(): Promise<Registry> {
  const answers = new Map<string, Answer>();
  const packages = new Map<string, { versions: Record<string, unknown>; time: Record<string, string> }>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? "-"}`);
    const answer = answers.get(request.url ?? "");
    if (answer) answer(request, response);
    else response.writeHead(404, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    asked,
    publish(name, version, tarball, dist = {}) {
      const path = `/${name}/-/${version}.tgz`;
      const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
      const about = packages.get(name) ?? { versions: {}, time: {} };
      about.versions[version] = { name, version, dist: { tarball: `${url.slice(0, -1)}${path}`, integrity, ...dist } };
      about.time[version] = "2026-01-02T03:04:05.678Z";
      packages.set(name, about);
      answers.set(path, (_, response) => response.end(tarball));
      answers.set(`/${name.replace("/", "%2f")}`, (_, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ name, "dist-tags": { latest: version, next: version }, ...about }));
      });
    },
    spoil: (path, answer) => answers.set(path, answer),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Packs a tree as npm does, by default in a top directory. */
export function packTree(tree: PublishedTree, top = "package/"): Uint8Array {
  return makeTarGz(
    Object.entries(tree).map(([path, value]) => {
      const name = `${top}${path}`;
      if (typeof value === "string") return { name, content: value };
      if ("link" in value) return { name, type: "2", link: value.link };
      return { name, content: value.text, mode: value.executable ? "0000755\0" : "0000644\0" };
    }),
  );
}
