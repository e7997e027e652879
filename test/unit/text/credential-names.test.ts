import { expect, test } from "vitest";
import { redactUrl, withCredentialsOf } from "../../../src/text/credential-names.ts";
import { hideSecrets } from "../../../src/text/redact.ts";

const secret = "https://a.test/hook?x=1&webhook_secret=S%26;3&y=2#frag";

test.each([
  [secret, "https://a.test/hook?x=1&webhook_secret=[redacted]&y=2#frag"],
  [
    "https://a.test/?s%65cret=1&X-Amz-Signature=2",
    "https://a.test/?s%65cret=[redacted]&X-Amz-Signature=[redacted]",
  ],
  ["https://me:pass@a.test/", "https://me:[redacted]@a.test/"],
  ["https://a.test/#access_token=1&b=2", "https://a.test/#access_token=[redacted]&b=2"],
  ["https://a.test/?page=secret&author=token", "https://a.test/?page=secret&author=token"],
  ["https://a.test:8080/a:b@c?d", "https://a.test:8080/a:b@c?d"],
])("%s is shown as %s, which stands for it", (url, shown) => {
  expect(redactUrl(url)).toBe(shown);
  expect(withCredentialsOf(url, shown)).toBe(url);
});

test("credentials are put back into a URL with another host or another order", () => {
  expect(withCredentialsOf(secret, "https://b.test/?webhook_secret=[redacted]&z=3")).toBe(
    "https://b.test/?webhook_secret=S%26;3&z=3",
  );
});

test.each([
  "https://a.test/?secret=[redacted]",
  "https://a.test/[redacted]",
  "https://me:[redacted]@a.test/",
])("%s cannot be completed from a URL without its credential", (url) => {
  expect(withCredentialsOf(secret, url)).toBeNull();
});

const hidden = "webhooks+of/mine";
hideSecrets([hidden]);

test.each([
  [`https://a.test/hook?x=${hidden}&y=2`, "https://a.test/hook?x=[redacted]&y=2"],
  [`https://a.test/hook?x=${encodeURIComponent(hidden)}`, "https://a.test/hook?x=[redacted]"],
  [`https://a.test/?x=${hidden}@b&x=1`, "https://a.test/?x=[redacted]@b&x=1"],
  [`https://a.test/in/${hidden}/out#${hidden}`, "https://a.test/in/[redacted]/out#[redacted]"],
  [`https://a.test/?x=${hidden}.7&z=${hidden}`, "https://a.test/?x=[redacted].7&z=[redacted]"],
  [
    `https://me:pass@a.test/7-${hidden}?token=3`,
    "https://me:[redacted]@a.test/7-[redacted]?token=[redacted]",
  ],
  // Not the start of a secret that was cut off.
  ["https://a.test/webhooks", "https://a.test/webhooks"],
])("%s, with a hidden secret, is shown as %s, which stands for it", (url, shown) => {
  expect(redactUrl(url)).toBe(shown);
  expect(withCredentialsOf(url, shown)).toBe(url);
});

test("a hidden secret in the path is put back under another host, and nowhere else", () => {
  const present = `https://a.test/in/${hidden}`;
  expect(withCredentialsOf(present, "http://b.test:81/in/[redacted]")).toBe(`http://b.test:81/in/${hidden}`);
  expect(withCredentialsOf(present, "https://a.test/other/[redacted]")).toBeNull();
});
