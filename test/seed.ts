/** Gives all property tests the same seed, so that every run tries the same values. `SKILLWRIGHT_SEED=2` tries others. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["SKILLWRIGHT_SEED"] ?? 1) });
