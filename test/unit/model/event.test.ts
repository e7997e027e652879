import { describe, expect, it } from "vitest";
import { domainOf, knownEvents, normalizeDomain, parseEventName } from "../../../src/model/event.ts";

describe("domainOf", () => {
  it.each([
    ["repo", "repo"],
    ["repo.content", "repo"],
    ["repo.newer.scope", "repo"],
    ["discussion", "discussion"],
    ["discussion.comment", "discussion"],
    ["repository", null],
    ["discussions", null],
    ["kernel.build", null],
    ["", null],
  ])("of %j is %j", (scope, domain) => {
    expect(domainOf(scope)).toBe(domain);
  });

  it("is known for every documented scope", () => {
    expect(Object.keys(knownEvents).map(domainOf)).not.toContain(null);
  });
});

describe("normalizeDomain", () => {
  it.each([
    ["repo", "repo"],
    ["discussion", "discussion"],
    ["discussions", "discussion"],
    ["Repo", null],
    ["", null],
  ])("takes %j for %j", (text, domain) => {
    expect(normalizeDomain(text)).toBe(domain);
  });
});

describe("parseEventName", () => {
  it.each([
    ["repo.create", { scope: "repo", action: "create" }],
    ["repo.content.update", { scope: "repo.content", action: "update" }],
    ["discussion.comment.create", { scope: "discussion.comment", action: "create" }],
    ["repo", null],
    ["repo.", null],
    [".update", null],
    ["", null],
  ])("reads %j as %j", (text, event) => {
    expect(parseEventName(text)).toEqual(event);
  });
});
