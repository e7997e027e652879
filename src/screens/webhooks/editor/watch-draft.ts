import process from "node:process";
import { draftNames, textDraft } from "../../../engine/text-drafts.ts";
import { formatWatchedItem } from "../../../model/watched-item.ts";
import { relativeTime } from "../../../text/relative-time.ts";
import { ask } from "../../../tui/dialogs/confirm.ts";
import { report } from "../../../tui/report.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import { receiverSecret, type FeatureContext } from "../../context.ts";
import { webhooksSlice } from "../../known-webhooks/state.ts";
import { sessionSlice } from "../../session.ts";
import type { FormDraft } from "./form-draft.ts";
import { type WebhookForm, webhookFormKind } from "./webhook-form.ts";

export interface DraftEffects {
  /** Opens the form of a draft that another run of the app left. */
  continueDraft(name: string): Promise<void>;
  /** Stops watching the form; its draft stays. */
  stop(): void;
}

/** Longest time for which typed text is not kept, in milliseconds. */
const keepMs = 300;
const fileName = /^webhook-form-(\d+)-\d+\.json$/;

/**
 * Creates the effects that keep the text of an open form in a file, so that it survives the end of the app, and that
 * offer what an earlier run left. A form that is saved or canceled leaves nothing.
 */
export function createDraftEffects(context: FeatureContext): DraftEffects {
  const { store, dataDir } = context;
  const draft = textDraft(dataDir, `webhook-form-${process.pid}-${Date.now()}.json`);
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

  /** Runs a step after the earlier ones, so that a file that is discarded is not written again. */
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
      const known = form.original === null ? receiverSecret(context) : form.original.secret;
      await draft.keep(formDraftText(form, hubKey(), known ?? "", store.nowMs()));
    });
  }

  function hubKey(): string {
    const { local, name } = sessionSlice.get(store.get()).hub;
    return local ? "local" : name;
  }

  /** Asks to continue the newest draft of an earlier run, once the listed webhooks are shown without a dialog. */
  function offer(): void {
    if (!isListShown()) return;
    isOffered = true;
    const names = draftNames(dataDir, fileName).filter((name) => !isRunning(name));
    if (names.length === 0) return;
    void newest(names).then((left) => {
      if (left === null) return;
      // A key may have led elsewhere meanwhile.
      if (isListShown()) question(left);
      else isOffered = false;
    });
  }

  function isListShown(): boolean {
    const { screen, dialogs } = navSlice.get(store.get());
    const isListed = webhooksSlice.get(store.get()).loadedAtMs !== null;
    return isListed && screen === "webhooks" && dialogs.length === 0;
  }

  async function newest(names: readonly string[]): Promise<LeftDraft | null> {
    const left = (await Promise.all(names.map(readLeft))).flatMap((one) => one ?? []);
    const own = left.filter(({ form }) => form.hub === hubKey());
    return own.toSorted((one, other) => other.form.savedAt.localeCompare(one.form.savedAt))[0] ?? null;
  }

  async function readLeft(name: string): Promise<LeftDraft | null> {
    const { parseFormDraft } = await import("./form-draft.ts");
    const form = parseFormDraft(textDraft(dataDir, name).read() ?? "");
    return form === null ? null : { name, form };
  }

  function question({ name, form }: LeftDraft): void {
    const what = form.original === null ? "a new webhook" : `webhook ${form.original.id}`;
    const watched = [...form.watched.map(formatWatchedItem), form.watch].filter((text) => text.trim() !== "");
    ask(store, {
      isUnasked: true,
      title: "Continue your unsaved webhook?",
      lines: [
        `The app ended ${ageOf(form)} ago while you edited ${what}.`,
        ...(watched.length === 0 ? [] : [`It watches ${watched.join(" ")}.`]),
      ],
      verb: "continue",
      keep: "later",
      command: "webhooks.continue-draft",
      argument: name,
    });
  }

  function ageOf({ savedAt }: FormDraft): string {
    // A clock that was set back makes no age negative.
    return relativeTime(Math.min(Date.parse(savedAt), store.nowMs() - 1_000), store.nowMs());
  }

  return {
    async continueDraft(name) {
      const left = await readLeft(name);
      if (left === null) return;
      const { form } = left;
      const { continuedForm } = await import("./form-draft.ts");
      const { items } = webhooksSlice.get(store.get());
      const opened = continuedForm(form, {
        hubIsLocal: sessionSlice.get(store.get()).hub.local,
        receiverSecret: receiverSecret(context),
        current: items.find(({ id }) => id === form.original?.id) ?? null,
        age: ageOf(form),
      });
      store.dispatch(webhookFormKind.open(opened));
      keep();
      queue(() => textDraft(dataDir, name).discard());
    },
    stop() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

/** Draft of an earlier run. */
interface LeftDraft {
  readonly name: string;
  readonly form: FormDraft;
}

/** Returns true if the app that writes a draft runs. A process with the ID of this one is an earlier one. */
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
