import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { starts } from "../../scripts/bundle/first-frame.ts";

const source = resolve(import.meta.dirname, "../../src");

const appStarts = ["cli/main.ts", "cli/run.ts", ...starts];

/** State of other screens that the header shows, or that a file of the data directory keeps. */
const sharedState = [
  "screens/deliveries/state/deliveries.ts",
  "screens/deliveries/state/folding.ts",
  "screens/deliveries/state/window.ts",
  "screens/policies/state/list.ts",
];

/** Modules and packages that take long to load and that only later work needs. */
const heavy = [
  /^zod$/,
  /^js-yaml$/,
  /^hono$/,
  /^commander$/,
  /^cli\/command-line\/(?:program|secret-argument)/,
  /^node:sqlite$/,
  /^policy\/(?:check|rules|schema|read|seal(?!\/(?:missing-text|part-name|signing-rule)))/,
  /^policy-files\/review-file/,
  /^engine\/(?:child|control|reader\/(?!client)|start-engine)/,
  /^hub\/(?:client|create-hub-client|wire)/,
  /^store\/sqlite\//,
  /^@nats-io\//,
  /^store\/nats\/(?!address)/,
  /^store\/nats\/(?!address\.ts)/,
  /^@nats-io\//,
  /^localhub\//,
];

/** Returns the names in imports that load their module; imports of types do not. */
function loaded(text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:([^;"]*?)\bfrom\s+)?"([^"]+)"/gm)].map(
    ([, , name]) => name ?? "",
  );
}

/** Modules that an engine on the default store loads. */
const engineStarts = [
  "cli/commands/receive/receive.ts",
  "engine/start-engine.ts",
  "engine/roles/start-receiver-role.ts",
  "engine/reader/thread.ts",
  "store/sqlite/sqlite-store.ts",
  "store/sqlite/deliveries/delivery-log.ts",
];

/** Returns every module that the first ones load, with the chain of imports that leads to it. */
function loadedBy(first: readonly string[]): ReadonlyMap<string, string> {
  const chains = new Map(first.map((path) => [path, path]));
  for (const [path, chain] of chains) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const name of loaded(readFileSync(join(source, path), "utf8"))) {
      const target = name.startsWith(".") ? relative(source, resolve(source, dirname(path), name)) : name;
      if (target.startsWith("..") || chains.has(target)) continue;
      chains.set(target, `${target} <- ${chain}`);
    }
  }
  return chains;
}

test("the first frame loads one screen, and none of what only later work needs", () => {
  const chains = loadedBy(appStarts);
  expect([...chains.keys()]).toContain("ink");
  const others = [...chains.keys()].filter((path) =>
    /^screens\/(?:deliveries|policies|jobs|messages)\//.test(path),
  );
  expect(others.toSorted()).toEqual(sharedState);
  const wrong = [...chains].filter(([path]) => heavy.some((pattern) => pattern.test(path)));
  expect(wrong.map(([, chain]) => chain)).toEqual([]);
});

test("commands that share modules with the first frame load neither React nor the interface", () => {
  const shared = [...loadedBy(starts).keys()].filter((path) => /^(?!screens|tui).*\.ts$/.test(path));
  const wrong = [...loadedBy(shared)].filter(([path]) => /^(?:screens|tui)\/|^(?:ink|react)\b/.test(path));
  expect(wrong.map(([, chain]) => chain)).toEqual([]);
});

test("an engine on the default store loads nothing of NATS but the parser of addresses", () => {
  const chains = loadedBy(engineStarts);
  expect([...chains.keys()]).toContain("engine/stores.ts");
  const wrong = [...chains].filter(([path]) => /^@nats-io\/|^store\/nats\/(?!address\.ts)/.test(path));
  expect(wrong.map(([, chain]) => chain)).toEqual([]);
});
