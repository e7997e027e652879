import { describe, expect, test } from "vitest";
import { redactBytes, redactText } from "../../../src/text/redact.ts";

const secret = 's3cret-"é\\';

describe("a text without its secrets", () => {
  test.each([
    ["as it is", secret],
    ["within JSON", JSON.stringify(secret).slice(1, -1)],
    ["in a URL", encodeURIComponent(secret)],
    ["in Base64", Buffer.from(secret).toString("base64")],
    ["in Base64 for URLs", Buffer.from(secret).toString("base64url")],
    ["in hex", Buffer.from(secret).toString("hex")],
    ["as a header's bytes read as Latin-1", Buffer.from(secret).toString("latin1")],
  ])("has none %s", (_, form) => {
    expect(redactText(`a ${form} b ${form}`, ["another", secret])).toBe("a [redacted] b [redacted]");
    const bytes = redactBytes(Buffer.from(`a ${form} b`), [secret]);
    expect(Buffer.from(bytes).toString()).toBe("a [redacted] b");
  });

  test.each([
    ["in hex with capitals", Buffer.from(secret).toString("hex").toUpperCase()],
    ["encoded in part", "s3%63ret%2d%22%C3%a9\\"],
    ["encoded twice", encodeURIComponent(encodeURIComponent(secret))],
    ["encoded three times, in part", "s3%252563ret-%22%25C3%25a9%5c"],
    ["in Base64 in a URL", encodeURIComponent(Buffer.from(secret).toString("base64"))],
  ])("has none %s", (_, form) => {
    expect(redactText(`a%20${form}%20b`, [secret])).toBe("a%20[redacted]%20b");
    expect(Buffer.from(redactBytes(Buffer.from(`100%${form}`), [secret])).toString()).toBe("100%[redacted]");
  });

  test("has none with a plus for a space", () => {
    expect(redactText("a=my+long%2Bsecret&b", ["my long+secret"])).toBe("a=[redacted]&b");
  });

  test("has one placeholder where two overlap", () => {
    expect(redactText("abcdefghijkl abcdefghefghijkl", ["abcdefgh", "efghijkl"])).toBe(
      "[redacted] [redacted][redacted]",
    );
  });

  test("has no beginning of one where it was cut off", () => {
    expect(redactText("it was verylongsecr… (train.ts:3)", ["verylongsecret"])).toBe(
      "it was [redacted]… (train.ts:3)",
    );
    expect(redactText("it was verylongsecre", ["verylongsecret"])).toBe("it was [redacted]");
    const cut = redactBytes(Buffer.from("it was verylongsecr… (train.ts:3)"), ["verylongsecret"]);
    expect(Buffer.from(cut).toString()).toBe("it was [redacted]… (train.ts:3)");
    expect(Buffer.from(redactBytes(Buffer.from("éverylong"), ["verylongsecret"])).toString()).toBe(
      "é[redacted]",
    );
  });

  test("has no end of one that another begins with, in whichever order they are given", () => {
    const secrets = ["secret-of-1", "secret-of-12"];
    expect(redactText("secret-of-12 secret-of-1.", secrets)).toBe("[redacted] [redacted].");
    const bytes = redactBytes(Buffer.from("secret-of-12."), secrets);
    expect(Buffer.from(bytes).toString()).toBe("[redacted].");
  });

  test("keeps similar words, and the whole text beside a secret that is too short", () => {
    expect(redactText("very long, verylo", ["verylongsecret"])).toBe("very long, [redacted]");
    expect(redactText("very … very", ["verylongsecret"])).toBe("very … very");
    expect(redactText("seven77 seven77", ["seven77"])).toBe("seven77 seven77");
  });

  test("of bytes without one are the same bytes", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(redactBytes(bytes, [secret])).toBe(bytes);
    const around = Buffer.concat([bytes, Buffer.from(secret), bytes]);
    expect(redactBytes(around, [secret])).toEqual(Buffer.concat([bytes, Buffer.from("[redacted]"), bytes]));
  });
});
