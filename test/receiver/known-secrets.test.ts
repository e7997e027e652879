import { expect, test } from "vitest";
import { detailJson, detailLines } from "../../src/cli/commands/deliveries/delivery-detail.ts";
import { curlCommand } from "../../src/exports/curl.ts";
import { deliveryLine } from "../../src/exports/delivery-line.ts";
import { deliveryText } from "../../src/exports/delivery-text.ts";
import { harEntry } from "../../src/exports/har.ts";
import { httpieCommand } from "../../src/exports/httpie.ts";
import { requestText } from "../../src/exports/request-text.ts";
import type { DeliveryDetail } from "../../src/model/delivery.ts";
import { handlerAction } from "../../src/receiver/handlers/call-handler.ts";
import type { WebhookRequest } from "../../src/receiver/handlers/handler.ts";
import { openReceiver } from "../support/open-receiver.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { rawRequest } from "../support/raw-http.ts";
import { filesWith } from "../support/secret-search.ts";

/** Characters of secrets: all that a header can carry, without spaces at the ends. */
const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index));

function randomSecret(random: Random): string {
  const length = 8 + random.below(32);
  const inner = Array.from({ length: length - 2 }, () => random.pick([...printable, " "]));
  return [random.pick(printable), ...inner, random.pick(printable)].join("");
}

/** Percent-encodes all characters that a URL cannot have, and some of the others, with digits of either case. */
function partlyEncoded(text: string, random: Random, always: RegExp): string {
  return [...text]
    .map((char) => {
      if (!always.test(char) && random.below(2) === 0) return char;
      const code = char.charCodeAt(0).toString(16).padStart(2, "0");
      return `%${random.below(2) === 0 ? code : code.toUpperCase()}`;
    })
    .join("");
}

