/** Distinguishes public addresses from addresses of a machine, a private network or a cloud. */
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Address ranges that IANA reserves, and metadata services of clouds. */
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];

// `2000::/3` is the only allocated part of IPv6 (`GIVEN_IPV6`). `SPECIAL_IPV6` lists the ranges in this part that
// contain other addresses or are for documentation.
const GIVEN_IPV6 = ["2000::/3"];
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

interface AddressLists {
  readonly special: BlockList;
  readonly given: BlockList;
  readonly loopback: BlockList;
}

let made: AddressLists | undefined;

/** Returns the address lists. They are created on first use, because most commands check no address. */
function lists(): AddressLists {
  made ??= {
    special: listOf([...SPECIAL_IPV4, ...SPECIAL_IPV6]),
    given: listOf(GIVEN_IPV6),
    loopback: listOf(["127.0.0.0/8", "::1/128"]),
  };
  return made;
}

/** Returns false for a private, local, reserved or invalid address, and for a cloud's metadata service. */
export function isPublicAddress(address: string): boolean {
  const inner = embeddedIpv4(address);
  if (inner !== undefined) return isPublicAddress(inner);
  const { special, given } = lists();
  if (isIPv4(address)) return !special.check(address, "ipv4");
  return isIPv6(address) && given.check(address, "ipv6") && !special.check(address, "ipv6");
}

export function isLoopbackAddress(address: string): boolean {
  const inner = embeddedIpv4(address) ?? address;
  const { loopback } = lists();
  if (isIPv4(inner)) return loopback.check(inner, "ipv4");
  return isIPv6(inner) && loopback.check(inner, "ipv6");
}

/** Returns the IPv4 address that `::ffff:a.b.c.d` or `64:ff9b::` contains. Networks without IPv4 use the latter. */
function embeddedIpv4(address: string): string | undefined {
  if (!isIPv6(address)) return undefined;
  // The URL parser returns the canonical form of an address: hexadecimal, shortened, without a zone.
  const canonical = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const match = /^(?:::ffff:|64:ff9b::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(canonical);
  if (!match) return undefined;
  const [high, low] = [match[1] ?? "0", match[2] ?? "0"].map((part) => Number.parseInt(part, 16)) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits] = range.split("/");
    list.addSubnet(network, Number(bits), isIPv4(network) ? "ipv4" : "ipv6");
  }
  return list;
}
