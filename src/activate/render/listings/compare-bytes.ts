/** By UTF-8 bytes, which is by code points; UTF-16 would put the rarest characters before some others. */
export function compareBytes(one: string, other: string): number {
  if (one === other) return 0;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
