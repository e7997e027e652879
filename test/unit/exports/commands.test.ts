import { expect, test } from "vitest";
import { curlCommand } from "../../../src/exports/curl.ts";
import { httpieCommand } from "../../../src/exports/httpie.ts";
import { redacted } from "../../../src/text/redact.ts";
import { deliveryDetail } from "./deliveries.ts";

const headers = [
  ["Host", "127.0.0.1:7860"],
  ["Content-Type", "application/json"],
  ["X-Webhook-Secret", redacted],
  ["Authorization", redacted],
  ["X-Empty", ""],
  ["X-Said", "it's \u00e9"],
  ["Connection", "close"],
  ["Content-Length", "29"],
] as const;

test("a curl line has the body, the headers, and the secret of the environment", () => {
  expect(curlCommand(deliveryDetail({ headers }))).toBe(
    "curl --globoff --path-as-is -X POST http://127.0.0.1:7860/webhooks/inbox -H 'Content-Type: application/json' -H 'X-Empty;' " +
      String.raw`-H "$(printf 'X-Said: it\047s \351')" -H "x-webhook-secret: $WEBHOOK_SECRET" ` +
      `-H User-Agent: -H Accept: -H Expect: --data-raw '{"repo":{"name":"me/corpus"}}'`,
  );
});

test("an HTTPie line has the same", () => {
  expect(httpieCommand(deliveryDetail({ headers }), { url: "https://example.org/hook" })).toBe(
    `http --ignore-stdin --raw '{"repo":{"name":"me/corpus"}}' POST https://example.org/hook Content-Type:application/json 'X-Empty;' ` +
      String.raw`"$(printf 'X-Said:it\047s \351')" "x-webhook-secret:$WEBHOOK_SECRET" ` +
      "User-Agent: Accept: Accept-Encoding:",
  );
});

test("a body that a terminal would act on goes through base64, a large one through show --raw", () => {
  const ending = " --data-binary @-";
  const binary = curlCommand(deliveryDetail({ body: Buffer.from([0, 255, 10]) }));
  expect(binary).toMatch(/^printf %s AP8K \| base64 -d \| curl /);
  expect(binary.endsWith(ending)).toBe(true);
  expect(curlCommand(deliveryDetail({ body: Buffer.from("a\u202eb") }))).toContain("base64 -d");
  expect(curlCommand(deliveryDetail({ body: Buffer.from("a\nb") }))).toContain("--data-raw 'a\nb'");
  const large = curlCommand(deliveryDetail({ body: Buffer.alloc(20_000, "x") }), { dataDir: "/tmp/a b" });
  expect(large).toMatch(/^hooklens deliveries show 41 --raw --data-dir '\/tmp\/a b' \| curl /);
  expect(large.endsWith(ending)).toBe(true);
});

test("the URL is that of the sender, and never that of a hostile Host header", () => {
  const urlOf = (host: string, path = "/webhooks/inbox") =>
    / -X POST (\S+)/.exec(
      curlCommand(
        deliveryDetail({
          path,
          headers: [
            ["Host", host],
            ["X-Forwarded-Proto", "https"],
          ],
        }),
      ),
    )?.[1];
  expect(urlOf("a.ngrok.app")).toBe("https://a.ngrok.app/webhooks/inbox");
  expect(urlOf("[::1]:7860")).toBe("'https://[::1]:7860/webhooks/inbox'");
  expect(urlOf("a b; rm -rf")).toBe("https://localhost/webhooks/inbox");
  expect(urlOf("a", "http://evil/")).toBe("https://a/");
});
