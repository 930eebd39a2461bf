/** The filter of system calls: its program for every number and processor, and the calls inside of bubblewrap. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../src/platform/writing/write-tree.ts";
import { callProgram } from "../../../src/run/sandbox/call-program.ts";
import { DENIED_CALLS, seccompFilter } from "../../../src/run/sandbox/seccomp.ts";
import { onlyIf } from "../../needs.ts";
import { throughEach } from "./here.ts";

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97].map((error) => 0x50000 + error) as [number, number, number];
const FAMILIES = [1, 2, 10, 16];

interface Machine {
  readonly column: 0 | 1;
  readonly architecture: number;
  readonly socket: readonly number[];
  readonly clone: number;
  readonly personality: number;
}

const MACHINES: Readonly<Record<string, Machine>> = {
  x64: { column: 0, architecture: 0xc000003e, socket: [41, 53], clone: 56, personality: 135 },
  arm64: { column: 1, architecture: 0xc00000b7, socket: [198, 199], clone: 220, personality: 92 },
};

/** Runs a filter as the kernel does. */
function judge(filter: Uint8Array, architecture: number, number: number, argument = 0n): number {
  const program = Buffer.from(filter);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  data.writeBigUInt64LE(argument, 16);
  let held = 0;
  for (let at = 0; at < program.length; at += 8) {
    const code = program.readUInt16LE(at);
    const value = program.readUInt32LE(at + 4);
    if (code === 0x20) held = data.readUInt32LE(value);
    else if (code === 0x06) return value;
    else {
      const holds = code === 0x15 ? held === value : code === 0x25 ? held > value : (held & value) !== 0;
      at += 8 * program.readUInt8(at + (holds ? 2 : 3));
    }
  }
  throw new Error("the filter has no answer");
}

const HEADER = "/usr/include/x86_64-linux-gnu/asm/unistd_64.h";

onlyIf(existsSync(HEADER), "the headers of the kernel are not installed").test(
  "[F18] the numbers of denied calls are those of the kernel's header",
  () => {
    const numbers = new Map(
      [...readFileSync(HEADER, "utf8").matchAll(/^#define __NR_(\w+) (\d+)$/gm)].map(([, name, number]) => [
        name,
        number,
      ]),
    );
    const wrong = Object.entries(DENIED_CALLS).filter(
      ([name, [x64]]) => x64 !== undefined && numbers.has(name) && Number(numbers.get(name)) !== x64,
    );
    expect([wrong, numbers.get("kcmp")]).toEqual([[], "312"]);
  },
);

test("[F18] a call that is denied is denied on both processors, if both have it", () => {
  const entries = Object.entries(DENIED_CALLS);
  const missing = entries.filter(([, [x64, arm64]]) => x64 === undefined || arm64 === undefined);
  // aarch64 never had these calls.
  expect(missing.map(([name]) => name)).toEqual(["ioperm", "iopl", "sysfs", "uselib", "ustat"]);
  // Since Linux 5.1, a new system call has the same number on all processors.
  const recent = entries.filter(([, numbers]) => numbers.some((number) => number !== undefined && number >= 424));
  for (const [name, [x64, arm64]] of recent) expect([name, x64]).toEqual([name, arm64]);
});

describe.each(Object.entries(MACHINES))("[F18] the filter for %s", (processor, machine) => {
  const { column, architecture, socket, clone, personality } = machine;
  const filter = seccompFilter(processor) ?? new Uint8Array();
  const answer = (number: number, argument?: bigint): number => judge(filter, architecture, number, argument);
  const denied = Object.values(DENIED_CALLS).flatMap((numbers) => numbers[column] ?? []);

  test("allows each reviewed number that it does not deny, and nothing above", () => {
    const special = [435, ...socket, clone, personality];
    for (let number = 0; number <= 1100; number++) {
      if (special.includes(number)) continue;
      const expected = number > 466 ? ENOSYS : denied.includes(number) ? EPERM : ALLOW;
      expect([number, answer(number)]).toEqual([number, expected]);
    }
    for (const number of [0x40000000, 0x40000029, 0xffffffff]) expect(answer(number)).toBe(ENOSYS);
    expect(new Set(denied).size).toBe(denied.length);
  });

  test("ends a process that uses the calls of another processor", () => {
    for (const other of [0, 0x40000003, 0x40000028, 0xc000003e, 0xc00000b7])
      expect(judge(filter, other, 0)).toBe(other === architecture ? ALLOW : KILL);
  });

  test("allows sockets of four families, whatever is in the upper half of the register", () => {
    for (const number of socket)
      for (let family = 0n; family < 64n; family++)
        for (const upper of [0n, 1n << 32n, 0xffffffffn << 32n]) {
          const expected = FAMILIES.includes(Number(family)) ? ALLOW : EAFNOSUPPORT;
          expect([family, answer(number, upper | family)]).toEqual([family, expected]);
        }
  });

  test("allows `clone` without a new namespace, and no `clone3`", () => {
    const namespaces = [17n, 25n, 26n, 27n, 28n, 29n, 30n].map((bit) => 1n << bit);
    for (let bit = 0n; bit < 32n; bit++)
      expect(answer(clone, 1n << bit)).toBe(namespaces.includes(1n << bit) ? EPERM : ALLOW);
    // Flags that start a thread, and flags that fork.
    for (const flags of [0x3d0f00n, 17n, 0x4111n]) expect(answer(clone, flags)).toBe(ALLOW);
    expect(answer(435)).toBe(ENOSYS);
  });

  test("allows no personality without the random addresses", () => {
    const allowed = [0n, 8n, 0x20000n, 0x20008n, 0xffffffffn];
    for (const value of [...allowed, 0x40000n, 0x400000n, 0x200000n, 1n, 4n])
      expect(answer(personality, value)).toBe(allowed.includes(value) ? ALLOW : EPERM);
  });
});

