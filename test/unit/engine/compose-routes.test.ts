import { expect, test } from "vitest";
import { composeRoutes } from "../../../src/engine/roles/receiver-routing.ts";
import type { RouteAction } from "../../../src/receiver/action.ts";

function action(): RouteAction {
  return () => {
    throw new Error("it is only compared");
  };
}
const [forward, ofFile, ofCode] = [action(), action(), action()];
const inbox = { name: "inbox", action: null };

test("a route without a handler is forwarded, one with a handler is not", () => {
  const handlers = [{ name: "train", action: ofFile }];
  expect(composeRoutes({ named: [inbox], handlers, forward, secrets: {} })).toEqual([
    { name: "inbox", action: forward },
    { name: "train", action: ofFile },
  ]);
});

test("without a forward it accepts and logs", () => {
  expect(composeRoutes({ named: [inbox], handlers: [], forward: null, secrets: {} })).toEqual([inbox]);
});

test("a route that was named and has a file is one route, the file's; one with an action of its own keeps it", () => {
  const named = [
    { name: "train", action: null },
    { name: "code", action: ofCode },
  ];
  const handlers = [{ name: "train", action: ofFile }];
  expect(composeRoutes({ named, handlers, forward, secrets: {} })).toEqual([
    { name: "train", action: ofFile },
    { name: "code", action: ofCode },
  ]);
});

test("a route has the secrets it came with, else those of its name, else none of its own", () => {
  const named = [
    { ...inbox, secrets: ["mine"] },
    { name: "labels", action: null },
    { name: "toString", action: null },
  ];
  const secrets = { inbox: ["by name"], labels: ["new", "old"] };
  expect(composeRoutes({ named, handlers: [], forward: null, secrets })).toEqual([
    { name: "inbox", action: null, secrets: ["mine"] },
    { name: "labels", action: null, secrets: ["new", "old"] },
    { name: "toString", action: null },
  ]);
});
