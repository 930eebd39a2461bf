import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textWidth } from "../../../src/model/text/display/printable.ts";
import { drawScreen, listHeight, wrapText } from "../../../src/surfaces/picker/draw.ts";
import { RowFinder } from "../../../src/surfaces/picker/find-rows.ts";
import { type PressedKey, readKeys } from "../../../src/surfaces/picker/keys.ts";
import { pickItems } from "../../../src/surfaces/picker/pick.ts";
import { beginPicking, type PickerState, pressKey } from "../../../src/surfaces/picker/state.ts";
import type { PickerTerminal } from "../../../src/surfaces/picker/terminal.ts";
import { item } from "./items.ts";

const items = ["pdf", "pdf-tools", "xlsx", "release-notes", "notes"].map((name) => item(name));

describe("[PK1] what is found", () => {
  const names = (query: string): string[] => new RowFinder(items).find(query).rows.map(({ item: { name } }) => name);

  test.each([
    ["", ["pdf", "pdf-tools", "xlsx", "release-notes", "notes"]],
    ["pdf", ["pdf", "pdf-tools"]],
    ["pt", ["pdf-tools"]],
    ["relno", ["release-notes"]],
    ["zzz", []],
  ])("%j", (query, found) => {
    expect(names(query)).toEqual(found);
  });

  test("words of a description, by their beginnings and all of them", () => {
    const more = [
      item("a", { description: "Fills in tax forms." }),
      item("b", { description: "Bakes tax free cakes." }),
    ];
    const finder = new RowFinder(more);
    expect(finder.find("tax form").rows.map(({ item: { name } }) => name)).toEqual(["a"]);
    expect(finder.find("bake").rows.map(({ item: { name } }) => name)).toEqual(["b"]);
  });

  test("letters to highlight are letters of the name", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 20 })), fc.string({ maxLength: 5 }), (all, query) => {
        const { rows, total } = new RowFinder(all.map((name) => item(name))).find(query);
        expect(total).toBeGreaterThanOrEqual(rows.length === 0 ? 0 : 1);
        for (const row of rows) for (const at of row.letters()) expect(at >= 0 && at < row.item.name.length).toBe(true);
      }),
    );
  });

  test("who is called just that comes first, then whole words, however many begin so", () => {
    const many = Array.from({ length: 300 }, (_, at) => item(`pdf-${at}`));
    const finder = new RowFinder([...many, item("merge-pdf-12"), item("pdf")]);
    const first = (query: string) =>
      finder
        .find(query)
        .rows.slice(0, 2)
        .map((row) => row.item.name);
    expect([first("pdf"), first("pdf 12"), first("PDF")]).toEqual([
      ["pdf", "pdf-0"],
      ["pdf-12", "merge-pdf-12"],
      ["pdf", "pdf-0"],
    ]);
    expect(finder.find("pdf").rows).toHaveLength(100);
  });

  test("of the same names, each once", () => {
    const twins = [item("pdf", { id: "repo:pdf" }), item("pdf", { id: "user:pdf" })];
    expect(new RowFinder(twins).find("pdf").rows.map(({ item: { id } }) => id)).toEqual(["repo:pdf", "user:pdf"]);
  });
});

