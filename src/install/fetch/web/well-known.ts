/** Fetches the skills in a site's index: `https://example.org`, a path on it, or the index itself. */
import { OperationError, throwIfStopped } from "../../../model/errors.ts";
import { parseJson } from "../../../model/schema.ts";
import { withoutSecrets } from "../../../model/text/display/without-secrets.ts";
import { compareText } from "../../../model/text/text.ts";
import { describeRefusal } from "../../../trust/bundle/refusal.ts";
import type { FetchedSource, Source, SourceContext, SourceSkill } from "../../source.ts";
import { mapInParallel } from "../in-parallel.ts";
import { type DiscoveryIndex, MAX_INDEX_BYTES, readDiscoveryIndex } from "./discovery-index.ts";
import { fetchEntry, type IndexAddress, type IndexSkill } from "./index-skill.ts";
import { requestPage, showAddress, successfulBytes } from "./web-request.ts";

export const wellKnown: Source = {
  kind: "well-known",
  recognises: (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
  fetch,
};

// Maximum concurrent requests. They are enough to hide the latency, but too few to overload a server.
const AT_ONCE = 6;
// Limit for all skills of a site together, as a multiple of the limit for one skill. All of them are in memory until
// the user has chosen some.
const SOURCE_FACTOR = 8;

/** Fetches the skills of a site. The text after `#` is the name of the only wanted skill. */
async function fetch(text: string, context: SourceContext): Promise<FetchedSource> {
  throwIfStopped(context.signal, "fetching");
  const url = new URL(text);
  const source = withoutSecrets(text);
  const { index, place } = await findIndex(url, source, context);
  const entries = index.entries.filter(({ name }) => url.hash === "" || url.hash === new URL(`#${name}`, url).hash);
  if (entries.length === 0 && index.entries.length > 0) throw notThere(url.hash, place);
  const limit = new ByteLimit(SOURCE_FACTOR * context.limits.maxBytes, url);
  const fetched = await together(context, url, (stoppable) =>
    mapInParallel(entries, AT_ONCE, async (entry) => limit.take(await fetchEntry(entry, place, stoppable))),
  );
  const skills = fetched.flatMap((each) => foundOf(each, source));
  const diagnostics = [...index.diagnostics, ...fetched.flatMap((each) => each.diagnostics)];
  if (skills.length === 0 && diagnostics.length === 0) diagnostics.push(EMPTY);
  return { skills: skills.sort((a, b) => compareText(a.origin.path, b.origin.path)), diagnostics };
}

/** Cancels all requests after the first failure or the timeout. */
async function together<T>(context: SourceContext, url: URL, work: (context: SourceContext) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const time = AbortSignal.timeout(SOURCE_FACTOR * context.limits.timeoutMs);
  const signals = [stop.signal, time, ...(context.signal ? [context.signal] : [])];
  try {
    return await work({ ...context, signal: AbortSignal.any(signals as AbortSignal[]) });
  } catch (error) {
    if (!time.aborted) throw error;
    throw new OperationError("SK604", `the skills of \`${showAddress(url.href)}\` did not arrive in time`, {
      hint: "name the wanted skill after `#`",
      cause: error,
    });
  } finally {
    stop.abort();
  }
}

const EMPTY = describeRefusal("SK647", {
  what: "the index has no skill",
  help: "check that this is the right address",
});

const INDEX_PATHS = [".well-known/agent-skills/index.json", ".well-known/skills/index.json"];

/**
 * Returns the possible index URLs. URLs below the path come first (OpenCode's index may be there, too), then those at
 * the site's top. At each level, newer locations come first.
 */
export function indexUrls(url: URL): string[] {
  const base = new URL(url);
  base.hash = "";
  if (url.pathname.endsWith(".json")) return [base.href];
  base.search = "";
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  const below = [...INDEX_PATHS, "index.json"].map((place) => new URL(place, base).href);
  const top = INDEX_PATHS.map((place) => new URL(`/${place}`, base).href);
  return [...new Set([...below, ...top])];
}

async function findIndex(
  url: URL,
  source: string,
  context: SourceContext,
): Promise<{ index: DiscoveryIndex; place: IndexAddress }> {
  const places = indexUrls(url);
  for (const address of places) {
    const answer = await requestPage(address, { maxBytes: MAX_INDEX_BYTES, typed: url.href }, context);
    if (places.length > 1 && isNothing(answer)) continue;
    const index = readDiscoveryIndex(successfulBytes(answer, address), showAddress(address), context.limits);
    return { index, place: { source, url: answer.url, typed: url.href } };
  }
  throw new OperationError("SK602", `\`${showAddress(url.href)}\` has no index of skills`, {
    hint: "a site lists its skills in `/.well-known/agent-skills/index.json`; if its index is elsewhere, give that address; end the address of a repository with `.git`",
  });
}

/** Returns true for an empty response, and for the page that a site returns for every address. */
function isNothing({ status, bytes }: { status: number; bytes: Uint8Array }): boolean {
  return (status >= 400 && status < 500 && status !== 429) || (status === 200 && parseJson(bytes) === undefined);
}

function notThere(wanted: string, { url }: IndexAddress): OperationError {
  return new OperationError("SK602", `the index \`${showAddress(url)}\` has no skill \`${wanted.slice(1)}\``, {
    hint: "check the name after `#`; without it all skills are shown",
  });
}

/** The total size limit for all skills of a site. */
class ByteLimit {
  #left: number;
  readonly #url: URL;

  constructor(maxBytes: number, url: URL) {
    this.#left = maxBytes;
    this.#url = url;
  }

  take(skill: IndexSkill): IndexSkill {
    for (const { bytes } of skill.bundle?.files ?? []) this.#left -= bytes.length;
    if (this.#left < 0)
      throw new OperationError(
        "SK604",
        `the skills of \`${showAddress(this.#url.href)}\` together exceed the size limit`,
        {
          hint: "name the wanted skill after `#`",
        },
      );
    return skill;
  }
}

function foundOf({ name, bundle, artifact, resolved }: IndexSkill, source: string): SourceSkill[] {
  if (bundle === undefined) return [];
  return [
    {
      name,
      bundle,
      origin: {
        kind: "well-known",
        source,
        ...(resolved === undefined ? {} : { resolved }),
        ...(artifact === undefined ? {} : { artifact }),
        path: name,
      },
    },
  ];
}
