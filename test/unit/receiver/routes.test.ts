import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/model/errors.ts";
import { routePath } from "../../../src/model/url.ts";
import { makeRouteLookup } from "../../../src/receiver/routes.ts";

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

describe("looking up a target", () => {
  const find = makeRouteLookup(named("inbox", "a/b", "train model", "100%", "été"));

  test.each([
    ["/webhooks/inbox", "inbox"],
    ["/webhooks/inbox?a=/webhooks/b", "inbox"],
    ["/webhooks/inbox#x", "inbox"],
    ["/webhooks/a/b", "a/b"],
    ["/webhooks/inbox/", "inbox"],
    ["/webhooks/a/b/?x=1", "a/b"],
    ["/webhooks/train%20model/", "train model"],
    ["/webhooks/train%20model", "train model"],
    ["/webhooks/100%25", "100%"],
    ["/webhooks/%c3%a9t%C3%A9", "été"],
    ["https://host:1/webhooks/inbox?x", "inbox"],
  ])("%s is the route %s", (target, route) => {
    expect(find(target)).toEqual({ kind: "route", route: { name: route } });
  });

  test.each([
    "/webhooks/",
    "/webhooks/a%2fb",
    "/webhooks//inbox",
    "/webhooks/inbox//",
    "/webhooks/inbox%2f",
    "/webhooks/INBOX",
    "/webhooks/%ff",
    "/webhooks/a",
  ])("%s is under the prefix and not a route", (target) => {
    expect(find(target)).toEqual({ kind: "unknown-route" });
  });

  test.each([
    ["/", "landing"],
    ["/?x", "landing"],
    ["http://host", "landing"],
    ["/webhooks", "elsewhere"],
    ["/WEBHOOKS/inbox", "elsewhere"],
    ["//webhooks/inbox", "elsewhere"],
    ["*", "elsewhere"],
    ["", "elsewhere"],
  ])("%s is %s", (target, kind) => {
    expect(find(target)).toEqual({ kind });
  });

  test("every route is found at the path it is registered with on a hub", () => {
    for (const route of ["inbox", "a/b", "train model", "100%", "été"]) {
      expect(find(routePath(route))).toEqual({ kind: "route", route: { name: route } });
    }
  });
});

test.each(["", "/inbox", "inbox/", "a//b", "..", "a/../b", ".", " \n", "\ud800"])(
  "%j cannot be a route",
  (name) => {
    expect(() => makeRouteLookup(named(name))).toThrow(UsageError);
  },
);
