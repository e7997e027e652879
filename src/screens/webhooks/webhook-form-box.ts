import { domains, type Domain } from "../../model/event.ts";
import { formatWatchedItem } from "../../model/watched-item.ts";
import type { Line } from "../../text/line.ts";
import { blank, line, span } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapLine, wrapWords } from "../../text/wrap.ts";
import type { Floating } from "../../tui/dialogs/box.ts";
import { box, contentColumns } from "../../tui/dialogs/box.ts";
import {
  errorRows,
  fieldRow,
  formLines,
  labeled,
  noteColumns,
  noteRows,
} from "../../tui/dialogs/form-lines.ts";
import type { Dialog } from "../../tui/screen.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { type UrlHint, urlHint } from "./url-hint.ts";
import type { FormField, WebhookForm } from "./webhook-form.ts";
import {
  reachableFields,
  unknownTypes,
  editFormText,
  isTextFormField,
  webhookFormKind,
} from "./webhook-form.ts";

const boxColumns = 88;

export const webhookFormDialog: Dialog<WebhookForm> = {
  kind: "webhook-form",
  helpTitle: "Webhook form",
  field(form) {
    const { focus } = form;
    if (!isTextFormField(focus) || form.saving) return null;
    return { field: form[focus], put: (field) => webhookFormKind.put(editFormText(form, focus, field)) };
  },
  box: webhookFormBox,
};

/** Draws the webhook form, with each error below its field. */
function webhookFormBox(state: AppState, form: WebhookForm): Floating {
  const width = contentColumns(state, boxColumns);
  const at = (field: FormField) => form.focus === field;
  const { lines, cursor } = formLines([
    ...(form.original === null ? [targetRow(form)] : []),
    ...targetField(form, width),
    form.target === "url" ? underUrl(state, form, width) : errorRows(form.errors.job, width),
    watchedRows(form, width),
    fieldRow(
      {
        label: form.watched.length === 0 ? v`Watch` : v``,
        field: form.watch,
        focused: at("watch"),
        hint: v`+ type:name, for example dataset:me/corpus`,
      },
      width,
    ),
    underWatched(form, width),
    [domainsRow(form)],
    errorRows(form.errors[domains[0]], width),
    fieldRow(
      {
        label: v`Secret`,
        field: form.secret,
        focused: at("secret"),
        masked: !form.secretShown,
        hint: v`none (Ctrl+G generates one)`,
      },
      width,
    ),
    errorRows(form.errors.secret, width),
    [blank],
    errorRows(form.refused, width),
    [footer(form)],
  ]);
  const title = form.original === null ? v`New webhook` : v`Edit webhook ${form.original.id}`;
  return box(state, { title, lines, cursor: form.saving ? null : cursor, width: boxColumns });
}

function targetRow(form: WebhookForm): readonly Line[] {
  const choice = (chosen: boolean, name: string) => span(v`(${chosen ? "•" : " "}) ${name}   `);
  return [
    labeled(
      v`Target`,
      form.focus === "target",
      choice(form.target === "url", "URL"),
      choice(form.target === "job", "Job"),
    ),
  ];
}

function targetField(form: WebhookForm, width: number) {
  if (form.target === "url") {
    return [
      fieldRow(
        { label: v`URL`, field: form.url, focused: form.focus === "url", hint: v`https://example.org/hook` },
        width,
      ),
    ];
  }
  if (!reachableFields(form).includes("job")) {
    return [[labeled(v`Job`, false, span(v`${form.job.value} (the Job cannot be changed)`, "muted"))]];
  }
  return [
    fieldRow(
      { label: v`Job ID`, field: form.job, focused: form.focus === "job", hint: v`ID of the source Job` },
      width,
    ),
  ];
}

/** Draws the error or the hint of the URL. */
function underUrl(state: AppState, form: WebhookForm, width: number): readonly Line[] {
  const hint = form.errors.url === undefined ? urlHint(state, form) : null;
  if (hint === null) return errorRows(form.errors.url, width);
  const { problem, offer } = hint;
  const room = noteColumns(width);
  return noteRows([
    ...(problem === null ? [] : wrapWords(span(v`▲ ${problem}`, "warn"), room, 2)),
    ...(offer === null ? [] : [offerLine(offer, room)]),
  ]);
}

function offerLine(offer: NonNullable<UrlHint["offer"]>, width: number): Line {
  const key = v`Ctrl+T`;
  switch (offer.kind) {
    case "insert": {
      const does = v` inserts `;
      const room = width - key.length - does.length;
      const url = truncate(visible(offer.url), Math.max(1, room), { where: "middle" });
      return line(span(key, "accent"), span(does, "muted"), span(url));
    }
    case "open":
      return line(span(key, "accent"), span(v` opens the tunnel`, "muted"));
    case "wait":
      return line(span(v`Opening the tunnel…`, "muted"));
  }
}

/** Draws the added items. Backspace in the empty field edits the last one. */
function watchedRows(form: WebhookForm, width: number): readonly Line[] {
  if (form.watched.length === 0) return [];
  const names = form.watched.map((item) => span(v`${formatWatchedItem(item)}  `, "accent"));
  return wrapLine(labeled(v`Watch`, false, ...names), width, 12);
}

/** Draws the error of the watch field, or a warning about an unknown type. */
function underWatched(form: WebhookForm, width: number): readonly Line[] {
  const warning = form.errors.watch === undefined && !form.hubIsLocal ? unknownTypes(form) : null;
  if (warning === null) return errorRows(form.errors.watch, width);
  return noteRows(wrapWords(span(v`▲ ${warning}`, "warn"), noteColumns(width), 2));
}

function domainsRow(form: WebhookForm): Line {
  const tick = (domain: Domain) =>
    span(
      v`${form.focus === domain ? "❯" : " "}[${form.domains.includes(domain) ? "x" : " "}] ${domain} `,
      form.focus === domain ? "accent" : "plain",
    );
  // The focus marker is in the label's last column, which aligns the boxes with the fields.
  return line(span(v`  Domains  `), ...domains.map(tick));
}

function footer(form: WebhookForm): Line {
  if (form.saving) return line(span(v`  Saving…`, "muted"));
  return line(
    span(v`  Ctrl+S`, "accent"),
    span(v` save   `),
    span(v`Esc`, "accent"),
    span(v` cancel   `),
    span(v`Ctrl+R`, "accent"),
    span(v` show secret`),
  );
}
