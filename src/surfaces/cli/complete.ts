import type { Output } from "./output.ts"; export function complete(_a: readonly string[], _o: Output): number { return 0; }