describe("[PK4] keys", () => {
  test.each<[string, PressedKey[], string]>([
    ["abc", [{ key: "text", text: "abc" }], ""],
    ["a\x1b[Ab", [{ key: "text", text: "a" }, { key: "up" }, { key: "text", text: "b" }], ""],
    ["\x1b[", [], "\x1b["],
    ["\x1b", [], "\x1b"],
    ["\x1b[200~rm -rf\n\x1b[31m~\x1b[201~", [{ key: "text", text: "rm -rf [31m~" }], ""],
    ["\x1b[200~half", [], "\x1b[200~half"],
    ["\x1b[99;99q", [], ""],
    [
      "\x1b[<0;5;4M\x1b[<64;1;1M",
      [
        { key: "click", row: 3 },
        { key: "wheel-up", row: 0 },
      ],
      "",
    ],
    ["日本", [{ key: "text", text: "日本" }], ""],
    ["\x03", [{ key: "interrupt" }], ""],
  ])("%j", (bytes, keys, rest) => {
    expect(readKeys(bytes)).toEqual({ keys, rest });
  });

  test("an escape that nothing follows is the key", () => {
    expect(readKeys("\x1b", true)).toEqual({ keys: [{ key: "escape" }], rest: "" });
  });

  test("any bytes are read to their end, and cut anywhere they are the same keys", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(60), (text, at) => {
        expect(readKeys(text, true).rest).toBe("");
        const first = readKeys(text.slice(0, at));
        const both = [...first.keys, ...readKeys(first.rest + text.slice(at), true).keys];
        expect(join(both)).toEqual(join(readKeys(text, true).keys));
      }),
    );
  });

  /** Joins text that arrives in two pieces. */
  function join(keys: readonly PressedKey[]): unknown[] {
    const joined: PressedKey[] = [];
    for (const key of keys) {
      const last = joined.at(-1);
      if (key.key === "text" && last?.key === "text")
        joined[joined.length - 1] = { key: "text", text: last.text + key.text };
      else joined.push(key);
    }
    return joined;
  }
});

const rules = { finder: new RowFinder(items), height: 3, many: true };
const play = (keys: string, many = true): PickerState =>
  readKeys(keys, true).keys.reduce(
    (state, key) => pressKey(state, key, { ...rules, many }),
    beginPicking("", rules.finder),
  );

describe("[PK4] state", () => {
  test.each([
    ["types, and begins again at the first", "\x1b[B\x1b[Bno", { query: "no", at: 0, top: 0 }],
    ["scrolls", "\x1b[B\x1b[B\x1b[B", { at: 3, top: 1 }],
    ["does not leave the list", "\x1b[A\x1b[6~\x1b[6~\x1b[6~", { at: 4, top: 2 }],
    ["erases before the caret", "pdf\x1b[D\x7f", { query: "pf", caret: 1 }],
    ["erases at the caret", "pdf\x01\x1b[3~", { query: "df", caret: 0 }],
    ["erases a word", "one two\x17", { query: "one " }],
    ["clears", "pdf\x15", { query: "", caret: 0 }],
    ["marks and goes on", "\t\t", { chosen: ["user:pdf", "user:pdf-tools"], at: 2 }],
    ["takes a mark back", "\t\x1b[A\t", { chosen: [] }],
    ["marks all that are found", "notes\x14", { chosen: ["user:notes", "user:release-notes"] }],
    ["chooses what is looked at", "\x1b[B\r", { ended: "picked", chosen: ["user:pdf-tools"] }],
    ["chooses what is marked", "\t\x1b[B\r", { ended: "picked", chosen: ["user:pdf"] }],
    ["chooses nothing where nothing is", "zzz\r", { query: "zzz" }],
    ["leaves", "\x1b", { ended: "cancelled" }],
    ["is interrupted", "\x03", { ended: "interrupted" }],
  ])("%s", (_, keys, expected) => {
    expect(play(keys)).toMatchObject(expected);
  });

  test("one only, where one is wanted", () => {
    expect(play("\t\x14", false).chosen).toEqual([]);
  });

  test("whatever is pressed, the row that is looked at is on the screen and in the list", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "p", "\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~", "\t", "\x7f", "\x14", "\x15")),
        (keys) => {
          const { at, top, found, caret, query } = play(keys.join(""));
          expect(at).toBeLessThanOrEqual(Math.max(0, found.rows.length - 1));
          expect(at - top >= 0 && at - top < rules.height).toBe(true);
          expect(caret >= 0 && caret <= query.length).toBe(true);
        },
      ),
    );
  });
});

