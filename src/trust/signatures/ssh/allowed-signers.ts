import { matchWildcards } from "../../../model/text/matching/match-wildcards.ts";

/**
 * Parses a file of allowed signers, as ssh-keygen(1) describes it. If a line has an unsupported option, the line is
 * ignored.
 */

export interface SignerQuery {
  readonly key: Uint8Array;
  readonly namespace: string;
  readonly now: number;
}

const MAX_LINES = 10_000;

/** Returns the first name that the file gives to the key. Returns undefined if no line allows the key. */
export function findSigner(text: string, { key, namespace, now }: SignerQuery): string | undefined {
  const wanted = Buffer.from(key);
  for (const line of text.split("\n", MAX_LINES)) {
    const read = readLine(line.trim());
    if (read === undefined || Buffer.compare(read.key, wanted) !== 0) continue;
    if (allows(read.options, namespace, now)) return read.principal;
  }
  return undefined;
}

interface Line {
  readonly principal: string;
  readonly options: ReadonlyMap<string, string>;
  readonly key: Uint8Array;
}

const TYPE = /^(?:sk-)?(?:ssh|ecdsa)-[a-z0-9@.-]+$/;

function readLine(line: string): Line | undefined {
  if (line === "" || line.startsWith("#")) return undefined;
  const words = splitWords(line);
  const at = words.findIndex((word, index) => index > 0 && TYPE.test(word));
  const principal = words[0]?.split(",").find((name) => name !== "" && !name.startsWith("!"));
  const blob = words[at + 1];
  if (at < 1 || at > 2 || principal === undefined || blob === undefined) return undefined;
  const options = at === 2 ? readOptions(words[1] as string) : new Map<string, string>();
  return options && { principal: principal.replaceAll('"', ""), options, key: Buffer.from(blob, "base64") };
}

/** Splits a line at spaces. Spaces inside quotes do not split it. */
function splitWords(line: string): string[] {
  return line.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
}

function readOptions(text: string): Map<string, string> | undefined {
  const options = new Map<string, string>();
  for (const part of text.match(/(?:[^,"]|"[^"]*")+/g) ?? []) {
    const equals = part.indexOf("=");
    const name = (equals === -1 ? part : part.slice(0, equals)).toLowerCase();
    options.set(name, equals === -1 ? "" : part.slice(equals + 1).replaceAll('"', ""));
  }
  return options;
}

const KNOWN: readonly string[] = ["namespaces", "valid-after", "valid-before"];

/**
 * Returns true if the options of a line allow the signature. Lines of certificate authorities are ignored, because
 * certificates are not supported here.
 */
function allows(options: ReadonlyMap<string, string>, namespace: string, now: number): boolean {
  if ([...options.keys()].some((name) => !KNOWN.includes(name))) return false;
  const namespaces = options.get("namespaces");
  if (namespaces !== undefined && !namespaces.split(",").some((each) => matchWildcards(each, namespace))) return false;
  const [after, before] = [options.get("valid-after"), options.get("valid-before")];
  return (after === undefined || readTime(after) <= now) && (before === undefined || now < readTime(before));
}

/** Parses `YYYYMMDD[HHMM[SS]]`, always in UTC. Returns NaN for an invalid time. Every comparison with NaN is false. */
function readTime(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?Z?$/.exec(text);
  if (match === null) return Number.NaN;
  const [year, month, day, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return Date.UTC(year as number, (month as number) - 1, day, hours, minutes, seconds);
}
