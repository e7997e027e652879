import { request } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { listeningUrl, makeCliHome, startCli } from "../support/cli.ts";
import { always, httpTarget } from "../support/http-target.ts";

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Gets a page with exact headers, which fetch does not send. */
async function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on("error", reject).end();
  });
}

async function post(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return (await fetch(url, { method: "POST", headers, body: "{}" })).status;
}

/** Starts a receiver that is stopped after the test, and returns its URL. */
async function startReceiver(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { home, remove } = makeCliHome();
  const receiver = startCli(["receive", "--port", "0", "--secret", "s", ...args], { home, env });
  onTestFinished(async () => {
    receiver.child.kill("SIGTERM");
    await receiver.ended;
    remove();
  });
  return listeningUrl(receiver);
}

describe("metrics without a token", () => {
  test("are for direct requests of this machine only", async () => {
    const url = await startReceiver([]);
    expect((await get(`${url}/metrics`)).status).toBe(200);
    expect((await get(`${url}/metrics`, { host: "localhost" })).status).toBe(200);
    expect(await get(`${url}/metrics`, { host: "example.org" })).toMatchObject({
      status: 403,
      text: expect.stringContaining("--metrics-token"),
    });
    for (const name of ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "CF-Connecting-IP"]) {
      expect((await get(`${url}/metrics`, { [name]: "127.0.0.1" })).status).toBe(403);
    }
    expect(await post(`${url}/metrics`, {})).toBe(405);
  });

  test("count deliveries by route, outcome and reason, and the durations of forwards", async () => {
    const target = await httpTarget(always(200));
    const url = await startReceiver(["--forward", target.url]);
    const secret = { "x-webhook-secret": "s" };
    expect(await post(`${url}/webhooks/inbox`, secret)).toBe(200);
    expect(await post(`${url}/webhooks/inbox`, secret)).toBe(200);
    expect(await post(`${url}/webhooks/inbox`, {})).toBe(401);
    expect(await post(`${url}/webhooks/inbox`, { "x-webhook-secret": "wrong" })).toBe(403);
    expect(await post(`${url}/webhooks/other`, secret)).toBe(404);
    let counts = "";
    await expect
      .poll(async () => (counts = (await get(`${url}/metrics`)).text))
      .toContain('hooklens_deliveries_total{route="inbox",outcome="handled",reason=""} 2');
    expect(counts).toContain('{route="inbox",outcome="rejected",reason="secret_missing"} 1');
    expect(counts).toContain('{route="inbox",outcome="rejected",reason="secret_wrong"} 1');
    expect(counts).toContain('{route="",outcome="rejected",reason="unknown_route"} 1');
    expect(counts).toContain('hooklens_forward_duration_seconds_count{route="inbox"} 2');
    expect(counts).toContain('hooklens_forward_attempt_duration_seconds_count{result="2xx"} 2');
    expect(counts).toContain('hooklens_forward_queue{state="waiting"} 0');
    expect(counts).toMatch(/^hooklens_storing 1$/m);
    expect(counts).toMatch(/^hooklens_last_seq 5$/m);
    expect(Number(/^hooklens_log_bytes (\d+)$/m.exec(counts)?.[1])).toBeGreaterThan(10_000);
    expect(counts).toMatch(/^hooklens_disk_free_bytes \d{6,}$/m);
  });
});

test("a metrics token is required from everyone once it is set", async () => {
  const url = await startReceiver([], { HOOKLENS_METRICS_TOKEN: "tok-en" });
  expect((await get(`${url}/metrics`)).status).toBe(401);
  expect((await get(`${url}/metrics`, { authorization: "Bearer other" })).status).toBe(403);
  const proxied = { authorization: "Bearer tok-en", "X-Forwarded-For": "203.0.113.1", host: "example.org" };
  expect((await get(`${url}/metrics`, proxied)).status).toBe(200);
});
