import process from "node:process";
import { draftNames, textDraft } from "../../../../engine/text-drafts.ts";
import { formatWatchedItem } from "../../../../model/watched-item.ts";
import { relativeTime } from "../../../../text/relative-time.ts";
import { ask } from "../../../../tui/dialogs/confirm.ts";
import { report } from "../../../../tui/report.ts";
import { navSlice } from "../../../../tui/state/nav.ts";
import type { Store } from "../../../../tui/state/store.ts";
import { type App, receiverSecret } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import type { FormDraftFile, WebhooksApp } from "../../running.ts";
import { webhooksSlice } from "../../state/webhooks.ts";
import type { FormDraft } from "./form-draft.ts";
import { type WebhookForm, webhookFormKind } from "./webhook-form.ts";

/** Typed text is saved at the latest after this time, in milliseconds. */
const keepMs = 300;
const fileName = /^webhook-form-(\d+)-\d+\.json$/;

/**
 * Keeps the text of an open form in a file, to survive the end of the app, and offers an earlier run's text. A saved
 * or canceled form leaves none.
 */
export function watchDraft(app: App): FormDraftFile & { stop(): void } {
  const { store, services } = app;
  const draft = textDraft(services.dataDir, `webhook-form-${process.pid}-${Date.now()}.json`);
  let seen: WebhookForm | null = null;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isOffered = false;

  const unsubscribe = store.subscribe(() => {
    const form = webhookFormKind.find(store.get());
    if (form !== seen) {
      const isClosed = form === null;
      seen = form;
      if (isClosed) queue(() => draft.discard());
      else if (form.changed) timer ??= setTimeout(keep, keepMs);
    }
    if (!isOffered) offer();
  });

  /** Runs a step after the earlier ones, so that a discarded file is not rewritten. */
  function queue(step: () => void | Promise<void>): void {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(step).catch((error: unknown) => report(store, error));
  }

  function keep(): void {
    queue(async () => {
      const form = webhookFormKind.find(store.get());
      if (form === null) return;
      const { formDraftText } = await import("./form-draft.ts");
      const known = form.original === null ? receiverSecret(services) : form.original.secret;
      await draft.keep(formDraftText(form, hubKey(store), known ?? "", store.nowMs()));
    });
  }

  /** Asks to continue the newest draft of an earlier run, once the listed webhooks are shown without a dialog. */
  function offer(): void {
    if (!isListShown(store)) return;
    isOffered = true;
    const names = draftNames(services.dataDir, fileName).filter((name) => !isRunning(name));
    if (names.length === 0) return;
    void newest(app, names).then((left) => {
      if (left === null) return;
      // A key may have led elsewhere meanwhile.
      if (isListShown(store)) question(store, left);
      else isOffered = false;
    });
  }

  return {
    keep,
    queue,
    stop() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

/** Opens the form of an earlier run's draft. */
export async function continueDraft(app: WebhooksApp, name = ""): Promise<void> {
  const { store, services, running } = app;
  const left = await readLeft(app, name);
  if (left === null) return;
  const { form } = left;
  const { continuedForm } = await import("./form-draft.ts");
  const { items } = webhooksSlice.get(store.get());
  const opened = continuedForm(form, {
    hubIsLocal: sessionSlice.get(store.get()).hub.local,
    receiverSecret: receiverSecret(services),
    current: items.find(({ id }) => id === form.original?.id) ?? null,
    age: ageOf(store, form),
  });
  store.dispatch(webhookFormKind.open(opened));
  running.draft.keep();
  running.draft.queue(() => textDraft(services.dataDir, name).discard());
}

async function newest(app: App, names: readonly string[]): Promise<LeftDraft | null> {
  const left = (await Promise.all(names.map((name) => readLeft(app, name)))).flatMap((one) => one ?? []);
  const own = left.filter(({ form }) => form.hub === hubKey(app.store));
  return own.toSorted((one, other) => other.form.savedAt.localeCompare(one.form.savedAt))[0] ?? null;
}

async function readLeft({ services }: App, name: string): Promise<LeftDraft | null> {
  const { parseFormDraft } = await import("./form-draft.ts");
  const form = parseFormDraft(textDraft(services.dataDir, name).read() ?? "");
  return form === null ? null : { name, form };
}

function question(store: Store, { name, form }: LeftDraft): void {
  const what = form.original === null ? "a new webhook" : `webhook ${form.original.id}`;
  const watched = [...form.watched.map(formatWatchedItem), form.watch].filter((text) => text.trim() !== "");
  ask(store, {
    isUnasked: true,
    title: "Continue your unsaved webhook?",
    lines: [
      `The app ended ${ageOf(store, form)} ago while you edited ${what}.`,
      ...(watched.length === 0 ? [] : [`It watches ${watched.join(" ")}.`]),
    ],
    verb: "continue",
    keep: "later",
    command: "webhooks.continue-draft",
    argument: name,
  });
}

function ageOf(store: Store, { savedAt }: FormDraft): string {
  // A clock set back must not make an age negative.
  return relativeTime(Math.min(Date.parse(savedAt), store.nowMs() - 1_000), store.nowMs());
}

function hubKey(store: Store): string {
  const { local, name } = sessionSlice.get(store.get()).hub;
  return local ? "local" : name;
}

/** Returns true if the listed webhooks are shown without a dialog. */
function isListShown(store: Store): boolean {
  const { screen, dialogs } = navSlice.get(store.get());
  const isListed = webhooksSlice.get(store.get()).loadedAtMs !== null;
  return isListed && screen === "webhooks" && dialogs.length === 0;
}

/** Draft of an earlier run. */
interface LeftDraft {
  readonly name: string;
  readonly form: FormDraft;
}

/** Returns true if the app that writes a draft runs. A process with this process's ID is an earlier one. */
function isRunning(name: string): boolean {
  const pid = Number(fileName.exec(name)?.[1]);
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
