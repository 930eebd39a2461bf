/**
 * Chooses a version of a package. It understands exact versions, tags, `^`, `~` and `x`, and rejects all other ranges.
 */
import { OperationError } from "../../../model/errors.ts";
import { showPath } from "../../../trust/bundle/refusal.ts";

type Numbers = readonly [major: number, minor: number, patch: number];

const EXACT = /^v?(\d{1,15})\.(\d{1,15})\.(\d{1,15})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
const RANGE = /^([~^]?)v?(\d{1,15}|[xX*])(?:\.(\d{1,15}|[xX*]))?(?:\.(\d{1,15}|[xX*]))?$/;
const TAG = /^[A-Za-z][\w.-]*$/;

/** Maximum characters of a version in npm. */
const MAX_VERSION = 256;

/**
 * Returns the version that matches a range; undefined if none does. Throws SK603 for an unsupported range. Invalid
 * versions from the registry are ignored, because messages and the lock show the chosen version.
 */
export function chooseVersion(
  wanted: string,
  stated: readonly string[],
  tags: Readonly<Record<string, unknown>>,
): string | undefined {
  const versions = stated.filter((version) => version.length <= MAX_VERSION && EXACT.test(version));
  if (EXACT.test(wanted)) return versions.find((version) => version === wanted.replace(/^v/, ""));
  const range = RANGE.exec(wanted);
  if (range) return highest(boundsOf(range), versions, tags);
  if (!TAG.test(wanted))
    throw new OperationError("SK603", `\`${showPath(wanted)}\` is not a supported version or range`, {
      hint: "write a version (`1.2.3`), a tag (`latest`), or a range with `^` or `~` (`^1.2`)",
    });
  const tagged = Object.hasOwn(tags, wanted) ? tags[wanted] : undefined;
  return versions.find((version) => version === tagged);
}

/** A range of versions: from the first (inclusive) to the second (exclusive). */
type Bounds = readonly [from: Numbers, below: Numbers];

function boundsOf([, sign = "", ...parts]: RegExpExecArray): Bounds {
  const given = parts.filter((part) => part !== undefined);
  const cut = given.findIndex((part) => /[xX*]/.test(part));
  const numbers = given.slice(0, cut === -1 ? undefined : cut).map(Number);
  const [major = 0, minor = 0, patch = 0] = numbers;
  return [[major, minor, patch], end(sign, numbers)];
}

/**
 * Returns the first version after the range. `^` fixes all numbers up to the first number that is not 0. `~` fixes
 * major and minor. Without a sign, all written numbers are fixed.
 */
function end(sign: string, numbers: readonly number[]): Numbers {
  const [major = 0, minor = 0, patch = 0] = numbers;
  if (numbers.length === 0) return [Number.POSITIVE_INFINITY, 0, 0];
  if (numbers.length === 1 || (sign === "^" && major > 0)) return [major + 1, 0, 0];
  if (numbers.length === 2 || sign === "~" || minor > 0) return [major, minor + 1, 0];
  return [0, 0, patch + 1];
}

/**
 * If the registry's `latest` matches, returns it, as npm does. Otherwise returns the highest matching version.
 * Prereleases never match a range.
 */
function highest(
  [from, below]: Bounds,
  versions: readonly string[],
  tags: Readonly<Record<string, unknown>>,
): string | undefined {
  const fits = versions.filter((version) => {
    const numbers = releaseOf(version);
    return numbers !== undefined && compare(numbers, from) >= 0 && compare(numbers, below) < 0;
  });
  const latest = fits.find((version) => version === tags["latest"]);
  return latest ?? fits.sort((a, b) => compare(releaseOf(b) as Numbers, releaseOf(a) as Numbers))[0];
}

function releaseOf(version: string): Numbers | undefined {
  const match = EXACT.exec(version);
  if (!match || match[4] !== undefined) return undefined;
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

function compare(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
