import { type Installer, openInstaller } from "../../index.ts";
import { type Context, flag } from "./command.ts";
import { printable } from "./paint.ts";

/** The installer for the global options, with progress for people once something takes longer than a second. */
export function installerFor(context: Context): Promise<Installer> {
  const { cwd } = context.load;
  return openInstaller({
    ...(cwd === undefined ? {} : { cwd }),
    offline: flag(context, "offline"),
    progress: progressTo(context),
  });
}

const PATIENCE_MS = 1000;
const EVERY_MS = 500;

type Progress = (step: { readonly what: string; readonly done: number; readonly total?: number }) => void;

/** Lines for people, twice a second, once something takes longer than a second. */
export function progressTo({ err }: Context): Progress {
  const began = Date.now();
  let last = 0;
  return ({ what, done, total }) => {
    const now = Date.now();
    if (now - began < PATIENCE_MS || now - last < EVERY_MS) return;
    last = now;
    err.line(`${printable(what)}  ${done}${total === undefined ? "" : ` of ${total}`}`);
    err.flush();
  };
}
