import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    setupFiles: ["test/tidy.ts", "test/seed.ts"],
    // Test files share a process, so a test must not leave a changed method to the next.
    restoreMocks: true,
    reporters: ["default", "./test/report-skips.ts"],
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: process.env["SKILLWRIGHT_BUILT"] ? [] : ["test/build.ts"],
    // A test that hangs fails, and a slow machine makes no test fail.
    testTimeout: 240_000,
    // Some trees have twenty thousand files, and they are removed again.
    hookTimeout: 120_000,
    // A test may not depend on where it runs.
    env: { NO_COLOR: "1", SKILLWRIGHT_HOME: "", SKILLWRIGHT_ROOTS: "", NODE_EXTRA_CA_CERTS: "" },
    pool: "forks",
    // No test changes what another could see, and loading everything anew for each file took a third of the time.
    isolate: false,
    // Most tests wait for processes and disks: no processor is left for the one that hands the files out.
    maxWorkers: "100%",
  },
});
