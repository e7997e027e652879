import { expect, it } from "vitest";
import { withHeadings } from "../../src/screens/webhooks/state/groups.ts";
import type { ListedWebhook } from "../../src/tables/webhooks.ts";
import { aWebhook } from "../support/a-webhook.ts";

const webhook = (id: string, url: string | null, isHere = false): ListedWebhook => ({
  ...aWebhook({ id, url, job: url === null ? { command: ["python"] } : null, watched: [] }),
  isHere,
});
const lines = (...webhooks: readonly ListedWebhook[]) =>
  withHeadings(webhooks).map((one) => ("heading" in one ? `${one.heading} ${one.count}` : one.id));

it("groups webhooks by host and port, and those alone at the end", () => {
  expect(
    lines(
      webhook("a", "https://one.example/hf"),
      webhook("b", "http://127.0.0.1:4040/webhooks/inbox", true),
      webhook("c", "http://127.0.0.1:9/a"),
      webhook("d", null),
      webhook("e", "https://two.example/hf"),
      webhook("f", "http://127.0.0.1:9/b"),
    ),
  ).toEqual(["here 1", "b", "127.0.0.1:9 2", "c", "f", "Jobs 1", "d", "other hosts 2", "a", "e"]);
});

it("names the only host with one webhook", () => {
  expect(lines(webhook("a", "https://one.example/hf"), webhook("b", null), webhook("c", null))).toEqual([
    "one.example 1",
    "a",
    "Jobs 2",
    "b",
    "c",
  ]);
});
