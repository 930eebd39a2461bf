/** Reads a skill's package requirements from its frontmatter: Aleph's `install`, and OpenClaw's in `metadata`. */
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import { isMap, stringsOf } from "../../model/schema.ts";
import type { Manifest } from "../../model/skills/skill.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Fetch } from "../../platform/network/fetch.ts";
import type { Spawn } from "../../platform/processes/spawn.ts";

export const PACKAGE_KINDS = ["brew", "apt", "npm", "uv", "go", "download"] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];

/** One way to install a dependency. All text is untrusted until `installCommand` has checked it. */
export interface InstallSpec {
  readonly id: string;
  readonly kind: PackageKind;
  /** Name of the package, formula or module. For a download, it is the address. */
  readonly package: string;
  /** Programs that the install provides. */
  readonly bins: readonly string[];
  /** Operating systems that the package supports; empty means all. */
  readonly os: readonly string[];
  /** For a download: the SHA-256 of its bytes in hexadecimal. */
  readonly sha256?: string;
}

/** The result of one install. */
export type InstallResult =
  /** The programs are already installed. */
  | { readonly status: "present"; readonly id: string }
  /** The package does not support this machine. */
  | { readonly status: "skipped"; readonly id: string; readonly reason: string }
  /** The command that an approved install would run. */
  | { readonly status: "planned"; readonly id: string; readonly command: readonly string[] }
  | { readonly status: "installed"; readonly id: string; readonly command: readonly string[] }
  /** The install was refused. No approval can allow it. */
  | { readonly status: "refused"; readonly id: string; readonly code: "SK691"; readonly reason: string }
  | { readonly status: "failed"; readonly id: string; readonly code: string; readonly reason: string };

/** The parts of the machine that an install uses. */
export interface ExecutorContext {
  readonly environment: Environment;
  readonly spawn: Spawn;
  readonly fetch: Fetch;
  readonly hasBinary: (name: string) => boolean;
  /** The directory for downloads. */
  readonly programs: string;
  readonly signal?: StopSignal;
}

const MAX_SPECS = 50;
const OPENCLAW_KEYS = ["openclaw", "clawdbot", "moltbot", "clawdis"];

/** Returns the valid specs, in the order of the file. */
export function installSpecs({ extra, metadata = {} }: Manifest): InstallSpec[] {
  const blocks = OPENCLAW_KEYS.map((key) => (Object.hasOwn(metadata, key) ? metadata[key] : undefined));
  const lists = [extra?.["install"], ...blocks.map((block) => (isMap(block) ? block["install"] : undefined))];
  const found = lists.flatMap((list) => (Array.isArray(list) ? list.slice(0, MAX_SPECS) : []));
  return found.flatMap((each, index) => readSpec(each, `install-${index + 1}`));
}

/** Reads one spec. OpenClaw writes `node` for npm, and has its own key for each kind. */
function readSpec(value: unknown, fallbackId: string): InstallSpec[] {
  if (!isMap(value)) return [];
  const kind = PACKAGE_KINDS.find((each) => each === (value["kind"] === "node" ? "npm" : value["kind"]));
  const { formula, module, url, package: named, id, sha256 } = value;
  const wanted = kind === "download" ? url : (named ?? formula ?? module);
  if (kind === undefined || typeof wanted !== "string") return [];
  return [
    {
      id: typeof id === "string" && id !== "" ? id : fallbackId,
      kind,
      package: wanted,
      bins: stringsOf(value["bins"]),
      os: stringsOf(value["os"]),
      ...(typeof sha256 === "string" ? { sha256 } : {}),
    },
  ];
}
