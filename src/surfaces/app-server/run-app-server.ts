/** The app server on standard input and output. */

import { OperationError, systemCode } from "../../model/errors.ts";
import { AppServer, type AppServerOptions } from "./app-server.ts";
import { LineReader } from "./line-reader.ts";

/** Maximum bytes of a line. Requests about skills are far shorter. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

export interface LineStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream & { readonly writableNeedDrain: boolean };
}

/** Runs until the input ends or `ending` resolves. Pending requests are answered before it returns. */
export async function runAppServer(
  options: Omit<AppServerOptions, "send">,
  { input, output }: LineStreams,
  ending: Promise<void>,
): Promise<void> {
  const server = new AppServer({ ...options, send: (message) => output.write(`${JSON.stringify(message)}\n`) });
  const lines = new LineReader(
    MAX_LINE_BYTES,
    (line) => server.take(line),
    () => server.tooLong(MAX_LINE_BYTES),
  );
  // While the client does not read its answers, no more input is read.
  output.on("drain", () => input.resume());
  input.on("data", (bytes: Buffer) => {
    lines.take(bytes);
    if (output.writableNeedDrain) input.pause();
  });
  let broken: Error | undefined;
  const gone = new Promise<void>((resolve) => {
    output.on("error", (error: Error) => {
      broken ??= error;
      resolve();
    });
  });
  const ended = new Promise<void>((resolve) => input.once("end", resolve).once("close", resolve));
  await Promise.race([ending, gone, ended]);
  if (broken === undefined) lines.end();
  await server.close();
  if (broken !== undefined)
    throw new OperationError(
      "SK601",
      `standard output cannot be written (${systemCode(broken)}): the client does not read the responses`,
      {
        hint: "start the app server again, with a client that reads its standard output",
        cause: broken,
      },
    );
}
