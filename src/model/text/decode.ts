/** Converts bytes to text and reports byte order marks, UTF-16, broken UTF-8 and line ends. */
import { isAscii } from "node:buffer";
import type { Code } from "../diagnostics/catalogue.ts";

export interface Decoded {
  /** The text with `\n` line ends and without a byte order mark. */
  readonly text: string;
  readonly notes: readonly DecodeNote[];
  /** The line ends of the file. */
  readonly newline: "\n" | "\r\n" | "\r";
}

export interface DecodeNote {
  readonly code: Extract<Code, "SK008" | "SK009" | "SK010" | "SK025">;
  readonly message: string;
  readonly help: string;
  /** The position of the problem in the text, if the problem has one. */
  readonly offset?: number;
}

export function decodeText(bytes: Uint8Array): Decoded {
  const notes: DecodeNote[] = [];
  const utf16 = sniffUtf16(bytes);
  let text: string;
  if (utf16) {
    text = new TextDecoder(utf16).decode(bytes);
    notes.push({
      code: "SK010",
      message: `the file is encoded as ${utf16.toUpperCase()}`,
      help: "save the file as UTF-8: most hosts cannot read other encodings",
    });
  } else {
    // Most files are ASCII, which is faster to decode as Latin-1.
    const encoding = isAscii(bytes) ? "latin1" : "utf8";
    text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
    if (text.charCodeAt(0) === 0xfeff) {
      text = text.slice(1);
      notes.push({
        code: "SK008",
        message: "the file begins with a byte order mark",
        help: "save the file as UTF-8 without a byte order mark: with the mark, several hosts do not see the frontmatter",
      });
    }
    const broken = text.indexOf("\ufffd");
    if (broken !== -1 && !isUtf8(bytes)) {
      notes.push({
        code: "SK009",
        offset: broken,
        message: "the file is not valid UTF-8; the invalid bytes were replaced by `\ufffd`",
        help: "save the file as UTF-8",
      });
    }
  }
  return normalise(text, notes);
}

function normalise(text: string, notes: DecodeNote[]): Decoded {
  if (!text.includes("\r")) return { text, notes, newline: "\n" };
  const crlf = text.includes("\r\n");
  if (!crlf && text.includes("\n")) return { text, notes, newline: "\n" };
  const normal = crlf ? text.replaceAll("\r\n", "\n") : text.replaceAll("\r", "\n");
  const mixed = crlf && text.replaceAll("\r\n", "").includes("\n");
  notes.push({
    code: "SK025",
    message: mixed ? "the file mixes CRLF and LF line ends" : `the file has ${crlf ? "CRLF" : "CR"} line ends`,
    help: "save the file with LF line ends: with other line ends, some hosts do not see the frontmatter",
  });
  return { text: normal, notes, newline: crlf ? "\r\n" : "\r" };
}

/** Detects UTF-16 by its byte order mark, or because every second byte at the start is NUL. */
function sniffUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes.length < 8 || bytes.length % 2 === 1) return undefined;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < 8; at += 2) {
    if (bytes[at] === 0) even++;
    if (bytes[at + 1] === 0) odd++;
  }
  if (odd === 4 && even === 0) return "utf-16le";
  return even === 4 && odd === 0 ? "utf-16be" : undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns the byte offset of a line. `offset` is the line's first character in the decoded text. */
export function byteOffset(bytes: Uint8Array, decoded: Decoded, offset: number): number {
  if (offset >= decoded.text.length) return bytes.length;
  const lines = decoded.text.slice(0, offset).split("\n").length - 1;
  const utf16 = decoded.notes.some((note) => note.code === "SK010");
  const unit = utf16 ? 2 : 1;
  const little = utf16 && bytes[0] !== 0xfe && bytes[0] !== 0;
  const newline = decoded.newline === "\r" ? 13 : 10;
  let seen = 0;
  for (let at = 0; at < bytes.length; at += unit) {
    const code = utf16 ? (little ? bytes[at]! | (bytes[at + 1]! << 8) : (bytes[at]! << 8) | bytes[at + 1]!) : bytes[at];
    if (code === newline && ++seen === lines) return at + unit;
  }
  return bytes.length;
}
