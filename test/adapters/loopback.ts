/** An API on this machine: answers JSON, and keeps what it was asked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Loopback<B> {
  readonly url: string;
  readonly asked: readonly { readonly path: string; readonly body: B }[];
  close(): Promise<void>;
}

/** `answer` gets what is asked and how many times something was asked before. */
export async function loopback<B>(answer: (body: B, before: number) => object): Promise<Loopback<B>> {
  const asked: { path: string; body: B }[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const body = JSON.parse(text) as B;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer(body, asked.push({ path: request.url ?? "", body }) - 1)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
