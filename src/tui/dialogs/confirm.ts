import type { ConfirmedAct } from "../../model/interface-settings.ts";
import { span, type Tone } from "../../text/line.ts";
import { visible } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { act } from "../records/acts.ts";
import { type App, type Command, internal } from "../records/command.ts";
import type { Dialog } from "../records/screen.ts";
import { closeDialog, closeDialogs, dialogKind } from "../state/nav.ts";
import { preferencesSlice } from "../state/preferences.ts";
import type { Store } from "../state/store.ts";
import { box, contentColumns, contentRows, dialogColumns } from "./box.ts";
import { shortenAll } from "./shortened.ts";

/** Paragraph of a question; a tone marks important ones. */
export type QuestionLine = string | { readonly text: string; readonly tone: Tone };

/** Question before a command runs. */
export interface ConfirmDialog {
  readonly kind: "confirm";
  readonly about?: string;
  readonly isUnasked?: true;
  readonly title: string;
  readonly lines: readonly QuestionLine[];
  /** Label of the confirming key, for example `delete`. */
  readonly verb: string;
  /** Label of the canceling key. @default `cancel` */
  readonly keep?: string;
  /** ID of the command that runs on confirmation, and its argument. */
  readonly command: string;
  readonly argument?: string;
}

const confirmKind = dialogKind<ConfirmDialog>("confirm");

/** Asks before a command runs, or runs it without asking if the settings say so. */
export function confirm(
  { store, run }: Pick<App, "store" | "run">,
  act: ConfirmedAct,
  question: Omit<ConfirmDialog, "kind">,
): void {
  if (preferencesSlice.get(store.get()).confirm[act]) ask(store, question);
  else run(question.command, question.argument);
}

/** Asks a question that the settings cannot turn off. */
export function ask(store: Store, question: Omit<ConfirmDialog, "kind">): void {
  store.dispatch(confirmKind.open({ ...question, kind: "confirm" }));
}

/** Asks before a dialog with changes closes. */
export function confirmDiscard(context: Pick<App, "store" | "run">, kind: string): void {
  confirm(context, "discard", {
    about: kind,
    title: "Discard changes?",
    lines: ["Unsaved changes will be lost."],
    verb: "discard",
    command: "dialog.discard",
    argument: kind,
  });
}

/** Dialog that asks before a command runs. Only one key confirms. */
export const confirmDialog: Dialog<ConfirmDialog> = {
  kind: "confirm",
  helpTitle: "Confirmation",
  box(state, { title, lines }) {
    const width = contentColumns(state, dialogColumns);
    const texts = lines.map((one) => {
      const { text, tone } = typeof one === "string" ? { text: one, tone: "plain" as const } : one;
      return wrapWords(span(visible(text), tone), width);
    });
    return box(state, {
      title: visible(title),
      lines: shortenAll(texts, contentRows(state)),
      cursor: null,
      width: dialogColumns,
    });
  },
};

export const confirmCommands: readonly Command[] = [
  {
    id: "confirm.yes",
    scope: "confirm",
    ...act("yes"),
    title: "Confirm",
    footerLabel: (state) => confirmKind.find(state)?.verb ?? "confirm",
    run({ store, run }) {
      const question = confirmKind.find(store.get());
      store.dispatch(closeDialog());
      if (question !== null) run(question.command, question.argument);
    },
  },
  {
    id: "confirm.no",
    scope: "confirm",
    ...act("back", "no", "leave"),
    title: "Cancel",
    footerLabel: (state) => confirmKind.find(state)?.keep ?? "cancel",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
  {
    id: "dialog.discard",
    scope: internal,
    keys: [],
    title: "Discard a dialog's changes",
    run({ store }, kind) {
      if (kind !== undefined) store.dispatch(closeDialogs(kind));
    },
  },
];
