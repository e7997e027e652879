import { expect, test } from "vitest";
import { spaceOf } from "../../src/receiver/hf-space.ts";

test("in a Space the receiver listens on all addresses under the Space's URL", () => {
  expect(spaceOf({ SPACE_ID: "alice/hooks", SPACE_HOST: "alice-hooks.hf.space" })).toEqual({
    host: "0.0.0.0",
    port: 7860,
    url: "https://alice-hooks.hf.space",
  });
});

test("outside a Space the address is null", () => {
  expect(spaceOf({})).toBeNull();
  expect(spaceOf({ SPACE_ID: "alice/hooks" })).toBeNull();
  expect(spaceOf({ SPACE_HOST: "alice-hooks.hf.space" })).toBeNull();
  expect(spaceOf({ SPACE_ID: "", SPACE_HOST: "" })).toBeNull();
});
