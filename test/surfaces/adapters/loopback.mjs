// An API on this machine that answers JSON and records the requests.
import { createServer } from "node:http";

/**
 * @template B
 * @param {(body: B, before: number) => object} answer receives a request, and the number of earlier requests
 * @returns {Promise<{ url: string, asked: B[], close: () => Promise<void> }>}
 */
export async function loopback(answer) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const body = JSON.parse(text);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer(body, asked.push(body) - 1)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
