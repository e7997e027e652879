import { expect, test } from "vitest";
import { resolveEndpoint } from "../../../src/hub/endpoint.ts";
import { UsageError } from "../../../src/model/errors.ts";

test("the flag, then HF_ENDPOINT, then the real Hub", () => {
  const env = { HF_ENDPOINT: "http://127.0.0.1:7870/" };
  expect(resolveEndpoint({ flag: "https://hub.example", env })).toBe("https://hub.example");
  expect(resolveEndpoint({ env })).toBe("http://127.0.0.1:7870");
  expect(resolveEndpoint({ env: {} })).toBe("https://huggingface.co");
  expect(resolveEndpoint({ env: { HF_ENDPOINT: " " } })).toBe("https://huggingface.co");
});

test("trailing slashes are cut, a path is kept", () => {
  expect(resolveEndpoint({ flag: "https://hub.example/mirror//", env: {} })).toBe(
    "https://hub.example/mirror",
  );
});

test.for([
  ["huggingface.co", '--endpoint is not the address of a hub ("huggingface.co").'],
  ["", '--endpoint is not the address of a hub ("").'],
  ["ftp://hub.example", '--endpoint is not the address of a hub ("ftp://hub.example").'],
  ["https://me:pw@hub.example", "--endpoint contains a user name or password (hub.example)."],
  ["https://hub.example/?a=b", '--endpoint has a query or a fragment ("https://hub.example/?a=b").'],
] as const)("%s is refused", ([flag, message]) => {
  expect(() => resolveEndpoint({ flag, env: {} })).toThrow(UsageError);
  expect(() => resolveEndpoint({ flag, env: {} })).toThrow(message);
});

test("the message names the variable when the mistake is there", () => {
  expect(() => resolveEndpoint({ env: { HF_ENDPOINT: "localhost:7870" } })).toThrow(
    'HF_ENDPOINT is not the address of a hub ("localhost:7870")',
  );
});
