import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/cli/settings/config-file.ts";
import { configJsonSchema } from "../../../src/cli/settings/config-schema.ts";
import { resolveSettings } from "../../../src/cli/settings/settings.ts";

function parse(text: string) {
  return parseConfig(text, "config.yaml");
}

describe("the config file", () => {
  it("may be empty, or only comments", () => {
    expect(parse("")).toEqual({});
    expect(parse("# nothing yet\n")).toEqual({});
  });

  it("holds settings and profiles with the same keys", () => {
    const text = [
      "endpoint: https://hub.example",
      "receiver: {port: 8080, secret: s}",
      "profiles:",
      "  work:",
      "    token: t",
      "    hub: {host: 0.0.0.0}",
    ].join("\n");
    expect(parse(text)).toEqual({
      endpoint: "https://hub.example",
      receiver: { port: 8080, secret: "s" },
      profiles: { work: { token: "t", hub: { host: "0.0.0.0" } } },
    });
  });

  it("refuses a size that is none", () => {
    expect(() => parse("deliveries:\n  keepBytes: 2 gigs\n")).toThrow(
      /config.yaml:2 .*deliveries.keepBytes.*size/,
    );
    expect(() => parse("deliveries: {keepDays: -1}")).toThrow(/deliveries.keepDays/);
    expect(() => parse("deliveries: {keepByte: 1}")).toThrow(/Perhaps you mean keepBytes/);
  });

  it("reads the delays of a forward, and rejects invalid durations", () => {
    const config = parse("receiver: {forwardRetries: [200ms, 1.5s, 10 min, 2h]}");
    const { receiver } = resolveSettings({ flags: {}, env: {}, profile: null, config });
    expect(receiver.forwardRetries.value).toEqual([200, 1_500, 600_000, 7_200_000]);
    expect(() => parse("receiver: {forwardRetries: [1 fortnight]}")).toThrow(
      /receiver.forwardRetries.*duration/,
    );
  });

  it.each([
    [
      "# a comment\nendpiont: https://x\n",
      'config.yaml:2 has an unknown key "endpiont". Perhaps you mean endpoint.',
    ],
    [
      "receiver:\n  host: h\n  prot: 1\n",
      'config.yaml:3 has an unknown key "receiver.prot". Perhaps you mean port.',
    ],
    [
      "profiles:\n  work:\n    datadir: x\n",
      'config.yaml:3 has an unknown key "profiles.work.datadir". Perhaps you mean dataDir.',
    ],
    [
      "profiles:\n  work:\n    profiles: {}\n",
      'config.yaml:3 has an unknown key "profiles.work.profiles". Use one of endpoint, token, local, store, dataDir, policies, receiver, tunnel, hub, deliveries, filters, interface, noColor.',
    ],
  ])("names the line of a key it does not know and the nearest it does: %j", (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it.each([
    ["receiver:\n  port: 70000\n", 'config.yaml:2 has an invalid value at "receiver.port"'],
    ["local: perhaps\n", 'config.yaml:1 has an invalid value at "local"'],
    ["endpoint: ftp://x\n", 'config.yaml:1 has an invalid value at "endpoint"'],
    [
      "policies:\n  - dir: p\n    branch: main\n",
      'config.yaml:3 has an invalid value at "policies.0.branch" (needs a repo)',
    ],
    ["- a list\n", 'config.yaml has an invalid value at "the top"'],
  ])("names the line of a value that does not fit: %j", (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it("says where it is no YAML", () => {
    expect(() => parse("local: true\nhub: [\n")).toThrow(/^config\.yaml:3:1 is not YAML \(/);
    expect(() => parse("local: true\nlocal: false\n")).toThrow(
      "config.yaml:2:1 is not YAML (duplicated mapping key)",
    );
    expect(() => parse("a: 1\n---\nb: 2\n")).toThrow("contains 2 YAML documents");
  });

  it("finds the line of a key after lists and nested maps", () => {
    const text = "hub: {host: h, port: 0}\nprofiles:\n  a: {local: true}\n  b:\n    hub:\n      prt: 1\n";
    expect(() => parse(text)).toThrow('config.yaml:6 has an unknown key "profiles.b.hub.prt"');
  });
});

it("schemas/config.schema.json is what scripts/write-config-schema.ts writes", () => {
  const file = new URL("../../../schemas/config.schema.json", import.meta.url);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(configJsonSchema());
});