const noUrlCharacter = /[^\w.~!*'()-]/;

const encodings: readonly ((secret: string, random: Random) => string)[] = [
  (secret) => encodeURIComponent(secret),
  (secret, random) => partlyEncoded(secret, random, noUrlCharacter),
  (secret, random) => partlyEncoded(partlyEncoded(secret, random, noUrlCharacter), random, noUrlCharacter),
  (secret, random) => partlyEncoded(secret, random, /./),
  (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  (secret) => Buffer.from(secret).toString("base64url"),
  (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
];

const headerNames = [
  "Referer",
  "User-Agent",
  "X-Hook",
  "webhook-id",
  "Origin",
  "X-Original-URL",
  "Authorization",
];
const parameters = ["hook", "webhook_secret", "s%65cret", "TOKEN", "x", "a;b"];
const around = ["", "Bearer ", "https://a.test/?x=", "b%20", "…", "%", "a,"];

/** Request with a secret in a place of its head, and encoded if the place demands it or by chance. */
function randomHead(secret: string, random: Random): string {
  const form = random.pick(encodings)(secret, random);
  const inHeader = random.below(3) === 0 ? secret : form;
  const before = random.pick(around);
  const path = {
    header: "/webhooks/inbox",
    query: `/webhooks/inbox?y=1&${random.pick(parameters)}=${form}&z=2`,
    path: `/webhooks/${random.below(2) === 0 ? "" : "inbox/"}${form}`,
    fragment: `/webhooks/inbox#${form}`,
    absolute: `http://a.test/webhooks/inbox?${form}`,
  };
  const place = random.pick(Object.keys(path) as (keyof typeof path)[]);
  return [
    `${random.below(8) === 0 ? "PUT" : "POST"} ${path[place]} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...(random.below(6) === 0 ? [] : [`X-Webhook-Secret: ${secret}`]),
    ...(place === "header"
      ? [`${random.pick(headerNames)}: ${before}${inHeader}${random.pick(["", "&", " b"])}`]
      : []),
    "Content-Length: 2",
    "Connection: close",
  ].join("\r\n");
}

/** All texts in which a delivery leaves the log, and each percent-decoded up to three times. */
function leavingTexts(delivery: DeliveryDetail): readonly string[] {
  const texts = [
    deliveryLine(delivery),
    JSON.stringify(harEntry(delivery)),
    curlCommand(delivery),
    httpieCommand(delivery),
    deliveryText(delivery),
    requestText(delivery) ?? "",
    JSON.stringify(detailJson(delivery)),
    JSON.stringify(detailLines(delivery, [])),
    [delivery.path, ...delivery.headers.flat(), delivery.reason, ...delivery.console].join("\n"),
    Buffer.from(delivery.response?.body ?? "").toString(),
  ];
  return texts.flatMap((text) => {
    const once = decoded(text);
    const twice = decoded(once);
    return [text, once, twice, decoded(twice)];
  });
}

function decoded(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Echoes the head of its request, and throws it at times. */
function echo(request: WebhookRequest): unknown {
  const head = `${request.url} ${JSON.stringify([...request.headers])}`;
  if (head.length % 3 === 0) throw new Error(head);
  return head;
}

test.each([1, 2, 3, 4, 5, 6])(
  "a secret of the receiver leaves in no text and no file, wherever it arrives (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    const secrets = [randomSecret(random), randomSecret(random)];
    const receiver = await openReceiver({
      secret: secrets[0] ?? null,
      routes: [
        "other",
        { name: "inbox", action: handlerAction("inbox", (_, request) => echo(request)) },
        { name: "own", action: null, secrets: secrets.slice(1) },
      ],
    });
    const heads = Array.from({ length: 60 }, () => randomHead(random.pick(secrets), random));
    for (const head of heads) await rawRequest(receiver.port, `${head}\r\n\r\n{}`);
    const rows = await Promise.all(heads.map((_, index) => receiver.endedRow(index + 1)));
    const leaks = rows.flatMap((row, index) =>
      leavingTexts(row)
        .filter((text) =>
          secrets.some(
            (secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)),
          ),
        )
        .map((text) => ({ head: heads[index], text })),
    );
    expect(leaks).toEqual([]);
    expect(rows.some(({ path }) => path.includes("[redacted]"))).toBe(true);
    expect(filesWith(receiver.dataDir, secrets)).toEqual([]);
  },
);

test.each([
  ["?secret=s3cret%2bof/the+hook", {}, 200, "?secret=[redacted]"],
  ["?a=1&secret=s3cret%2Bof%2Fthe%2Bhook&b=2", {}, 200, "?a=1&secret=[redacted]&b=2"],
  ["?secret=another-secret", {}, 403, "?secret=[redacted]"],
  ["?secret=s3cret%2bof/the%20hook", {}, 403, "?secret=[redacted]"],
  ["?secret=s3cret+of/the+hook&secret=s3cret+of/the+hook", {}, 403, "?secret=[redacted]&secret=[redacted]"],
  ["?secret=s3cret+of/the+hook", { "x-webhook-secret": "another" }, 403, "?secret=[redacted]"],
  ["?Secret=s3cret+of/the+hook", {}, 401, "?Secret=[redacted]"],
  ["#?secret=s3cret+of/the+hook", {}, 401, "#?secret=[redacted]"],
  ["", {}, 401, ""],
] as const)(
  "a receiver that accepts the secret in the query answers %s %j with %i",
  async (query, more, status, logged) => {
    const receiver = await openReceiver({ secret: "s3cret+of/the+hook", acceptQuerySecret: true });
    const headers = Object.entries({ Host: "127.0.0.1", "Content-Length": "2", ...more });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const answer = await rawRequest(receiver.port, `POST /webhooks/inbox${query} HTTP/1.1\r\n${head}\r\n{}`);
    expect(answer.status).toBe(status);
    expect((await receiver.rows())[0]?.path).toBe(`/webhooks/inbox${logged}`);
  },
);

test("without the setting a secret in the query is none, and is redacted", async () => {
  const receiver = await openReceiver({ secret: "s3cret-of-the-hook" });
  const answer = await fetch(`${receiver.url}/webhooks/inbox?secret=s3cret-of-the-hook`, {
    method: "POST",
    body: "{}",
  });
  expect(answer.status).toBe(401);
  expect((await receiver.rows())[0]?.path).toBe("/webhooks/inbox?secret=[redacted]");
});

test("a reason of the receiver stays, even if a secret begins with its words", async () => {
  const receiver = await openReceiver({ secret: "secret-of-the-hook" });
  await fetch(`${receiver.url}/webhooks/inbox`, {
    method: "POST",
    body: "{}",
    headers: { "X-Webhook-Secret": "another" },
  });
  expect((await receiver.rows())[0]?.reason).toBe("wrong secret");
});

test("a handler gets the secret of the query back in a replay", async () => {
  const urls: string[] = [];
  const receiver = await openReceiver({
    secret: "s3cret&of the-hook",
    acceptQuerySecret: true,
    routes: [{ name: "inbox", action: handlerAction("inbox", (_, request) => void urls.push(request.url)) }],
  });
  const sent = "/webhooks/inbox?secret=s3cret%26of%20the-hook&x=1";
  await fetch(`${receiver.url}${sent}`, { method: "POST", body: "{}" });
  await receiver.endedRow(1);
  await receiver.replay(1);
  expect(urls).toEqual([sent, sent]);
  expect(filesWith(receiver.dataDir, ["s3cret&of", "s3cret%26of"])).toEqual([]);
});
