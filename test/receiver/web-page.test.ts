import { expect, test } from "vitest";
import { OpenReceiverError } from "../../src/receiver/errors.ts";
import { openReceiver } from "../support/open-receiver.ts";
import { rawRequest } from "../support/raw-http.ts";

const publicUrl = (): string => "https://hooks.example.org";

function post(...headers: readonly string[]): string {
  return ["POST /webhooks/inbox HTTP/1.1", ...headers, "Content-Length: 2", "", "{}"].join("\r\n");
}

test.each([
  ["of another site", ["Host: localhost", "Origin: https://evil.example", "Content-Type: text/plain"], 403],
  ["without an origin of its own", ["Host: localhost", "Origin: null"], 403],
  ["on another port of this machine", ["Host: localhost:1", "Origin: http://localhost:2"], 403],
  ["that says cross-site", ["Host: localhost", "Sec-Fetch-Site: cross-site"], 403],
  ["that says same-site", ["Host: localhost", "Sec-Fetch-Site: Same-Site"], 403],
  ["of a name that leads here", ["Host: rebind.example", "Origin: http://rebind.example"], 421],
])(
  "without a secret a web page's request %s is refused, with the reason in its row",
  async (_, headers, status) => {
    const receiver = await openReceiver({ publicUrl, open: true });
    const answer = await rawRequest(receiver.port, post(...headers));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toHaveProperty("error");
    const [row] = await receiver.rows();
    expect(row).toMatchObject({ outcome: "rejected", status, bytes: 0 });
    expect(row?.reason).toMatch(
      status === 421 ? /^the host rebind\.example is not/ : /^sent by a web page of another site \(.+\)$/,
    );
  },
);

test.each([
  ["no page", ["Host: 127.0.0.1:7860"]],
  ["its own page", ["Host: localhost:7860", "Origin: http://localhost:7860", "Sec-Fetch-Site: same-origin"]],
  ["a person", ["Host: [::1]:7860", "Sec-Fetch-Site: none"]],
  ["what comes by its public URL", ["Host: Hooks.example.org"]],
  ["a page of its public URL", ["Host: localhost", "Origin: https://hooks.example.org"]],
])("without a secret %s is accepted", async (_, headers) => {
  const receiver = await openReceiver({ publicUrl, open: true });
  expect((await rawRequest(receiver.port, post(...headers))).status).toBe(200);
});

test("with a secret every sender that has it is accepted", async () => {
  const receiver = await openReceiver({ secret: "s" });
  const headers = ["Host: proxied.example", "Origin: https://other.example", "X-Webhook-Secret: s"];
  expect((await rawRequest(receiver.port, post(...headers))).status).toBe(200);
});

test("beyond loopback a receiver accepts any host", async () => {
  const receiver = await openReceiver({ host: "0.0.0.0", open: true });
  expect((await rawRequest(receiver.port, post("Host: box.lan:7860"))).status).toBe(200);
  const page = post("Host: box.lan:7860", "Origin: http://evil.example");
  expect((await rawRequest(receiver.port, page)).status).toBe(403);
});

test("the page is refused for a foreign name that resolves here", async () => {
  const get = "GET / HTTP/1.1\r\nHost: rebind.example\r\n\r\n";
  const open = await openReceiver();
  expect((await rawRequest(open.port, get)).status).toBe(421);
  const closed = await openReceiver({ secret: "s" });
  expect((await rawRequest(closed.port, get)).status).toBe(200);
});

test.each([
  ["beyond loopback", { host: "0.0.0.0" }],
  ["at a public URL", { publicUrl }],
])("without a secret %s a receiver does not start unless it is open", async (_, options) => {
  await expect(openReceiver(options)).rejects.toThrow(OpenReceiverError);
  await expect(openReceiver({ ...options, secret: "s" })).resolves.toBeDefined();
});

test("a route that loses its secret accepts local deliveries only", async () => {
  const receiver = await openReceiver({ host: "0.0.0.0", secret: "s" });
  receiver.setRoutes([{ name: "inbox", action: null, secrets: [] }]);
  const answer = await rawRequest(receiver.port, post("Host: localhost"));
  expect(answer.status).toBe(403);
  expect(await receiver.rows()).toMatchObject([{ status: 403, reason: "the route has no secret" }]);
});

test("the page of a receiver shows for each route whether it checks a secret", async () => {
  const receiver = await openReceiver({
    routes: [
      { name: "open", action: null, secrets: [] },
      { name: "closed", action: null, secrets: ["s3cret"] },
    ],
    open: true,
  });
  const page = await (await fetch(receiver.url)).text();
  const [, open = "", closed = ""] = page.split("<section>");
  expect(open).toContain("Secret: any, as this route checks none.");
  expect(open).not.toContain("WEBHOOK_SECRET");
  expect(closed).toContain("Secret: the one this route was started with.");
  expect(closed).toContain("&quot;$WEBHOOK_SECRET&quot; | curl ");
  expect(page).toContain("A route without a webhook secret accepts deliveries from everyone");
  expect(page).not.toContain("s3cret");
});
