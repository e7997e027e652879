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

test("a curl line has the body and the headers, and the secret of the environment in no argument", () => {
  expect(curlCommand(deliveryDetail({ headers }))).toBe(
    String.raw`printf 'x-webhook-secret: %s\n' "$WEBHOOK_SECRET" | ` +
      "curl -sS --fail-with-body --globoff --path-as-is -X POST http://127.0.0.1:7860/webhooks/inbox -H 'Content-Type: application/json' -H 'X-Empty;' " +
      String.raw`-H "$(printf 'X-Said: it\047s \351')" ` +
      `-H User-Agent: -H Accept: -H Expect: --data-raw '{"repo":{"name":"me/corpus"}}' -H @/dev/stdin`,
  );
});

test("an HTTPie line has the same", () => {
  expect(httpieCommand(deliveryDetail({ headers }), { url: "https://example.org/hook" })).toBe(
    `printf %s "$WEBHOOK_SECRET" | ` +
      `http --check-status --ignore-stdin --raw '{"repo":{"name":"me/corpus"}}' POST https://example.org/hook Content-Type:application/json 'X-Empty;' ` +
      String.raw`"$(printf 'X-Said:it\047s \351')" ` +
      "User-Agent: Accept: Accept-Encoding: x-webhook-secret:@/dev/stdin",
  );
});

test("a body and a secret have a pipe each", () => {
  const piped = deliveryDetail({ headers: [["X-Webhook-Secret", redacted]], body: Buffer.from([0]) });
  expect(curlCommand(piped)).toMatch(
    /^printf [^|]+ \| \{ printf %s AA== \| base64 -d \| curl .* --data-binary @- -H @\/dev\/fd\/3; \} 3<&0$/,
  );
  expect(httpieCommand(piped)).toMatch(
    /^printf [^|]+ \| \{ printf %s AA== \| base64 -d \| http .* x-webhook-secret:@\/dev\/fd\/3; \} 3<&0$/,
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

test("a command sends to this machine, whatever the sender says", () => {
  const urlOf = (host: string, path = "/webhooks/inbox", receiverUrl?: string) =>
    / -X POST (\S+)/.exec(
      curlCommand(
        deliveryDetail({
          path,
          headers: [
            ["Host", host],
            ["X-Forwarded-Proto", "https"],
          ],
        }),
        receiverUrl === undefined ? {} : { receiverUrl },
      ),
    )?.[1];
  expect(urlOf("localhost:7861")).toBe("http://localhost:7861/webhooks/inbox");
  expect(urlOf("[::1]:7860")).toBe("'http://[::1]:7860/webhooks/inbox'");
  for (const host of ["a.ngrok.app", "127.0.0.1.evil.example", "a b; rm -rf", "localhost:99999", ""]) {
    expect(urlOf(host)).toBe("http://127.0.0.1:7860/webhooks/inbox");
    expect(urlOf(host, "/a", "http://127.0.0.1:7861")).toBe("http://127.0.0.1:7861/a");
  }
  expect(urlOf("localhost", "http://evil.example/hook?a=1")).toBe("'http://localhost/hook?a=1'");
  expect(urlOf("localhost", "*")).toBe("http://localhost/");
});
