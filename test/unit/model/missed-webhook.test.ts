import { expect, test } from "vitest";
import { missReason } from "../../../src/model/missed-webhook.ts";

const webhook = {
  watched: [
    { type: "org", name: "acme" },
    { type: "dataset", name: "me/corpus" },
  ],
  domains: ["repo"],
  disabled: false,
  suspended: false,
};
const content = { scope: "repo.content", repo: { type: "model", name: "acme/net" } };

test.for([
  ["a repo of a watched owner", {}, content, null],
  ["a watched repo", {}, { ...content, repo: { type: "dataset", name: "me/corpus" } }, null],
  ["a repo of another type", {}, { ...content, repo: { type: "model", name: "me/corpus" } }, "item"],
  [
    "an owner whose name only starts alike",
    {},
    { ...content, repo: { type: "model", name: "acme2/net" } },
    "item",
  ],
  ["another domain", {}, { ...content, scope: "discussion.comment" }, "domain"],
  ["all domains", { domains: [] }, { ...content, scope: "discussion" }, null],
  ["a disabled webhook", { disabled: true }, content, "disabled"],
  ["a suspended webhook", { disabled: true, suspended: true }, content, "suspended"],
] as const)("%s", ([, change, event, reason]) => {
  expect(missReason({ ...webhook, ...change }, event)).toBe(reason);
});
