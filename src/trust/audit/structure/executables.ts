/** Detects machine code and archives by their first bytes, even if their file names are misleading. */
import type { Finding } from "../../../model/rules/audit.ts";
import type { BundleFile } from "../../../model/skills/bundle.ts";
import { finding } from "../finding.ts";
import { extensionOf } from "../kinds.ts";
import type { AuditMaterial } from "../material.ts";

interface Magic {
  readonly what: string;
  readonly matches: (bytes: Uint8Array) => boolean;
  /** Matches the usual file name extensions of machine code and archives. */
  readonly honest: RegExp;
}

const starts =
  (...prefix: number[]) =>
  (bytes: Uint8Array): boolean =>
    prefix.every((byte, at) => bytes[at] === byte);

const PROGRAMS: readonly Magic[] = [
  {
    what: "an ELF program",
    matches: starts(0x7f, 0x45, 0x4c, 0x46),
    honest: /^(?:|so|elf|bin|o|ko|out|run|node|appimage|axf|prx|puff|linux|x86_64|amd64|arm64|aarch64|\d+)$/,
  },
  {
    what: "a Windows program",
    matches: isPortableExecutable,
    honest: /^(?:exe|dll|sys|ocx|scr|cpl|efi|pyd|node|com|mui|winmd)$/,
  },
  {
    what: "a Mach-O program",
    matches: isMachO,
    honest: /^(?:|dylib|bundle|o|so|node|macho|bin|darwin|x86_64|arm64|\d+)$/,
  },
  { what: "Java bytecode", matches: isJavaClass, honest: /^class$/ },
  { what: "WebAssembly", matches: starts(0x00, 0x61, 0x73, 0x6d), honest: /^(?:wasm|)$/ },
  { what: "Python bytecode", matches: isPythonBytecode, honest: /^py[co]$/ },
  { what: "a Windows shortcut", matches: starts(0x4c, 0, 0, 0, 0x01, 0x14, 0x02, 0), honest: /^lnk$/ },
];

/** Matches extensions of documents whose format is a zip archive. */
const DOCUMENT = /^(?:docx|dotx|pptx|potx|xlsx|xltx|od[tspg]|epub|vsdx|sketch|kmz|3mf|usdz|idml|npz|pth?)$/;

const ARCHIVES: readonly Magic[] = [
  { what: "a zip archive", matches: starts(0x50, 0x4b, 0x03, 0x04), honest: DOCUMENT },
  { what: "a gzip archive", matches: starts(0x1f, 0x8b, 0x08), honest: /^(?:nii|svgz|gz)$/ },
  { what: "an xz archive", matches: starts(0xfd, 0x37, 0x7a, 0x58, 0x5a), honest: /^$/ },
  { what: "a 7z archive", matches: starts(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), honest: /^$/ },
  { what: "a rar archive", matches: starts(0x52, 0x61, 0x72, 0x21, 0x1a, 0x07), honest: /^$/ },
  { what: "a tar archive", matches: isTar, honest: /^$/ },
  { what: "a disk image", matches: isDiskImage, honest: /^$/ },
];

/** Extensions of files that a user does not expect to run. */
const PASSIVE =
  /^(?:png|jpe?g|gif|webp|svg|ico|bmp|tiff?|avif|heic|pdf|mp3|mp4|wav|ogg|webm|mov|ttf|otf|woff2?|md|markdown|mdx|txt|rst|html?|css|json|jsonl|ya?ml|toml|xml|csv|tsv|ini|cfg|conf|env|log|docx?|xlsx?|pptx?|rtf|sh|py|js|ts|rb|pl)$/;

export function findDisguisedExecutables({ files }: AuditMaterial): Finding[] {
  return files.flatMap((file) => {
    const what = disguised(file);
    if (what === undefined) return [];
    const extension = extensionOf(file.path);
    return [finding("SK810", { message: `a file with the extension \`.${extension}\` is ${what}`, path: file.path })];
  });
}

function disguised({ path, bytes }: BundleFile): string | undefined {
  const extension = extensionOf(path);
  const program = PROGRAMS.find((each) => each.matches(bytes));
  if (program && PASSIVE.test(extension) && !program.honest.test(extension)) return program.what;
  return isPicture(extension) && starts(0x23, 0x21)(bytes) ? "a script" : undefined;
}

function isPicture(extension: string): boolean {
  return /^(?:png|jpe?g|gif|webp|ico|bmp|pdf|mp3|mp4|wav|ttf|otf|woff2?)$/.test(extension);
}

/** Finds machine code in files that are not disguised. */
export function findMachineCode({ files }: AuditMaterial): Finding[] {
  return files.flatMap((file) => {
    const program = PROGRAMS.find((each) => each.matches(file.bytes));
    if (program === undefined || disguised(file) !== undefined) return [];
    return [finding("SK819", { message: `the skill contains ${program.what}`, path: file.path })];
  });
}

/** Finds archives that are not documents. */
export function findArchives({ files }: AuditMaterial): Finding[] {
  return files.flatMap(({ path, bytes }) => {
    const archive = ARCHIVES.find((each) => each.matches(bytes));
    if (archive === undefined || archive.honest.test(extensionOf(path))) return [];
    return [finding("SK818", { message: `the skill contains ${archive.what}`, path })];
  });
}

export function isMachineCode({ bytes }: BundleFile): boolean {
  return PROGRAMS.some((each) => each.matches(bytes));
}

/**
 * Returns true for a Windows program. A text may start with `MZ` too, but it has no header at the position that a
 * program specifies.
 */
function isPortableExecutable(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x4d || bytes[1] !== 0x5a || bytes.length < 64) return false;
  const at = bytes[60]! | (bytes[61]! << 8) | (bytes[62]! << 16) | (bytes[63]! << 24);
  return at > 0 && bytes[at] === 0x50 && bytes[at + 1] === 0x45 && bytes[at + 2] === 0 && bytes[at + 3] === 0;
}

function isMachO(bytes: Uint8Array): boolean {
  const thin = [0xce, 0xcf].includes(bytes[0] ?? 0) && starts(bytes[0]!, 0xfa, 0xed, 0xfe)(bytes);
  // A fat binary of macOS and a Java class file start with the same bytes. The next number shows the difference: a
  // small count of architectures, or a Java version above 40.
  return thin || (starts(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0)(bytes) && (bytes[7] ?? 0) < 40 && bytes.length > 8);
}

function isJavaClass(bytes: Uint8Array): boolean {
  return starts(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0)(bytes) && (bytes[7] ?? 0) >= 40;
}

/** Returns true for Python bytecode: a version of two bytes and CR LF, followed by a flag word and zeros. */
function isPythonBytecode(bytes: Uint8Array): boolean {
  return (
    bytes.length > 16 && bytes[2] === 0x0d && bytes[3] === 0x0a && bytes[5] === 0 && bytes[6] === 0 && bytes[7] === 0
  );
}

function isTar(bytes: Uint8Array): boolean {
  return bytes.length > 512 && Buffer.from(bytes.subarray(257, 262)).toString("latin1") === "ustar";
}

/** Returns true for a disk image (dmg). Its header is at the end of the file. */
function isDiskImage(bytes: Uint8Array): boolean {
  return bytes.length > 512 && Buffer.from(bytes.subarray(-512, -508)).toString("latin1") === "koly";
}
