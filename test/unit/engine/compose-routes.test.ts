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

test("routes without a handler are forwarded", () => {
  const handlers = [{ name: "train", action: ofFile }];
  expect(composeRoutes({ named: [inbox], handlers, forward, secrets: {} })).toEqual([
    { name: "inbox", action: forward },
    { name: "train", action: ofFile },
  ]);
});

test("without a forward it accepts and logs", () => {
  expect(composeRoutes({ named: [inbox], handlers: [], forward: null, secrets: {} })).toEqual([inbox]);
});

test("a named route with a file uses its handler; a route with an action keeps it", () => {
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

test("a route has its own secrets, else those of its name, else none", () => {
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
