// Describes the machine, because its speed affects the figures. Two runs are comparable only if all of this is equal.
import { arch, cpus, platform, release, totalmem } from "node:os";

export function thisMachine() {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: platform(),
    architecture: arch(),
    release: release(),
    node: process.version,
  };
}

/** Returns the properties in which two machines differ. */
export function differences(a, b) {
  return Object.keys(a)
    .filter((key) => a[key] !== b[key])
    .map((key) => `${key}: ${a[key]} and ${b[key]}`);
}

export function describe({ processor, cores, memoryGiB, platform: system, node }) {
  return `Node ${node}, ${cores} × ${processor}, ${memoryGiB} GiB, ${system}`;
}
