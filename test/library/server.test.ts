import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { HubClient, WebhooksServer, type WebhooksServerOptions } from "../../src/index.ts";
import { DuplicateWebhookError, WebhookNameError } from "../../src/library/errors.ts";
import { UsageError } from "../../src/model/errors.ts";
import { postJson } from "../support/library-script.ts";

/** Lines that the server prints on stderr. */
let said: string[] = [];

beforeEach(() => {
  said = [];
  vi.stubEnv("WEBHOOK_SECRET", undefined);
  vi.stubEnv("SPACE_ID", undefined);
  vi.stubEnv("SPACE_HOST", undefined);
  const { stderr } = process;
  vi.spyOn(stderr, "write").mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function makeServer(options: WebhooksServerOptions = {}): WebhooksServer {
  const parent = mkdtempSync(join(tmpdir(), "hooklens-"));
  const server = new WebhooksServer({ dataDir: join(parent, "data"), port: 0, ...options });
  onTestFinished(async () => {
    await server.close();
    rmSync(parent, { recursive: true, force: true });
  });
  return server;
}

const open =
  "warning: a webhook without a secret is open to everyone who can reach it. Set one with webhookSecret or WEBHOOK_SECRET.\n";

test("webhooks are under /webhooks/, by their path or by the name of their function", async () => {
  const app = makeServer({ webhookSecret: "a quiet harbor" });
  app
    .addWebhook("/explicit/path/", () => "explicit")
    .addWebhook("bare", () => "bare")
    .addWebhook(async function byName() {
      return "by name";
    });
  expect(app.url).toBeNull();
  const url = await app.launch();
  expect(app.url).toBe(url);
  expect(said).toEqual([
    `POST ${url}/webhooks/explicit/path\n`,
    `POST ${url}/webhooks/bare\n`,
    `POST ${url}/webhooks/byName\n`,
  ]);
  const headers = { "X-Webhook-Secret": "a quiet harbor" };
  for (const [path, text] of [
    ["explicit/path", "explicit"],
    ["bare", "bare"],
    ["byName", "by name"],
  ]) {
    expect(await (await postJson(`${url}/webhooks/${path}`, {}, headers)).text()).toBe(text);
  }
});

test("the same path twice is an error that names both", () => {
  const app = makeServer();
  app.addWebhook(function train() {});
  expect(() => app.addWebhook("/train", function other() {})).toThrow(
    new DuplicateWebhookError({
      what: "two webhooks cannot share /webhooks/train",
      why: "the function train and the function other",
      hint: "Choose another path for one of them",
    }),
  );
  expect(() => app.addWebhook("train/", () => {})).toThrow("the function train and an anonymous function");
});

test("a function without a name needs a path, and a path needs a function", () => {
  const app = makeServer();
  expect(() => app.addWebhook(() => {})).toThrow(WebhookNameError);
  expect(() => app.addWebhook("/train", undefined as never)).toThrow(WebhookNameError);
  expect(() => app.addWebhook("/", () => {})).toThrow(UsageError);
  expect(() => app.addWebhook("/train", () => {}, { webhookSecret: "a\nb" })).toThrow(UsageError);
});

test("the default secret is WEBHOOK_SECRET, and that of a webhook overrides it", async () => {
  vi.stubEnv("WEBHOOK_SECRET", "from the environment");
  const app = makeServer();
  app.addWebhook("/usual", () => 1);
  app.addWebhook("/own", () => 1, { webhookSecret: ["old", "new"] });
  const url = await app.launch();
  expect(said).not.toContain(open);
  const status = async (name: string, secret: string): Promise<number> =>
    (await postJson(`${url}/webhooks/${name}`, {}, { "X-Webhook-Secret": secret })).status;
  expect(await status("usual", "from the environment")).toBe(200);
  expect(await status("usual", "new")).toBe(403);
  expect(await status("own", "old")).toBe(200);
  expect(await status("own", "new")).toBe(200);
  expect(await status("own", "from the environment")).toBe(403);
  expect((await postJson(`${url}/webhooks/usual`, {})).status).toBe(401);
  expect(said.join("")).not.toContain("environment");
});

test.each<[string, WebhooksServerOptions]>([
  ["no secret at all", {}],
  ["null", { webhookSecret: null }],
])("%s leaves the webhooks open, with a warning", async (_, options) => {
  if (options.webhookSecret === null) vi.stubEnv("WEBHOOK_SECRET", "unused");
  const app = makeServer(options);
  app.addWebhook("/train", () => 1);
  const url = await app.launch();
  expect(said.at(-1)).toBe(open);
  expect((await postJson(`${url}/webhooks/train`, {})).status).toBe(200);
});

test("a webhook can be added while the server runs", async () => {
  const app = makeServer();
  const url = await app.launch();
  expect((await postJson(`${url}/webhooks/late`, {})).status).toBe(404);
  app.addWebhook("/late", () => "here");
  expect(said.at(-1)).toBe(`POST ${url}/webhooks/late\n`);
  expect(await (await postJson(`${url}/webhooks/late`, {})).text()).toBe("here");
});

test("a closed server has no URL, and can be launched again", async () => {
  const app = makeServer();
  app.addWebhook("/train", () => 1);
  const [first, same] = await Promise.all([app.launch(), app.run()]);
  expect(same).toBe(first);
  await app.close();
  await app.close();
  expect(app.url).toBeNull();
  await expect(postJson(`${first}/webhooks/train`, {})).rejects.toThrow("fetch failed");
  const again = await app.launch();
  expect((await postJson(`${again}/webhooks/train`, {})).status).toBe(200);
});

test("the error of a port that cannot be is about the port, and names no flag", async () => {
  const server = makeServer({ port: 99_999 });
  await expect(server.launch()).rejects.toMatchObject({
    why: "a port is a number from 0 to 65535",
    hint: "Choose another port; for 0 the system picks one",
  });
});

test("close lets a handler finish", async () => {
  const running = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const app = makeServer();
  app.addWebhook("/train", async () => {
    running.resolve();
    await go.promise;
    return "finished";
  });
  const url = await app.launch();
  const answer = postJson(`${url}/webhooks/train`, {});
  await running.promise;
  const closing = app.close();
  go.resolve();
  expect(await (await answer).text()).toBe("finished");
  await closing;
});

test("two servers cannot have one directory, and the second may try again when the first has gone", async () => {
  const first = makeServer();
  await first.launch();
  const dataDir = join(mkdtempSync(join(tmpdir(), "hooklens-")), "data");
  const [one, two] = [makeServer({ dataDir }), makeServer({ dataDir })];
  const url = await one.launch();
  await expect(two.launch()).rejects.toThrow(
    `there is already a receiver on ${dataDir} (process ${process.pid} at ${url}). ` +
      "Stop it, or give this server another directory with the option dataDir.",
  );
  await one.close();
  await two.launch();
});

test("a launch rejects if the server is closed meanwhile, and the server can be launched again", async () => {
  const app = makeServer();
  app.addWebhook("/train", () => 1);
  const [launched] = await Promise.allSettled([app.launch(), app.close()]);
  expect(launched).toMatchObject({
    status: "rejected",
    reason: { code: "server-closed", why: "it was closed during its start" },
  });
  expect(app.url).toBeNull();
  const url = await app.launch();
  expect(await (await fetch(`${url}/webhooks/train`, { method: "POST", body: "{}" })).text()).toBe("1");
});

test("a string is the page at /", async () => {
  const url = await makeServer({ ui: "<h1>Mine</h1>" }).launch();
  const answer = await fetch(url);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await answer.text()).toBe("<h1>Mine</h1>");
});

test("a Response is the page at /, each time, as it is", async () => {
  const ui = new Response("plain", { status: 203, headers: { "Content-Type": "text/plain", "X-A": "1" } });
  const url = await makeServer({ ui }).launch();
  for (let round = 0; round < 2; round += 1) {
    const answer = await fetch(url);
    expect(answer.status).toBe(203);
    expect(answer.headers.get("x-a")).toBe("1");
    expect(await answer.text()).toBe("plain");
  }
  const head = await fetch(url, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe("5");
});

test("a function makes the page at / for each request; one that throws is 500, and said on stderr", async () => {
  const app = makeServer({
    ui: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (searchParams.has("fail")) throw new Error("no page");
      return `${request.method} ${pathname} ${searchParams.get("q")} ${request.headers.get("x-a")}`;
    },
  });
  const url = await app.launch();
  expect(await (await fetch(`${url}/?q=1`, { headers: { "X-A": "2" } })).text()).toBe("GET / 1 2");
  const failed = await fetch(`${url}/?fail`);
  expect(failed.status).toBe(500);
  expect(await failed.json()).toEqual({ error: "The page could not be rendered." });
  expect(said.at(-1)).toBe("error: no page\n");
  expect((await fetch(url, { method: "POST" })).status).toBe(405);
});

test("a handler that fails is said in one line, or passed to onError", async () => {
  const errors: unknown[] = [];
  const app = makeServer();
  app.addWebhook("/boom", () => {
    throw new Error("ka\u001b[2J\nput");
  });
  app.addWebhook("/cycle", () => 1n);
  app.addWebhook("/own", () => Promise.reject(new RangeError("mine")), {
    onError: (error, { route, seq }) => void errors.push([error, route, seq]),
  });
  app.addWebhook("/worse", () => Promise.reject(new Error("first")), {
    onError: () => {
      throw new Error("second");
    },
  });
  const url = await app.launch();
  said = [];
  for (const name of ["boom", "cycle", "own", "worse"]) {
    expect((await postJson(`${url}/webhooks/${name}`, {})).status).toBe(500);
  }
  expect(said).toEqual([
    expect.stringMatching(
      /^error: delivery 1: handler boom threw: Error: ka␛\[2J put \(server\.test\.ts:\d+\)\n$/,
    ),
    expect.stringMatching(
      /^error: delivery 2: handler cycle: the handler's result cannot be JSON: .*BigInt\n$/,
    ),
    expect.stringMatching(
      /^error: delivery 4: handler worse threw: Error: first .*; onError: Error: second \(server\.test\.ts:\d+\)\n$/,
    ),
  ]);
  expect(errors).toEqual([[new RangeError("mine"), "own", 3]]);

  const shared = makeServer({ onError: (error) => void errors.push(error) });
  shared.addWebhook("/boom", () => {
    throw new Error("shared");
  });
  expect((await postJson(`${await shared.launch()}/webhooks/boom`, {})).status).toBe(500);
  expect(errors.at(-1)).toEqual(new Error("shared"));
});

test("the default page lists the webhooks", async () => {
  const app = makeServer();
  app.addWebhook("/train", () => 1);
  const url = await app.launch();
  expect(await (await fetch(url)).text()).toContain(`${url}/webhooks/train`);
});

test("in a Space the URL is the Space's", async () => {
  vi.stubEnv("SPACE_ID", "me/space");
  vi.stubEnv("SPACE_HOST", "me-space.hf.space");
  const closed = makeServer({ host: "127.0.0.1" });
  closed.addWebhook("/train", () => 1);
  await expect(closed.launch()).rejects.toThrow(
    "a route of this receiver has no secret (everyone can send to https://me-space.hf.space). Set one with webhookSecret or WEBHOOK_SECRET, or accept everyone with the option open",
  );
  const app = makeServer({ host: "127.0.0.1", open: true });
  app.addWebhook("/train", () => 1);
  expect(await app.launch()).toBe("https://me-space.hf.space");
  expect(said[0]).toBe("POST https://me-space.hf.space/webhooks/train\n");
});

test("a client takes its options, else the environment", () => {
  vi.stubEnv("HF_ENDPOINT", "http://127.0.0.1:7870/");
  expect(new HubClient({ token: "t" }).endpoint).toBe("http://127.0.0.1:7870");
  expect(new HubClient({ endpoint: "https://hub.example", token: null }).endpoint).toBe(
    "https://hub.example",
  );
});

test("a secret in the query is accepted only with the option", async () => {
  for (const [acceptQuerySecret, status] of [
    [true, 200],
    [false, 401],
  ] as const) {
    const app = makeServer({ webhookSecret: "a quiet harbor", acceptQuerySecret });
    app.addWebhook("train", () => "done");
    const response = await postJson(`${await app.launch()}/webhooks/train?secret=a%20quiet%20harbor`, {});
    expect(response.status).toBe(status);
  }
});
