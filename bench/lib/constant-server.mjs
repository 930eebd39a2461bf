// A server that uses the same framework as Skillwright and always returns the same response of a given size. It prints
// its port.
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";

const constant = new Uint8Array(Number(process.argv[2])).fill(0x20);
const app = new Hono();
app.get("/skill", () => new Response(constant, { headers: { "content-type": "application/json" } }));
const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { keepAliveTimeout: 65_000 } });
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
