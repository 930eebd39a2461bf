// What a figure depends on besides the program. Two runs can be compared only where all of this is the same.
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

/** In what two machines differ; nothing when they are one. */
export function differences(a, b) {
  return Object.keys(a)
    .filter((key) => a[key] !== b[key])
    .map((key) => `${key}: ${a[key]} and ${b[key]}`);
}

export function describe({ processor, cores, memoryGiB, platform: system, node }) {
  return `Node ${node}, ${cores} × ${processor}, ${memoryGiB} GiB, ${system}`;
}
