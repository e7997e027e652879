import {
  type HandlersFolder,
  isOverridden,
  type ReceiverChange,
  type ReceiverSettingName,
  type ReceiverSettings,
  type SourcedSetting,
} from "../../../model/receiver-settings.ts";
import { secretsOf } from "../../../model/secret.ts";
import { defaultRoute } from "../../../model/url.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";

type Source = Pick<SourcedSetting<unknown>, "source" | "from">;

/** Form of the settings of the receiver. Empty fields remove their settings. */
export interface SetupForm extends FormState {
  readonly kind: "receiver-setup";
  /** Path of the config file. */
  readonly path: string;
  readonly sources: Readonly<Record<ReceiverSettingName, Source>>;
  readonly secret: TextField;
  readonly secretShown: boolean;
  /** Secret before the change, and the number of other accepted ones. */
  readonly former: { readonly secret: string | null; readonly others: number };
  /** True to accept the former secret beside a new one. */
  readonly keepsFormer: boolean;
  /** Names separated by commas or spaces. */
  readonly routes: TextField;
  readonly handlers: TextField;
  /** Folder of `handlers`; null until read. */
  readonly folder: HandlersFolder | null;
  readonly forward: TextField;
}

export const setupKind = dialogKind<SetupForm>("receiver-setup");

export function setupForm(settings: ReceiverSettings, path: string): SetupForm {
  const { secret, routes, handlers, forward } = settings;
  const [first, ...others] = secretsOf(secret.value);
  const sourceOf = ({ source, from }: Source): Source => ({ source, from });
  const names: readonly ReceiverSettingName[] = ["secret", "routes", "handlers", "forward"];
  return {
    ...untouched,
    kind: "receiver-setup",
    path,
    focus: names.find((name) => !isOverridden(settings[name])) ?? "",
    sources: {
      secret: sourceOf(secret),
      routes: sourceOf(routes),
      handlers: sourceOf(handlers),
      forward: sourceOf(forward),
    },
    secret: textField(first ?? ""),
    secretShown: false,
    former: { secret: first ?? null, others: others.length },
    keepsFormer: true,
    routes: textField((routes.value ?? [defaultRoute]).join(", ")),
    handlers: textField(handlers.value ?? ""),
    folder: null,
    forward: textField(forward.value ?? ""),
  };
}

/** Returns true if a new secret replaces another. */
export function replacesSecret({ secret, former }: SetupForm): boolean {
  return former.secret !== null && secret.value !== "" && secret.value !== former.secret;
}

/** Returns the names of routes in the form. */
export function routesOf({ routes }: Pick<SetupForm, "routes">): readonly string[] {
  return routes.value.split(/[\s,]+/).filter(Boolean);
}

/** Returns the settings that a form changes. */
export function changeOfSetup(form: SetupForm, settings: ReceiverSettings): ReceiverChange {
  const wanted: Required<ReceiverChange> = {
    secret: secretOf(form, settings),
    routes: namesOf(form),
    handlers: textOf(form.handlers),
    forward: textOf(form.forward),
  };
  const changed = Object.entries(wanted).filter(([key, value]) => {
    const name = key as ReceiverSettingName;
    return !isOverridden(settings[name]) && !isSame(value, settings[name].value);
  });
  return Object.fromEntries(changed);
}

function secretOf(form: SetupForm, { secret }: ReceiverSettings): Required<ReceiverChange>["secret"] {
  const { value } = form.secret;
  if (value === "") return null;
  if (value === form.former.secret) return secret.value;
  const kept = secretsOf(secret.value).slice(form.keepsFormer ? 0 : 1);
  return kept.length === 0 ? value : [value, ...kept];
}

function namesOf(form: SetupForm): readonly string[] | null {
  const names = routesOf(form);
  return names.length === 0 || names.join() === defaultRoute ? null : names;
}

function textOf({ value }: TextField): string | null {
  return value.trim() === "" ? null : value.trim();
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
