// A model for experiments, always at the same address. Start it with `node examples/agent/model.mjs`. In another
// terminal, run `skillwright agent --base-url http://127.0.0.1:8123/v1 --model mock`.
import { startModel } from "./loopback.mjs";

const { url } = await startModel(8123);
console.log(`listening at ${url.replace("/chat/completions", "")}; Ctrl-C ends it`);
