import { expect, test } from "vitest";
import { isLoopbackAddress, isPublicAddress } from "../../../src/platform/network/public-address.ts";

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "172.15.255.255",
  "172.32.0.1",
  "192.169.0.1",
  "100.63.255.255",
  "223.255.255.255",
];
const PUBLIC_6 = ["2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "::ffff:808:808", "64:ff9b::8.8.8.8"];
const INSIDE = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254"],
  ...["169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.168.0.1"],
  ...["198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "168.63.129.16"],
  ...["::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "2001::1"],
  ...["2002:7f00:1::", "3fff::1", "::ffff:127.0.0.1", "::ffff:a00:1", "::ffff:0:1", "64:ff9b::10.0.0.1", "64:ff9b::1"],
  ...["64:ff9b:1::1", "100::1", "::127.0.0.1", "4000::1", "", "localhost", "1.2.3", "1.2.3.4.5", "2130706433"],
];

test.each([...PUBLIC, ...PUBLIC_6])("[I2] %s belongs to the internet", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(INSIDE)("[I2] %j does not", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["0.0.0.0", false],
  ["10.0.0.1", false],
  ["::", false],
  ["localhost", false],
])("[I1] %s is this machine: %s", (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});
