import { expect, test } from "vitest";
import { composeRoutes } from "../../../src/engine/roles/receiver-routing.ts";
import type { RouteAction } from "../../../src/receiver/action.ts";

function action(): RouteAction {
  return () => {
    throw new Error("it is only compared");
  };
}
const [forward, ofFile, ofCode] = [action(), action(), action()];
const ruled = (_: string, of: RouteAction): RouteAction => of;
const inbox = { name: "inbox", action: null };

test("routes without a handler are forwarded", () => {
  const handlers = [{ name: "train", action: ofFile }];
  expect(composeRoutes({ named: [inbox], handlers, forward, secrets: {}, ruled })).toEqual([
    { name: "inbox", action: forward },
    { name: "train", action: ofFile },
  ]);
});

test("without a forward it accepts and logs", () => {
  expect(composeRoutes({ named: [inbox], handlers: [], forward: null, secrets: {}, ruled })).toEqual([inbox]);
});

test("a named route with a file uses its handler; a route with an action keeps it", () => {
  const named = [
    { name: "train", action: null },
    { name: "code", action: ofCode },
  ];
  const handlers = [{ name: "train", action: ofFile }];
  expect(composeRoutes({ named, handlers, forward, secrets: {}, ruled })).toEqual([
    { name: "train", action: ofFile },
    { name: "code", action: ofCode },
  ]);
});

test("the rules of runs are added to the actions of routes, and not to the forward", () => {
  const named = [inbox, { name: "code", action: ofCode }];
  const handlers = [{ name: "train", action: ofFile }];
  const made = new Map<string, RouteAction>([
    ["code", action()],
    ["train", action()],
  ]);
  const ruled = (route: string, of: RouteAction): RouteAction =>
    of === (route === "code" ? ofCode : ofFile) ? made.get(route)! : of;
  const routes = composeRoutes({ named, handlers, forward, secrets: {}, ruled });
  expect(routes.map(({ name, action }) => [name, action])).toEqual([["inbox", forward], ...made]);
});

test("a route has its own secrets, else those of its name, else none", () => {
  const named = [
    { ...inbox, secrets: ["mine"] },
    { name: "labels", action: null },
    { name: "toString", action: null },
  ];
  const secrets = { inbox: ["by name"], labels: ["new", "old"] };
  expect(composeRoutes({ named, handlers: [], forward: null, secrets, ruled })).toEqual([
    { name: "inbox", action: null, secrets: ["mine"] },
    { name: "labels", action: null, secrets: ["new", "old"] },
    { name: "toString", action: null },
  ]);
});
