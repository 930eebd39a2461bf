/** What a skill wants from a package manager, out of its frontmatter: Aleph's `install`, and OpenClaw's in `metadata`. */
import type { Manifest } from "../../model/skills/skill.ts";
import { isMap } from "../../model/values/is-map.ts";

export const PACKAGE_KINDS = ["brew", "apt", "npm", "uv", "go", "download"] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];

/** One way to get something. All of it is a stranger's text until `installCommand` has looked at it. */
export interface InstallSpec {
  readonly id: string;
  readonly kind: PackageKind;
  /** The package, formula or module; of a download, its address. */
  readonly package: string;
  /** Programs that are there afterwards. */
  readonly bins: readonly string[];
  /** Where it counts; everywhere without any. */
  readonly os: readonly string[];
  /** Of a download: what its bytes must be, in hexadecimal. */
  readonly sha256?: string;
}

const MAX_SPECS = 50;
const OPENCLAW_KEYS = ["openclaw", "clawdbot", "moltbot", "clawdis"];

/** [J21] Those that can be understood, in the order in which they are written. */
export function installSpecs({ extra, metadata = {} }: Manifest): InstallSpec[] {
  const blocks = OPENCLAW_KEYS.map((key) => (Object.hasOwn(metadata, key) ? metadata[key] : undefined));
  const lists = [extra?.["install"], ...blocks.map((block) => (isMap(block) ? block["install"] : undefined))];
  const found = lists.flatMap((list) => (Array.isArray(list) ? list.slice(0, MAX_SPECS) : []));
  return found.flatMap((each, index) => readSpec(each, `install-${index + 1}`));
}

/** OpenClaw says `node` for npm, and has a name of its own for what each kind installs. */
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
      bins: texts(value["bins"]),
      os: texts(value["os"]),
      ...(typeof sha256 === "string" ? { sha256 } : {}),
    },
  ];
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
