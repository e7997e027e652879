import { UsageError } from "../../model/errors.ts";
import { ngrok } from "./ngrok/provider.ts";
import type { TunnelChoice, TunnelOption, TunnelProvider } from "./provider.ts";
import { ssh } from "./ssh/provider.ts";

/** All providers. A new one needs a directory and an entry in this list. */
const providers = [ngrok, ssh] as const;
export const tunnelProviders: readonly TunnelProvider[] = providers;

type KeyOfAny<Options> = Options extends unknown ? keyof Options : never;
export type TunnelOptionName = KeyOfAny<(typeof providers)[number]["options"]>;

/** Options of all providers. */
export const tunnelOptions = Object.fromEntries(
  providers.flatMap(({ options }) => Object.entries<TunnelOption>(options)),
) as Readonly<Record<TunnelOptionName, TunnelOption>>;
export const tunnelOptionNames = Object.keys(tunnelOptions) as readonly TunnelOptionName[];

/** Default `--tunnel` value. */
export const defaultTunnel = "ngrok";

/** Forms of a `--tunnel` value that opens a tunnel: `ngrok or ssh://USER@HOST`. */
export const tunnelForms = joinForms(tunnelProviders.map(({ form }) => form));

/** All forms of a `--tunnel` value: `ngrok, ssh://USER@HOST or none`. */
export const tunnelFormsOrNone = joinForms([...tunnelProviders.map(({ form }) => form), "none"]);

/** Parses a `--tunnel` value. Returns null for `none`. @throws {UsageError} */
export function parseTunnelChoice(text: string): TunnelChoice | null {
  const trimmed = text.trim();
  if (trimmed === "none") return null;
  for (const provider of tunnelProviders) {
    const choice = provider.parse(trimmed);
    if (choice !== null) return choice;
  }
  throw new UsageError({ what: `"${text}" is not a tunnel`, hint: `Use ${tunnelFormsOrNone}` });
}

function joinForms(forms: readonly string[]): string {
  return [forms.slice(0, -1).join(", "), ...forms.slice(-1)].join(" or ");
}
