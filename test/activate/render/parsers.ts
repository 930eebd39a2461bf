/**
 * Strict readers for listings, without code of ours. Each format has one reader; a format without a reader fails its
 * test.
 */
import { strict as assert } from "node:assert";

export interface Read {
  readonly address: string;
  readonly name?: string;
  readonly description?: string;
  readonly location?: string;
}

export const READERS: Readonly<Record<string, (text: string) => Read[]>> = {
  xml: (text) => {
    const inner = between(text, "<available_skills>\n", "\n</available_skills>");
    return inner.startsWith("<skill>") ? linesOf(inner).map(readElement) : readLines(inner);
  },
  markdown: (text) => {
    const at = text.indexOf("### Available skills\n");
    assert.ok(at >= 0);
    const table = text.slice(0, at).split("### Skill roots\n")[1] ?? "";
    const [list = ""] = text.slice(at + "### Available skills\n".length).split("\n\n");
    const roots = linesOf(table.trimEnd()).map((line) => readRoot(line.replace(/^- /, "")));
    return linesOf(list).map((line) => readLine(line, new Map(roots)));
  },
  bullets: (text) => {
    const list = text.includes("\n\n") ? text.slice(text.indexOf("\n\n") + 2) : text;
    const lines = linesOf(list);
    // Every line except the closing line is an entry.
    return readLines(lines.filter((line, at) => at < lines.length - 1 || line.startsWith("- ")).join("\n"));
  },
  files: (text) => {
    const list = text.includes("\n\n") ? text.slice(text.lastIndexOf("\n\n") + 2) : text;
    const lines = linesOf(list).filter(Boolean);
    // Every line except the closing line is an entry.
    return lines
      .filter((line, at) => at < lines.length - 1 || line.startsWith("- `"))
      .map((line) => {
        const found = /^- (`+)( ?)(.*?)\2(?<!`)\1(?!`)(?:: (.*))?$/u.exec(line);
        assert.ok(found, line);
        const [, , , location = "", description] = found;
        return { address: location, location, ...(description === undefined ? {} : { description }) };
      });
  },
  json: (text) => {
    const { skills } = JSON.parse(text) as { skills: (Omit<Read, "address"> & { name: string; address?: string })[] };
    return skills.map((skill) => ({ ...skill, address: skill.address ?? skill.name }));
  },
  "pickle-bot": (text) => {
    return linesOf(between(text, "<skills>\n", "\n</skills>")).map((line) => {
      const found = /^ {2}<skill name="([^"<>]*)"(?: id="([^"<>]*)")?>([^<>]*)<\/skill>$/.exec(line);
      assert.ok(found, line);
      const [, name = "", id, description = ""] = found;
      return {
        name: plain(name),
        address: plain(id ?? name),
        ...(description === "" ? {} : { description: plain(description) }),
      };
    });
  },
  aleph: (text) => {
    const inner = between(text, "<skills>\n", "\n</skills>");
    const blocks = inner === "" ? [] : inner.split(/(?<=\n<\/skill>)\n/);
    return blocks.map((block) => {
      const found =
        /^<skill id="([^"<>]*)" name="([^"<>]*)">\n(?:<triggers>\n(?:<trigger>[^<>\n]*<\/trigger>\n)+<\/triggers>\n)?(?:<instructions>\n([^<>]*)\n<\/instructions>\n)?<\/skill>$/.exec(
          block,
        );
      assert.ok(found, block);
      const [, id = "", name = "", instructions] = found;
      return {
        address: plain(id),
        name: plain(name),
        ...(instructions === undefined ? {} : { description: plain(instructions) }),
      };
    });
  },
};

/** Returns the text between two marks that each occur exactly once. */
export function between(text: string, open: string, close: string): string {
  assert.deepEqual([text.split(open).length, text.split(close).length], [2, 2]);
  assert.deepEqual([text.split(open.trim()).length, text.split(close.trim()).length], [2, 2]);
  return text.slice(text.indexOf(open) + open.length, text.indexOf(close));
}

export function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

function readElement(line: string): Read {
  const found =
    /^<skill><name>([^<>]*)<\/name>(?:<address>([^<>]*)<\/address>)?(?:<description>([^<>]+)<\/description>)?(?:<location>([^<>]+)<\/location>)?<\/skill>$/.exec(
      line,
    );
  assert.ok(found, line);
  const [, name = "", address, description, location] = found;
  return {
    name: plain(name),
    address: plain(address ?? name),
    ...(description === undefined ? {} : { description: plain(description) }),
    ...(location === undefined ? {} : { location: plain(location) }),
  };
}

/** Reads the roots, if there are any, and then lines of `- name: description (file: place)`. */
function readLines(text: string): Read[] {
  const lines = linesOf(text.trimEnd());
  const roots = new Map(lines.filter((line) => !line.startsWith("- ")).map(readRoot));
  return lines.slice(roots.size).map((line) => readLine(line, roots));
}

function readRoot(line: string): [string, string] {
  const found = /^(r\d+) = (.+)$/.exec(line);
  assert.ok(found, line);
  return [found[1] as string, token(found[2] as string, [])[0]];
}

const FILE = " (file: ";

function readLine(line: string, roots: ReadonlyMap<string, string>): Read {
  assert.ok(line.startsWith("- "), line);
  let [address, rest] = token(line.slice(2), [": ", " ("]);
  let name = address;
  if (rest.startsWith(" (") && !rest.startsWith(FILE)) {
    [name, rest] = token(rest.slice(2), [")"]);
    assert.ok(rest.startsWith(")"), line);
    rest = rest.slice(1);
  }
  const at = rest.lastIndexOf(FILE);
  let location: string | undefined;
  if (at >= 0) {
    assert.ok(rest.endsWith(")"), line);
    const [path, left] = token(rest.slice(at + FILE.length, -1), []);
    assert.equal(left, "");
    location = path.replace(/^r\d+(?=\/)/, (alias) => roots.get(alias) ?? alias);
    rest = rest.slice(0, at);
  }
  assert.ok(rest === "" || rest.startsWith(": "), line);
  const description = rest.slice(2);
  assert.ok(!/<[A-Za-z/!?|]/.test(description), line);
  return {
    address,
    name,
    ...(description === "" ? {} : { description: plain(description).replaceAll("(file :", "(file:") }),
    ...(location === undefined ? {} : { location }),
  };
}

/** Returns a JSON string, or the text up to the first of some end marks. */
export function token(text: string, ends: readonly string[]): [string, string] {
  if (text.startsWith('"')) {
    let end = 1;
    while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    return [JSON.parse(text.slice(0, end + 1)) as string, text.slice(end + 1)];
  }
  const places = ends.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  const at = places.length === 0 ? text.length : Math.min(...places);
  return [text.slice(0, at), text.slice(at)];
}

export function plain(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
