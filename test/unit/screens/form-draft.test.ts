import { expect, it } from "vitest";
import type { Webhook } from "../../../src/model/webhook.ts";
import {
  type Continuation,
  continuedForm,
  formDraftText,
  parseFormDraft,
} from "../../../src/screens/webhooks/dialogs/editor/form-draft.ts";
import {
  addTypedItems,
  editWebhookForm,
  newWebhookForm,
  type WebhookForm,
} from "../../../src/screens/webhooks/dialogs/editor/webhook-form.ts";
import { textField } from "../../../src/tui/text-field.ts";
import { aWebhook } from "../../support/a-webhook.ts";

const webhook = aWebhook({
  url: null,
  job: { id: "687f911eaea852de79c4a50a", secrets: { TOKEN: "of-the-job" } },
  domains: ["repo"],
  secret: "hush",
});

const now: Continuation = {
  hubIsLocal: true,
  receiverSecret: "of-the-receiver",
  current: null,
  age: "3 min",
};

function again(form: WebhookForm, knownSecret: string, over: Partial<Continuation> = {}): WebhookForm {
  const text = formDraftText(form, "local", knownSecret, 0);
  expect(text).not.toMatch(/hush|of-the-/);
  const draft = parseFormDraft(text);
  if (draft === null) throw new Error("the draft cannot be read");
  return continuedForm(draft, { ...now, ...over });
}

it("continues a new webhook; a typed secret has to be typed again", () => {
  const form = addTypedItems({
    ...newWebhookForm({ url: "http://a", secret: "of-the-receiver" }, true),
    watch: textField("org:acme half:"),
    url: textField("https://example.org/x"),
    domains: ["discussion"],
  });
  const same = again(form, "of-the-receiver");
  expect(same).toMatchObject({
    original: null,
    watched: [{ type: "org", name: "acme" }],
    domains: ["discussion"],
    note: "Continued from 3 min ago.",
    changed: true,
  });
  expect([same.url.value, same.watch.value, same.secret.value]).toEqual([
    "https://example.org/x",
    "half:",
    "of-the-receiver",
  ]);
  const typed = again({ ...form, secret: textField("hush") }, "of-the-receiver");
  expect(typed.note).toContain("The secret you typed was not kept");
});

it("continues a changed webhook on what it was opened on, with the present secret", () => {
  const form = { ...editWebhookForm(webhook, true), domains: ["repo", "discussion"] as const };
  const current: Webhook = { ...webhook, watched: [], secret: "new hush" };
  const continued = again(form, "hush", { current });
  expect(continued.original).toEqual({ ...webhook, secret: "new hush", job: webhook.job });
  expect(continued).toMatchObject({ domains: ["repo", "discussion"], target: "job" });
  expect(continued.secret.value).toBe("new hush");
  const gone = again(form, "hush");
  expect(gone).toMatchObject({ original: null, secret: { value: "" } });
  expect(gone.note).toContain("no longer exists");
});

it("reads no other file", () => {
  for (const text of ["", "{}", "[]", '{"hub":1}']) expect(parseFormDraft(text)).toBeNull();
});
