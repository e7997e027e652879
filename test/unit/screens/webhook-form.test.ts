import { describe, expect, it } from "vitest";
import { changeBetween } from "../../../src/model/webhook-parts.ts";
import type { Webhook } from "../../../src/model/webhook.ts";
import { conflictParts } from "../../../src/screens/webhooks/dialogs/editor/change.ts";
import { hubQuery } from "../../../src/screens/webhooks/dialogs/editor/hub-search.ts";
import { completeWatched } from "../../../src/screens/webhooks/dialogs/editor/inputs.ts";
import {
  webhookFormDialog,
  webhookFormSpec,
} from "../../../src/screens/webhooks/dialogs/editor/webhook-form-dialog.ts";
import type { WebhookForm } from "../../../src/screens/webhooks/dialogs/editor/webhook-form.ts";
import {
  addTypedItems,
  cloneWebhookForm,
  draftOf,
  editLastWatchedItem,
  editWebhookForm,
  newWebhookForm,
  rebasedForm,
  wantedWebhook,
} from "../../../src/screens/webhooks/dialogs/editor/webhook-form.ts";
import * as forms from "../../../src/tui/dialogs/form.ts";
import { editByKey, insertText, type TextField, textField } from "../../../src/tui/text-field.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { registry } from "../../support/app/registry.ts";
import { initialState } from "../../support/app/state.ts";
import { hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";

const url = "http://127.0.0.1:7860/webhooks/inbox";
const fresh = newWebhookForm({ url, secret: null }, true);

const { isComplete } = forms;
const checkForm = (form: WebhookForm) => forms.checkForm(webhookFormSpec, form);
const moveFocus = (form: WebhookForm, step: 1 | -1) => forms.moveFocus(webhookFormSpec, form, step);
const toggleChoice = (form: WebhookForm) => forms.stepChoice(webhookFormSpec, form, 1);
const reachableFields = (form: WebhookForm) =>
  forms.reachableInputs(webhookFormSpec, form).map(({ name }) => name);

function textInput(name: string): forms.TextInput<WebhookForm> | null {
  const input = webhookFormSpec.inputs.find((one) => one.name === name);
  return input?.type === "text" ? input : null;
}

function edit(form: WebhookForm, name: string, change: (field: TextField) => TextField): WebhookForm {
  const input = textInput(name);
  if (input === null) throw new Error(`${name} is no text`);
  return forms.editText(input, form, change(input.get(form)));
}

const fill = (form: WebhookForm, name: string, text: string) => edit(form, name, () => textField(text));

const webhook = aWebhook({ domains: ["repo"], secret: "hush" });

function textOf(form: WebhookForm): string {
  const { lines } = webhookFormDialog.dialog.box(initialState({ columns: 100, rows: 30 }, 0), form, registry);
  return lines.flatMap(({ spans }) => spans.map(({ text }) => text)).join("");
}

describe("the form of a new webhook", () => {
  it("focuses the first field without a value", () => {
    expect(fresh).toMatchObject({ focus: "watch", changed: false, domains: ["repo", "discussion"] });
    expect(newWebhookForm({ url: null, secret: null }, true).focus).toBe("url");
    expect(newWebhookForm({ url, secret: "hush" }, true).secret.value).toBe("hush");
  });

  it("cycles through the fields of its target, both ways", () => {
    const round = (form: WebhookForm, step: 1 | -1) => {
      const seen = [form.focus];
      let now = moveFocus(form, step);
      for (; now.focus !== form.focus; now = moveFocus(now, step)) seen.push(now.focus);
      return seen;
    };
    expect(round(fresh, 1)).toEqual(["watch", "repo", "discussion", "secret", "target", "url"]);
    expect(round(toggleChoice({ ...fresh, focus: "target" }), -1)).toEqual([
      "target",
      "secret",
      "discussion",
      "repo",
      "watch",
      "job",
    ]);
  });

  it("creates a trimmed request, for a URL and for a Job", () => {
    const watched = fill(fresh, "watch", "org:acme");
    const toUrl = checkForm(fill(watched, "url", "  https://example.org/x "));
    expect(isComplete(toUrl)).toBe(true);
    expect(draftOf(toUrl)).toEqual({
      url: "https://example.org/x",
      watched: [{ type: "org", name: "acme" }],
      domains: ["repo", "discussion"],
    });
    const toJob = fill(toggleChoice({ ...toUrl, focus: "target" }), "job", " 687f911eaea852de79c4a50a ");
    expect(draftOf(checkForm({ ...toJob, domains: ["repo"] }))).toMatchObject({
      jobId: "687f911eaea852de79c4a50a",
      domains: ["repo"],
    });
  });
});

describe("an invalid form", () => {
  it.each([
    ["url", (form: WebhookForm) => fill(form, "url", "example.org"), /is not a URL/],
    ["url", (form: WebhookForm) => fill(form, "url", " "), /Enter a URL/],
    [
      "job",
      (form: WebhookForm) => toggleChoice({ ...form, focus: "target" }),
      /Enter the ID of the source Job/,
    ],
    ["watch", (form: WebhookForm) => ({ ...form, watched: [] }), /Watch at least one item/],
    ["watch", (form: WebhookForm) => fill(form, "watch", "orgacme"), /needs a type/],
    ["repo", (form: WebhookForm) => ({ ...form, domains: [] }), /at least one domain/],
    ["secret", (form: WebhookForm) => fill(form, "secret", "schlüssel"), /other than printable ASCII/],
  ] as const)("is said at %s, which gets the keys", (field, spoil, error) => {
    const good = { ...fresh, watched: webhook.watched };
    const checked = checkForm(spoil(good));
    expect(checked.errors[field]).toMatch(error);
    expect(checked.focus).toBe(field);
    expect(isComplete(checked)).toBe(false);
    expect(isComplete(checkForm(good))).toBe(true);
  });

  it("shows all errors, focuses the first, and clears an error on edit", () => {
    const checked = checkForm(fill(fill({ ...fresh, domains: [] }, "url", "x"), "secret", "é"));
    expect(Object.keys(checked.errors).toSorted()).toEqual(["repo", "secret", "url", "watch"]);
    expect(checked.focus).toBe("url");
    const edited = fill(checked, "url", "https://example.org");
    expect(Object.keys(edited.errors).toSorted()).toEqual(["repo", "secret", "watch"]);
    expect(Object.keys(toggleChoice({ ...edited, focus: "discussion" }).errors)).not.toContain("repo");
  });

  it("ignores errors of the other target", () => {
    const job = fill(toggleChoice({ ...fill(fresh, "url", "nonsense"), focus: "target" }), "job", "687f");
    expect(isComplete(checkForm({ ...job, watched: webhook.watched }))).toBe(true);
  });
});

describe("watched items", () => {
  it("of a type unknown to the local hub stay in the field, with a suggestion", () => {
    const taken = addTypedItems(fill(fresh, "watch", "dataste:me/x"));
    expect(taken.watched).toEqual([]);
    expect(taken.watch.value).toBe("dataste:me/x");
    expect(taken.errors["watch"]).toBe('"dataste" is not a type the Hub knows. Perhaps you mean dataset.');
  });

  it("of an unknown type are accepted for another hub, with a warning", () => {
    const remote = newWebhookForm({ url, secret: null }, false);
    const checked = checkForm(fill(remote, "watch", "dataste:me/x"));
    expect(isComplete(checked)).toBe(true);
    expect(textOf(checked)).toContain('▲ "dataste" is not a type the Hub knows. Perhaps you mean dataset.');
  });

  it("are added on leaving the field, several at once and each once; invalid ones stay", () => {
    const typed = fill(fresh, "watch", "org:acme, orgacme dataset:me/corpus org:acme  model:x");
    const taken = addTypedItems(typed);
    expect(taken.watched).toEqual([
      { type: "org", name: "acme" },
      { type: "dataset", name: "me/corpus" },
    ]);
    expect(taken.watch.value).toBe("orgacme model:x");
    expect(taken.errors["watch"]).toMatch(/orgacme/);
  });

  it("keep the caret and undo history of a text if none was added", () => {
    const typed = edit(fresh, "watch", () => insertText(textField("org"), "acme"));
    const caret = editByKey(typed.watch, "left");
    const left = moveFocus({ ...typed, watch: caret ?? typed.watch }, 1);
    expect(left.watch).toEqual(caret);
  });

  it("of an unknown type are pointed out while they are typed", () => {
    const typed = fill(fresh, "watch", "org:acme dataste:m");
    expect(textOf(typed)).toContain('▲ "dataste" is not a type the Hub knows. Perhaps you mean dataset.');
    expect(textOf(fill(fresh, "watch", "dataset:m data"))).not.toContain("▲");
  });

  it("are completed by a part of the name after the type", () => {
    const candidates = ["dataset:", "dataset:me/corpus", "model:me/corpus", "dataset:me/x"].map((text) => ({
      text,
    }));
    const complete = (text: string) => completeWatched(text, text.length, candidates);
    expect(complete("org:a, Dataset:corp")).toEqual({
      start: 7,
      end: 19,
      suggestions: [{ text: "dataset:me/corpus", matched: [11, 15] }],
    });
    expect(complete("corp").suggestions.map(({ text }) => text)).toEqual([
      "dataset:me/corpus",
      "model:me/corpus",
    ]);
    expect(complete("bucket:").suggestions).toEqual([]);
  });

  it("can be edited again, one at a time", () => {
    const two = addTypedItems(fill(fresh, "watch", "org:acme dataset:me/corpus"));
    const back = editLastWatchedItem(two);
    expect([back.watched.length, back.watch.value]).toEqual([1, "dataset:me/corpus"]);
    expect(editLastWatchedItem(fresh)).toBe(fresh);
  });
});

describe("the form of an existing webhook", () => {
  it("is prefilled, and cannot change the target", () => {
    const form = editWebhookForm(webhook, true);
    expect(form).toMatchObject({
      target: "url",
      domains: ["repo"],
      changed: false,
      focus: "url",
    });
    expect(reachableFields(form)).not.toContain("target");
    const job = editWebhookForm({ ...webhook, url: null, job: { id: "687f911eaea852de79c4a50a" } }, true);
    expect([job.target, job.focus, reachableFields(job)[0]]).toEqual(["job", "watch", "watch"]);
    expect(editWebhookForm({ ...webhook, domains: [] }, true)).toMatchObject({
      domains: ["repo", "discussion"],
    });
  });

  it("sends a URL and a secret only if they changed", () => {
    const form = editWebhookForm(webhook, true);
    const changeOf = (edited: WebhookForm) => changeBetween(webhook, wantedWebhook(edited, webhook));
    expect(changeOf(form)).toEqual({});
    expect(changeOf(fill(form, "url", "https://example.org/2"))).toEqual({ url: "https://example.org/2" });
    expect(changeOf(fill(form, "secret", ""))).toEqual({ secret: "" });
    expect(changeOf({ ...form, domains: ["discussion", "repo"] })).toEqual({
      domains: ["discussion", "repo"],
    });
  });

  it("takes the changes of somebody else where it has none", () => {
    const mine = wantedWebhook(fill(editWebhookForm(webhook, true), "url", "https://mine.example/"), webhook);
    const theirs: Webhook = { ...webhook, url: "https://theirs.example/", domains: [], secret: null };
    const form = rebasedForm(editWebhookForm(webhook, true), mine, webhook, theirs);
    expect(form).toMatchObject({ original: theirs, domains: ["repo", "discussion"], changed: true });
    expect([form.url.value, form.secret.value]).toEqual(["https://mine.example/", ""]);
    expect(conflictParts(webhook, theirs, mine)).toEqual([
      { part: "url", isTheirs: true, isMine: true },
      { part: "domains", isTheirs: true, isMine: false },
      { part: "secret", isTheirs: true, isMine: false },
    ]);
  });
});

describe("a clone", () => {
  const hub = { local: false };

  it("is a new webhook like the other one, with its secret", () => {
    const clone = cloneWebhookForm(webhook, hub);
    expect(draftOf(checkForm(clone))).toEqual({
      url: webhook.url,
      watched: webhook.watched,
      domains: ["repo"],
      secret: "hush",
    });
    expect(textOf(clone)).toContain(`Copied from webhook ${webhook.id}.`);
    expect(clone.original).toBeNull();
  });

  it("says that the hub returned no secret", () => {
    const clone = cloneWebhookForm({ ...webhook, secret: null }, hub);
    expect(clone.secret.value).toBe("");
    expect(textOf(clone)).toContain(`Not copied from webhook ${webhook.id}: the hub returned none;`);
  });
});

describe("a search of the hub", () => {
  it.each([
    ["co", ["dataset", "model", "space"], "co"],
    ["Space:me/co", ["space"], "me/co"],
    ["c", null, ""],
    ["dataset:c", null, ""],
    ["org:acme", null, ""],
    ["bucket:acme", null, ""],
  ])("for %j asks for %j", (typed, types, text) => {
    expect(hubQuery(typed)).toEqual(types === null ? null : { types, text });
  });
});

it("focuses an input by a click, and changes a choice", () => {
  const { inputs } = webhookFormSpec;
  const atSecret = forms.clickInput({ inputs }, fresh, "secret");
  expect(atSecret).toMatchObject({ focus: "secret", errors: {} });
  expect(forms.clickInput({ inputs }, fresh, "target")).toMatchObject({ focus: "target", target: "job" });
  expect(forms.clickInput({ inputs }, fresh, "job")).toBe(fresh);
  expect(forms.clickInput({ inputs }, fresh, "discussion").domains).toEqual(["repo"]);
});

/** Returns all input that the form contains. */
function kept(form: WebhookForm): string {
  const items = form.watched.map(({ type, name }) => `${type}:${name}`);
  return [form.url.value, form.job.value, form.secret.value, form.watch.value, ...items].join(" ");
}

it("never loses input, whatever is typed, toggled, checked and added", () => {
  const random = seededRandom(5);
  const words = [
    "org:acme",
    "dataset:me/corpus",
    "user:me",
    "orgacme",
    "https://example.org",
    "a,b",
    "é",
    ":",
    "x:",
  ];
  for (let round = 0; round < 500; round += 1) {
    let form = random.next() < 0.5 ? fresh : editWebhookForm(webhook, true);
    for (let step = 0; step < 40; step += 1) {
      const before = form;
      const { focus } = form;
      let added = "";
      if (textInput(focus) !== null && random.next() < 0.5) {
        added = random.next() < 0.2 ? hostileText(random, 8).replaceAll(/[\s,]/g, "") : random.pick(words);
        form = edit(form, focus, (field) => insertText(field, ` ${added} `));
      } else {
        const acts = [
          checkForm,
          addTypedItems,
          toggleChoice,
          (f: WebhookForm) => moveFocus(f, 1),
          (f: WebhookForm) => moveFocus(f, -1),
        ];
        form = random.pick(acts)(form);
        if (form.watch.value === "" && random.next() < 0.2) form = editLastWatchedItem(form);
      }
      const now = kept(form);
      for (const word of [...kept(before).split(/[\s,]+/), ...added.split(/[\s,]+/)])
        expect(now).toContain(word);
      expect(reachableFields(form)).toContain(form.focus);
    }
  }
});
