/**
 * Creates a Linux executable that makes one system call. The self-test runs it inside the sandbox. It is generated,
 * because the sandbox has no compiler.
 */

/**
 * Returns an executable for one system call; undefined for an unknown processor. The program exits with the error
 * number of the call, or with 0.
 */
export function callProgram(
  number: number,
  args: readonly number[],
  processor: string = process.arch,
): Uint8Array | undefined {
  if (processor === "x64") return executable(62, x64Code(number, args));
  if (processor === "arm64") return executable(183, arm64Code(number, args));
  return undefined;
}

const ADDRESS = 0x400000;
const HEADER_BYTES = 64;
const SEGMENT_BYTES = 56;

/** Builds an ELF file with one segment for the headers and the code. */
function executable(machine: number, code: Uint8Array): Uint8Array {
  const start = HEADER_BYTES + SEGMENT_BYTES;
  const file = Buffer.alloc(start + code.length);
  file.write("\x7fELF\x02\x01\x01", "latin1");
  file.writeUInt16LE(2, 16);
  file.writeUInt16LE(machine, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(BigInt(ADDRESS + start), 24);
  file.writeBigUInt64LE(BigInt(HEADER_BYTES), 32);
  file.writeUInt16LE(HEADER_BYTES, 52);
  file.writeUInt16LE(SEGMENT_BYTES, 54);
  file.writeUInt16LE(1, 56);
  const segment = file.subarray(HEADER_BYTES);
  // The header of a segment that is loaded as readable and executable.
  segment.writeUInt32LE(1);
  segment.writeUInt32LE(5, 4);
  for (const at of [16, 24]) segment.writeBigUInt64LE(BigInt(ADDRESS), at);
  for (const at of [32, 40]) segment.writeBigUInt64LE(BigInt(file.length), at);
  segment.writeBigUInt64LE(4096n, 48);
  file.set(code, start);
  return file;
}

/** `mov` of a 32-bit value to a register: rdi, rsi, rdx, r10, r8, r9. */
const X64_ARGUMENTS = [[0xbf], [0xbe], [0xba], [0x41, 0xba], [0x41, 0xb8], [0x41, 0xb9]] as const;
const X64_EXIT_GROUP = 231;

function x64Code(number: number, args: readonly number[]): Uint8Array {
  const set = (code: readonly number[], value: number): readonly number[] => [...code, ...bytesOf(value)];
  return Uint8Array.from([
    ...X64_ARGUMENTS.flatMap((code, at) => set(code, args[at] ?? 0)),
    ...[...set([0xb8], number), 0x0f, 0x05],
    // Negates the result of the call, and makes it the exit code: neg eax; mov edi, eax
    ...[0xf7, 0xd8, 0x89, 0xc7],
    ...[...set([0xb8], X64_EXIT_GROUP), 0x0f, 0x05],
  ]);
}

const ARM64_EXIT_GROUP = 94;

function arm64Code(number: number, args: readonly number[]): Uint8Array {
  const set = (register: number, value: number): readonly number[] => [
    // The instructions movz, and movk with a shift by 16.
    (0xd2800000 | ((value & 0xffff) << 5) | register) >>> 0,
    (0xf2a00000 | ((value >>> 16) << 5) | register) >>> 0,
  ];
  const call = 0xd4000001;
  const negate = 0x4b0003e0;
  const words = [
    ...[0, 1, 2, 3, 4, 5].flatMap((register) => set(register, args[register] ?? 0)),
    ...[...set(8, number), call, negate],
    ...[...set(8, ARM64_EXIT_GROUP), call],
  ];
  return Uint8Array.from(words.flatMap(bytesOf));
}

function bytesOf(value: number): readonly number[] {
  return [value, value >>> 8, value >>> 16, value >>> 24].map((each) => each & 0xff);
}
