import { expect, test } from "vitest";
import { UsageError } from "../../../src/model/errors.ts";
import { makeSecretCheck } from "../../../src/receiver/secret.ts";

test("without a secret every request is open, also one with a secret", () => {
  const check = makeSecretCheck([]);
  expect([check(null), check("x")]).toEqual(["open", "open"]);
});

test("a secret is missing, wrong or right; its case, its length and each of its characters count", () => {
  const check = makeSecretCheck(["Secret-1"]);
  expect(check(null)).toBe("missing");
  expect(check("Secret-1")).toBe("ok");
  for (const given of ["", "secret-1", "Secret-", "Secret-11", "Secret-2", " Secret-1"])
    expect(check(given)).toBe("wrong");
});

test("each of several is right", () => {
  const check = makeSecretCheck(["old", "new"]);
  expect(["old", "new", "old, new"].map(check)).toEqual(["ok", "ok", "wrong"]);
});

test("bytes outside ASCII are wrong", () => {
  const asNodeReadsIt = Buffer.from("clé", "utf8").toString("latin1");
  expect(makeSecretCheck(["cle"])(asNodeReadsIt)).toBe("wrong");
});

test.each(["", " a", "a\n", "a\u0000b", "a\tb", "clé"])("%j is refused as unsendable", (secret) => {
  expect(() => makeSecretCheck([secret])).toThrow(UsageError);
});