describe("[PK4] drawing", () => {
  const screen = (columns: number, rows: number, color = false) => ({ columns, rows, color });
  const plain = (line: string): string => line.replace(/\x1b\[[0-9;]*m/g, "");

  test("a wide screen, with a preview", () => {
    const state = play("\tno");
    expect(drawScreen(state, screen(100, 12), true, items.length).lines).toMatchSnapshot();
  });

  test("a narrow one, in colours", () => {
    expect(drawScreen(play("pdf"), screen(40, 8, true), false, items.length).lines).toMatchSnapshot();
  });

  test("nothing is wider than the screen, and nothing that a stranger wrote moves the cursor", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 20, max: 150 }),
        fc.integer({ min: 5, max: 30 }),
        (names, columns, rows) => {
          const all = names.map((name) =>
            item(name, { description: name, path: name, state: name, warnings: () => [name], preview: () => name }),
          );
          const state = beginPicking("", new RowFinder(all));
          const { lines } = drawScreen(state, screen(columns, rows), true, all.length);
          expect(lines.length).toBe(rows);
          for (const line of lines) {
            expect(textWidth(plain(line))).toBeLessThanOrEqual(columns);
            expect(/[\x00-\x1f\x7f-\x9f]/.test(line)).toBe(false);
          }
        },
      ),
    );
  });

  test("words are broken where they end", () => {
    expect(wrapText("one two three 日本語 four", 9)).toEqual(["one two", "three", "日本語", "four"]);
  });

  test("a screen of no size has a list all the same", () => {
    expect(listHeight(screen(1, 1))).toBe(1);
  });
});

describe("[PK4] the whole, with a terminal that a test holds", () => {
  class Held implements PickerTerminal {
    readonly columns = 60;
    rows = 10;
    written = "";
    stopped = 0;
    suspended = 0;
    handlers: Parameters<PickerTerminal["start"]>[0] | undefined;
    start(handlers: Parameters<PickerTerminal["start"]>[0]): void {
      this.handlers = handlers;
    }
    write(text: string): void {
      this.written += text;
    }
    suspend(): void {
      this.suspended++;
    }
    stop(): void {
      this.stopped++;
    }
  }
  const start = (query = "") => {
    const terminal = new Held();
    const picked = pickItems(items, terminal, { query, many: false, color: false });
    return { terminal, picked };
  };

  test("a choice", async () => {
    const { terminal, picked } = start("not");
    terminal.handlers?.data("\x1b[B\r");
    expect(await picked).toMatchObject({ ended: "picked", items: [{ name: "release-notes" }] });
    expect(terminal.stopped).toBe(1);
  });

  test("an escape, after a moment", async () => {
    const { terminal, picked } = start();
    terminal.handlers?.data("\x1b");
    expect(await picked).toEqual({ ended: "cancelled", items: [] });
  });

  test("a terminal that goes away", async () => {
    const { terminal, picked } = start();
    terminal.handlers?.gone();
    expect(await picked).toEqual({ ended: "cancelled", items: [] });
  });

  test("only what changed is written", () => {
    const { terminal } = start();
    terminal.written = "";
    terminal.handlers?.data("\x1b[B");
    expect(terminal.written.match(/\x1b\[\d+;1H/g)).toEqual(["\x1b[3;1H", "\x1b[4;1H", "\x1b[1;1H"].slice(0, 2));
  });

  test("ctrl-z hands the terminal back, ctrl-l draws anew", () => {
    const { terminal } = start();
    terminal.handlers?.data("\x1a");
    terminal.written = "";
    terminal.handlers?.data("\x0c");
    expect([terminal.suspended, terminal.written.includes("\x1b[2J")]).toEqual([1, true]);
  });

  test("a smaller screen keeps the row in sight", () => {
    const { terminal } = start();
    terminal.handlers?.data("\x1b[B\x1b[B\x1b[B\x1b[B");
    terminal.rows = 5;
    terminal.written = "";
    terminal.handlers?.resize();
    expect(terminal.written).toContain("❯  user   notes");
  });
});
