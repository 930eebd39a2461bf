import { readPackageFile } from "../../platform/package-root.ts";

export function version(): string {
  return (JSON.parse(readPackageFile("package.json")) as { version: string }).version;
}
