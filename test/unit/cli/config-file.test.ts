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

  it("reads the settings of the runs of a route, and rejects invalid ones", () => {
    const config = parse("receiver: {runs: {train: {answer: first, retries: [10s, 1min]}}}");
    const { receiver } = resolveSettings({ flags: {}, env: {}, profile: null, config });
    expect(receiver.runs.value).toEqual({ train: { answer: "first", retriesMs: [10_000, 60_000] } });
    expect(() => parse("receiver: {runs: {train: {retries: [soon]}}}")).toThrow(
      /receiver.runs.train.retries.*duration/,
    );
    expect(() => parse("receiver: {runs: {train: {answer: later}}}")).toThrow(/receiver.runs.train.answer/);
  });

  it("reads the order of the runs of a route, and rejects another one", () => {
    const config = parse("receiver: {runs: {train: {order: repo, orderWait: 5min}}}");
    const { receiver } = resolveSettings({ flags: {}, env: {}, profile: null, config });
    expect(receiver.runs.value).toEqual({ train: { order: "repo", orderWaitMs: 300_000 } });
    expect(() => parse("receiver: {runs: {train: {order: branch}}}")).toThrow(/receiver.runs.train.order/);
    expect(() => parse("receiver: {runs: {train: {orderWait: soon}}}")).toThrow(
      /receiver.runs.train.orderWait.*duration/,
    );
  });

  it("reads the limit of a route, and rejects what is no positive integer", () => {
    const config = parse("receiver: {runs: {train: {atOnce: 2}}}");
    const { receiver } = resolveSettings({ flags: {}, env: {}, profile: null, config });
    expect(receiver.runs.value).toEqual({ train: { atOnce: 2 } });
    for (const given of ["0", "-1", "1.5", "two"]) {
      expect(() => parse(`receiver: {runs: {train: {atOnce: ${given}}}}`)).toThrow(
        /receiver.runs.train.atOnce/,
      );
    }
  });

  it("reads whether a route runs only the latest push, and rejects another value", () => {
    const config = parse("receiver: {runs: {train: {latest: true}}}");
    const { receiver } = resolveSettings({ flags: {}, env: {}, profile: null, config });
    expect(receiver.runs.value).toEqual({ train: { latest: true } });
    expect(() => parse("receiver: {runs: {train: {latest: main}}}")).toThrow(/receiver.runs.train.latest/);
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
    ["receiver: {secret: 123456789}", "receiver.secret", "it is a number, not a text", "Write it in quotes"],
    [
      "receiver: {secret: [abc, 12]}",
      "receiver.secret.1",
      "it is a number, not a text",
      "Write it in quotes",
    ],
    [
      "receiver: {routeSecrets: {a: true}}",
      "receiver.routeSecrets.a",
      "it is a boolean",
      "Write it in quotes",
    ],
    ["receiver: {routes: [1]}", "receiver.routes.0", "it is a number, not a text", "Write it in quotes"],
    ["policies: [{dir: 5}]", "policies.0.dir", "it is a number, not a text", "Write it in quotes"],
    ["token: 0x10", "token", "it is a number, not a text", "Write it in quotes"],
    [
      "profiles: {work: {hub: {token: 1e5}}}",
      "profiles.work.hub.token",
      "it is a number",
      "Write it in quotes",
    ],
    ["tunnel: {domain: ~}", "tunnel.domain", "it has no value", "Write one, or delete the key"],
    ["receiver:\n  secret:\n", "receiver.secret", "it has no value", "Write one, or delete the key"],
  ])("tells what to write instead of an unquoted text: %s", (text, place, why, hint) => {
    const parts = [`invalid value at "${place}" (${why}`, `). ${hint}`];
    for (const part of parts) expect(() => parse(text)).toThrow(part);
  });

  it.each([
    ["interface: {theme: {base: dark, accent: '#f80'}}", 'Put it under "interface.theme.colors"'],
    ["interface: {colors: {accent: red}}", 'Put it under "interface.theme"'],
    ["interface: {theme: {bse: dark}}", "Perhaps you mean base"],
    ["interface: {theme: {base: dark, fonts: x}}", "Use one of base, colors"],
    ["interface: {theme: {colors: {acent: red}}}", "Perhaps you mean accent"],
    ["interface: {theme: {colors: {blue: red}}}", "Use one of strong, muted, accent"],
    ["policies: [{dir: a, zzz: b}]", "Use one of dir, repo, branch, baseline"],
  ])("names the keys for one that is unknown: %s", (text, hint) => {
    expect(() => parse(text)).toThrow(hint);
  });

  it("reads a secret as a file or a variable has it: without its final newline", () => {
    expect(parse("receiver:\n  secret: |\n    two words\n")).toEqual({ receiver: { secret: "two words" } });
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
