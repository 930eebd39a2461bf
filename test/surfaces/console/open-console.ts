/** Opens the console in a real browser, with a server for a temporary project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { findBrowser } from "../../../scripts/browser.mjs";
import { serveHttp } from "../../../src/surfaces/http/serve.ts";
import { needsDownload, type Runners } from "../../needs.ts";
import { packageRoot } from "../cli/run.ts";
import { makePlace, type Place } from "../http/place.ts";

/** The part of playwright that the tests use. Its package is not a dependency. */
export interface Page {
  goto(url: string): Promise<unknown>;
  evaluate<T>(code: string): Promise<T>;
  addInitScript(code: string): Promise<void>;
  waitForSelector(selector: string, options?: { timeout?: number }): Promise<unknown>;
  setDefaultTimeout(ms: number): void;
  click(selector: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  textContent(selector: string): Promise<string | null>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  emulateMedia(options: { colorScheme: "light" | "dark" }): Promise<void>;
  screenshot(options: { path: string }): Promise<unknown>;
  focus(selector: string): Promise<void>;
  on(event: string, listener: (what: { url(): string; message(): string; text(): string }) => void): void;
  context(): { newCDPSession(page: Page): Promise<DevTools> };
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
}

/** A connection with the browser's own protocol. */
export interface DevTools {
  send(method: "Performance.enable", options: { timeDomain: "threadTicks" }): Promise<void>;
  send(method: "Performance.getMetrics"): Promise<{ metrics: { name: string; value: number }[] }>;
}

interface Browser {
  newPage(options?: object): Promise<Page>;
  close(): Promise<void>;
}

const browser = findBrowser();

export const withBrowser: Runners = needsDownload("browser", browser !== undefined);

export interface Opened {
  readonly page: Page;
  readonly place: Place;
  readonly url: string;
  /** Returns scripts that ran, violations of the content policy, and requests to other servers. */
  wrongs(): Promise<string[]>;
  go(hash: string, selector: string): Promise<void>;
  /** Evaluates the code repeatedly from outside, because the content policy stops playwright's own script. */
  until(code: string): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly write?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** True for tools that add a script of their own. */
  readonly bypassCSP?: boolean;
}

export async function openConsole(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: OpenOptions = {},
): Promise<Opened> {
  const place = makePlace(files);
  const { write = false, width = 1200, height = 800, bypassCSP = false } = options;
  const serving = await serveHttp({
    ...{ load: place.load, version: "0.0.0", port: 0, address: "127.0.0.1", names: [], token: undefined, write },
    console: join(packageRoot, "dist", "console"),
    report: (error) => console.error(error),
  });
  const started = await startBrowser();
  const page = await started.newPage({ viewport: { width, height }, bypassCSP });
  page.setDefaultTimeout(WAIT_MS);
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(serving.url) && !request.url().startsWith("data:")) elsewhere.push(request.url());
  });
  page.on("dialog", (dialog) => elsewhere.push(`dialog: ${dialog.message()}`));
  page.on("pageerror", (error) => elsewhere.push(`error: ${String(error)}`));
  await page.addInitScript(WATCH);
  await page.goto(serving.url);
  return {
    page,
    place,
    url: serving.url,
    wrongs: async () => [...elsewhere, ...(await page.evaluate<string[]>("window.wrongs"))],
    async go(hash, selector) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.waitForSelector(selector);
    },
    async until(code) {
      for (const end = Date.now() + WAIT_MS; !(await page.evaluate<boolean>(code)); await setTimeout(PAUSE_MS))
        if (Date.now() > end) throw new Error(`it never came to this: ${code}; ${await page.textContent("main")}`);
    },
    async close() {
      await started.close();
      await serving.close();
    },
  };
}

const WAIT_MS = 60_000;
const PAUSE_MS = 20;

/** Records calls of `ran()`, which hostile texts try to make. */
const WATCH = `
  window.wrongs = [];
  window.ran = (what) => window.wrongs.push("ran: " + what);
  document.addEventListener("securitypolicyviolation", (event) =>
    window.wrongs.push("policy: " + event.violatedDirective + " " + event.blockedURI + " " + event.sample));
`;

/** No switch makes the browser less strict than a user's browser. */
const SWITCHES = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"];

export async function startBrowser(): Promise<Browser> {
  if (!browser) throw new Error("the browser is not fetched");
  const file = join(browser.directory, "node_modules", "playwright-core", "index.mjs");
  const { chromium } = (await import(pathToFileURL(file).href)) as {
    chromium: { launch(options: object): Promise<Browser> };
  };
  const env = { ...process.env, ...browser.variables };
  return chromium.launch({ executablePath: browser.program, env, args: SWITCHES, headless: true });
}

export function axeSource(): string {
  const file = join(browser?.directory ?? "", "node_modules", "axe-core", "axe.min.js");
  return readFileSync(file, "utf8");
}
