import { readFileSync } from "node:fs";
import { packageRoot } from "../../platform/package-root.ts";

export function version(): string {
  return (JSON.parse(readFileSync(`${packageRoot()}/package.json`, "utf8")) as { version: string }).version;
}