test("[F18] a processor that is not listed has no filter", () => {
  expect([seccompFilter("riscv64"), callProgram(0, [], "riscv64")]).toEqual([undefined, undefined]);
});

test("[F18] the program that makes a call, for both processors", () => {
  const [x64, arm64] = ["x64", "arm64"].map((processor) => Buffer.from(callProgram(41, [40, -1], processor) ?? []));
  expect([x64?.readUInt16LE(18), arm64?.readUInt16LE(18)]).toEqual([62, 183]);
  expect(x64?.subarray(120).toString("hex")).toBe(
    "bf28000000beffffffffba0000000041ba0000000041b80000000041b900000000b8290000000f05f7d889c7b8e70000000f05",
  );
  const words = Array.from({ length: 19 }, (_, at) => arm64?.readUInt32LE(120 + at * 4).toString(16));
  expect(words).toEqual(
    (
      "d2800500 f2a00000 d29fffe1 f2bfffe1 d2800002 f2a00002 d2800003 f2a00003 d2800004 f2a00004 d2800005 f2a00005 " +
      "d2800528 f2a00008 d4000001 4b0003e0 d2800bc8 f2a00008 d4000001"
    ).split(" "),
  );
});

const top = temporaryDirectory();
afterAll(() => top.remove());

throughEach("[F18] system calls inside of", (provider) => {
  const machine = MACHINES[process.arch];
  /** For each system call: its name, a program that makes it, and the exit code of the program under the filter. */
  const calls: readonly (readonly [name: string, number: number, args: readonly number[], code: number])[] =
    machine === undefined
      ? []
      : [
          ...Object.entries(DENIED_CALLS).flatMap(([name, numbers]) => {
            const number = numbers[machine.column];
            return number === undefined ? [] : [[name, number, [], 1] as const];
          }),
          ...[0, 3, 17, 29, 38, 40, 44, 45].map((family) => {
            return [`socket of ${family}`, machine.socket[0] as number, [family, 1], 97] as const;
          }),
          ["clone with a user namespace", machine.clone, [0x10000011], 1],
          ["clone3", 435, [], 38],
          ["setns", DENIED_CALLS["setns"]?.[machine.column] ?? 0, [-1], 1],
          ["a new call", 467, [], 38],
          // The call works. The exit code is the negative descriptor number as a byte.
          ["socket of AF_UNIX", machine.socket[0] as number, [1, 1], 253],
        ];
  const programs = `${top.path}/${provider.name}`;
  mkdirSync(programs);
  for (const [at, [, number, args]] of calls.entries()) {
    writeFileSync(`${programs}/${at}`, callProgram(number, args) ?? new Uint8Array());
    chmodSync(`${programs}/${at}`, 0o755);
  }

  test("are refused by bubblewrap; `unshare` has no filter", async () => {
    const { stdout } = await provider.run({
      program: "/bin/sh",
      args: ["-c", `i=0; while [ -e $i ]; do ./$i 3<&- > /dev/null 2>&1; echo $?; i=$((i + 1)); done`],
      cwd: programs,
      variables: { PATH: "/usr/bin:/bin" },
      timeoutMs: 60_000,
      maxOutputBytes: 10_000,
      confinement: { read: [programs], write: [], network: false },
    });
    const codes = stdout.trim().split("\n").map(Number);
    const found = calls.map(([name], at) => [name, codes[at]]);
    if (provider.name === "bubblewrap") expect(found).toEqual(calls.map(([name, , , code]) => [name, code]));
    // EBADF proves that the kernel looked for the descriptor.
    else expect(found).toContainEqual(["setns", 9]);
  });
});
