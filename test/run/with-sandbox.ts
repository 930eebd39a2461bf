/** Tests that run commands in any sandbox of this machine. */
import { onlyIf, type Runners } from "../needs.ts";
import { providers } from "./sandbox/here.ts";

export const hasSandbox: boolean = providers.length > 0;

export const withSandbox: Runners = onlyIf(hasSandbox, "no sandbox works here: neither bwrap nor unshare");
