/**
 * The system calls that a command may make (Linux), as a seccomp program. The filter protects what namespaces do not
 * protect: sockets to a hypervisor, the user's keys and io_uring. Native calls up to the last reviewed number are
 * allowed, and sockets of four families. Calls that OCI runtimes deny to a process without capabilities are refused.
 */

/** Returns the filter. Returns undefined if this file does not list the processor's numbers of system calls. */
export function seccompFilter(processor: string = process.arch): Uint8Array | undefined {
  const machine = MACHINES[processor];
  if (machine === undefined) return undefined;
  const { column, audit } = machine;
  const numbers = (names: Readonly<Record<string, Numbers>>): readonly number[] =>
    Object.values(names).flatMap((each) => each[column] ?? []);
  return assemble([
    load(ARCHITECTURE),
    ...[jump(EQUAL, audit, 1, 0), end(KILL_PROCESS)],
    load(NUMBER),
    // The error ENOSYS. It makes programs assume an older kernel and make an older call instead.
    ...[jump(GREATER, LAST_REVIEWED, 0, 1), end(refuse(ENOSYS))],
    ...[jump(EQUAL, CLONE3, 0, 1), end(refuse(ENOSYS))],
    ...numbers(DENIED_CALLS).flatMap((number) => [jump(EQUAL, number, 0, 1), end(refuse(EPERM))]),
    ...numbers(SOCKETS).flatMap((number) => onlyValues(number, FAMILIES, EAFNOSUPPORT)),
    ...numbers(PERSONALITY).flatMap((number) => onlyValues(number, PERSONALITIES, EPERM)),
    ...numbers(CLONE).flatMap((number) => [
      ...[jump(EQUAL, number, 0, 3), load(FIRST_ARGUMENT)],
      ...[jump(ANY_BIT, NEW_NAMESPACES, 0, 1), end(refuse(EPERM))],
    ]),
    end(ALLOW),
  ]);
}

/** The number of a call on x86_64 and on aarch64. */
type Numbers = readonly [number | undefined, number | undefined];

const MACHINES: Readonly<Record<string, { readonly column: 0 | 1; readonly audit: number }>> = {
  x64: { column: 0, audit: 0xc000003e },
  arm64: { column: 1, audit: 0xc00000b7 },
};

/** The number of `removexattrat` (Linux 6.13). Newer calls and the calls of the x32 interface have greater numbers. */
const LAST_REVIEWED = 466;
/**
 * The number of `clone3` on all processors. A filter cannot read the flags of this call, because they are in memory, so
 * the call is refused.
 */
const CLONE3 = 435;
const CLONE = { clone: [56, 220] } as const;
const SOCKETS = { socket: [41, 198], socketpair: [53, 199] } as const;
/**
 * Allowed socket families: AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK. AF_NETLINK is used to list the network
 * interfaces.
 */
const FAMILIES = [1, 2, 10, 16] as const;
const PERSONALITY = { personality: [135, 92] } as const;
/** Allowed arguments of `personality`: Linux, its 32-bit variants, and the query for the current value. */
const PERSONALITIES = [0x0, 0x8, 0x20000, 0x20008, 0xffffffff] as const;
const NEW_NAMESPACES = 0x7e020000;

export const DENIED_CALLS: Readonly<Record<string, Numbers>> = {
  acct: [163, 89],
  add_key: [248, 217],
  bpf: [321, 280],
  chroot: [161, 51],
  clock_settime: [227, 112],
  delete_module: [176, 106],
  fanotify_init: [300, 262],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  get_mempolicy: [239, 236],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  ioperm: [173, undefined],
  iopl: [172, undefined],
  kcmp: [312, 272],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  lookup_dcookie: [212, 18],
  mbind: [237, 235],
  migrate_pages: [256, 238],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  move_pages: [279, 239],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  pivot_root: [155, 41],
  process_madvise: [440, 440],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  request_key: [249, 218],
  set_mempolicy: [238, 237],
  set_mempolicy_home_node: [450, 450],
  setns: [308, 268],
  settimeofday: [164, 170],
  swapoff: [168, 225],
  swapon: [167, 224],
  sysfs: [139, undefined],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  uselib: [134, undefined],
  userfaultfd: [323, 282],
  ustat: [136, undefined],
  vhangup: [153, 58],
};

/** A machine instruction of the kernel's packet filter: code, two jumps, a value. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

// Offsets in the data of a system call. Both processors are little-endian. The kernel uses only the lower half of these
// arguments.
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

const EQUAL = 0x15;
const GREATER = 0x25;
const ANY_BIT = 0x45;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

function refuse(error: number): number {
  return 0x50000 | error;
}

function load(offset: number): Instruction {
  return [0x20, 0, 0, offset];
}

function jump(test: number, value: number, ifTrue: number, ifFalse: number): Instruction {
  return [test, ifTrue, ifFalse, value];
}

function end(action: number): Instruction {
  return [0x06, 0, 0, action];
}

/**
 * Allows a call only if its first argument is one of `values`. These instructions always end with a result, because
 * they overwrite the number of the call.
 */
function onlyValues(number: number, values: readonly number[], error: number): readonly Instruction[] {
  return [
    jump(EQUAL, number, 0, values.length + 3),
    load(FIRST_ARGUMENT),
    ...values.map((value, at) => jump(EQUAL, value, values.length - at, 0)),
    end(refuse(error)),
    end(ALLOW),
  ];
}

function assemble(instructions: readonly Instruction[]): Uint8Array {
  const program = Buffer.alloc(instructions.length * 8);
  for (const [at, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
    program.writeUInt16LE(code, at * 8);
    program.writeUInt8(ifTrue, at * 8 + 2);
    program.writeUInt8(ifFalse, at * 8 + 3);
    program.writeUInt32LE(value, at * 8 + 4);
  }
  return program;
}
