import { secretProblem } from "../model/secret.ts";
import { v } from "../text/visible.ts";
import { editText, type FormState, type TextInput } from "../tui/dialogs/form.ts";
import { act } from "../tui/records/acts.ts";
import type { Command } from "../tui/records/command.ts";
import type { DialogKind } from "../tui/state/nav.ts";
import type { AppState } from "../tui/state/slice.ts";
import { replaceText, type TextField } from "../tui/text-field.ts";

/** A form's secret field; masked until the user reveals it. */
export interface SecretForm extends FormState {
  readonly secret: TextField;
  readonly secretShown: boolean;
}

/** Creates the input of a secret. */
export function secretField<D extends SecretForm>(
  more: Pick<TextInput<D>, "placeholder" | "linesBelow">,
): TextInput<D> {
  return {
    type: "text",
    name: "secret",
    label: v`Secret`,
    isMasked: ({ secretShown }) => !secretShown,
    get: ({ secret }) => secret,
    put: (form, secret) => ({ ...form, secret }),
    check({ secret }) {
      const problem = secretProblem(secret.value);
      return problem === null ? null : `The secret is invalid: ${problem}`;
    },
    ...more,
  };
}

/**
 * Creates the commands that generate and show the secret of a form.
 * @param prefix start of their IDs: `form`
 * @param fixed reason why the secret cannot be changed, or null.
 * @default it can be
 */
export function secretCommands<D extends SecretForm>(
  kind: DialogKind<D>,
  input: TextInput<D>,
  prefix: string,
  fixed: (state: AppState) => string | null = () => null,
): readonly Command[] {
  return [
    {
      id: `${prefix}.make-secret`,
      scope: kind.kind,
      ...act("makeSecret"),
      title: "Generate a secret",
      disabledReason: fixed,
      run: ({ store }) =>
        kind.change(store, (form) => ({
          ...editText(input, form, replaceText(form.secret, makeSecret())),
          focus: "secret",
          secretShown: true,
        })),
    },
    {
      id: `${prefix}.reveal-secret`,
      scope: kind.kind,
      ...act("reveal"),
      title: "Show or hide the secret",
      footerLabel: (state) => (kind.find(state)?.secretShown === true ? "hide secret" : "show secret"),
      run: ({ store }) => kind.change(store, (form) => ({ ...form, secretShown: !form.secretShown })),
    },
  ];
}

/** Returns a random secret of 32 hex digits. */
export function makeSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");
}
