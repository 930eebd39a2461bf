import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    setupFiles: ["test/tidy.ts", "test/seed.ts"],
    // All test files run in the same processes. A method that a test replaces is therefore restored after the test.
    restoreMocks: true,
    reporters: ["default", "./test/report-skips.ts"],
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: process.env["SKILLWRIGHT_BUILT"] ? [] : ["test/build.ts"],
    // This timeout ends a test that hangs, and is long enough for slow machines.
    testTimeout: 240_000,
    // Some hooks create and remove trees with twenty thousand files.
    hookTimeout: 120_000,
    // The results of tests must not depend on the variables of the machine.
    env: { NO_COLOR: "1", SKILLWRIGHT_HOME: "", SKILLWRIGHT_ROOTS: "", NODE_EXTRA_CA_CERTS: "" },
    pool: "forks",
    // No test changes state that another test can see. Loading all modules again for each file would take a third of
    // the time.
    isolate: false,
    // Most tests wait for processes and disks, so the process that distributes the files needs no processor of its own.
    maxWorkers: "100%",
  },
});
