import type { Logger } from "../../model/logger.ts";
import { isShort, secretsOf, shortSecret } from "../../model/secret.ts";
import { type KnownSecrets, knownSecrets } from "../../receiver/known-secrets.ts";
import { tunnelOptionNames, tunnelOptions } from "../../receiver/tunnel/providers.ts";
import { hiddenSecrets } from "../../text/redact.ts";
import type { ReceiverRoleOptions } from "../engine.ts";

/** Warns if a secret is too short to be found in texts by its value. */
export function warnOfShortSecrets(secrets: readonly string[], logger: Logger): void {
  if (secrets.some(isShort)) logger.warn(`a secret of the receiver is weak: ${shortSecret}`);
}

/** Secrets of a receiver, from its options. */
interface ReceiverSecrets {
  readonly ofReceiver: readonly string[];
  /** Secrets by route name. */
  readonly ofRoutes: Readonly<Record<string, readonly string[]>>;
  /** Secrets to redact, also in lines and errors of handlers. */
  readonly known: KnownSecrets;
}

export function readSecrets({
  secret,
  routeSecrets = {},
  metricsToken,
  tunnel,
}: ReceiverRoleOptions): ReceiverSecrets {
  const ofReceiver = secretsOf(secret);
  const ofRoutes = Object.entries(routeSecrets).map(([name, own]) => [name, secretsOf(own)] as const);
  const ofTunnel = tunnelOptionNames
    .filter((name) => tunnelOptions[name].isSecret)
    .map((name) => tunnel?.options?.[name]);
  const others = [metricsToken, ...ofTunnel].filter((token) => typeof token === "string");
  return {
    ofReceiver,
    ofRoutes: Object.fromEntries(ofRoutes),
    known: knownSecrets([
      ...ofReceiver,
      ...ofRoutes.flatMap(([, own]) => own),
      ...others,
      ...hiddenSecrets(),
    ]),
  };
}
