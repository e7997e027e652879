import { expect, test } from "vitest";
import { spaceOf } from "../../src/receiver/space.ts";

test("in a Space a receiver listens on all addresses, and its public URL is the Space's", () => {
  expect(spaceOf({ SPACE_ID: "alice/hooks", SPACE_HOST: "alice-hooks.hf.space" })).toEqual({
    host: "0.0.0.0",
    port: 7860,
    url: "https://alice-hooks.hf.space",
  });
});

test("outside of a Space there is no such address", () => {
  expect(spaceOf({})).toBeNull();
  expect(spaceOf({ SPACE_ID: "alice/hooks" })).toBeNull();
  expect(spaceOf({ SPACE_HOST: "alice-hooks.hf.space" })).toBeNull();
  expect(spaceOf({ SPACE_ID: "", SPACE_HOST: "" })).toBeNull();
});
