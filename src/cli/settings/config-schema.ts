import { z } from "zod";
import { isNetwork } from "../../receiver/client-address.ts";
import { type LimitSetting, limitNames, limitTable, usualLimitText } from "../../receiver/limits.ts";
import { tunnelFormsOrNone } from "../../receiver/tunnel/providers.ts";
import { readByteSize } from "../../text/read-byte-size.ts";
import { readDuration } from "../../text/read-duration.ts";

const port = z
  .int()
  .min(0)
  .max(65_535)
  .describe("A TCP port; 0 lets the system pick. A port given here and taken is an error.");

/** Several secrets are accepted while one replaces another. */
const secrets = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const limitTypes = {
  count: z.int().min(1),
  seconds: z.number().positive().max(86_400),
  size: byteSize(1),
} as const;

/** Limits of the receiver, by the names of their settings. */
const limits = Object.fromEntries(
  limitNames.map((name) => {
    const { setting, flag, unit, help } = limitTable[name];
    const of = unit === "seconds" ? ", in seconds" : "";
    const text = `${help.charAt(0).toUpperCase()}${help.slice(1)}${of}. Default ${usualLimitText(name)}. Flag ${flag}.`;
    return [setting, limitTypes[unit].describe(text)];
  }),
) as unknown as Record<LimitSetting, z.ZodType<number | string>>;

/** Number of bytes, or a size such as 5MiB. */
function byteSize(least: number) {
  return z.union([
    z.int().min(least),
    z
      .string()
      .refine(
        (text) => (readByteSize(text) ?? -1) >= least,
        "a size is a number with kB, MB, GB, KiB, MiB or GiB",
      ),
  ]);
}

const values = {
  endpoint: z
    .url({ protocol: /^https?$/ })
    .describe("The hub to use when there is a token. Flag --endpoint, env HF_ENDPOINT."),
  token: z
    .string()
    .min(1)
    .describe(
      "The token for that hub, or the name hf auth keeps it under. Flag --token, env HF_TOKEN. The Hub CLI's own token file is read when none is set.",
    ),
  local: z.boolean().describe("Use the embedded hub whatever the token. Flag --local."),
  store: z
    .string()
    .min(1)
    .describe("Where deliveries, webhooks and queues are kept: sqlite. Flag --store, env HOOKLENS_STORE."),
  dataDir: z
    .string()
    .min(1)
    .describe(
      "The data directory; ~ and paths relative to this file are understood. Flag --data-dir, env HOOKLENS_DATA_DIR.",
    ),
  policies: z.string().min(1).describe("The directory the Policies screen opens. Flag --policies."),
  receiver: z
    .strictObject({
      host: z.string().min(1).describe("The address the receiver listens on."),
      port,
      secret: secrets.describe(
        "What senders must show; of several each is accepted, and the first is the one put in on replay. Flag --secret, env WEBHOOK_SECRET.",
      ),
      routeSecrets: z
        .record(z.string().min(1), secrets)
        .describe(
          "By a route's name, what senders must show there instead. Flag --route-secret, env WEBHOOK_SECRET_ROUTE for a route named route.",
        ),
      handlers: z
        .string()
        .min(1)
        .describe(
          "A directory of handlers, each file a route; ~ and paths relative to this file are understood. Flag --handlers.",
        ),
      forward: z
        .string()
        .min(1)
        .describe(
          "Where routes without a handler are forwarded to: a URL, localhost:3000/hook or :3000. Flag --forward.",
        ),
      forwardRetries: z
        .array(
          z
            .string()
            .refine((text) => readDuration(text) !== null, "a duration is a number with ms, s, min, h or d"),
        )
        .max(100)
        .describe(
          "How long a forward waits after each try without a response, such as [1s, 5min, 2h]; after the last one the delivery is given up. Default 200ms, 1s, 5s, 30s, 2min, 10min, 30min, 1h, 2h.",
        ),
      open: z
        .boolean()
        .describe(
          "Let everyone send who can reach the receiver, also without a secret: needed without one to listen beyond loopback, to open a tunnel, and in a Space. Flag --open.",
        ),
      trustedProxies: z
        .array(z.string().refine(isNetwork, "write 10.1.2.3 or 10.0.0.0/8"))
        .describe(
          "Addresses and networks (10.0.0.0/8) of proxies whose X-Forwarded-For or Forwarded says who sent a delivery.",
        ),
      ...limits,
    })
    .partial()
    .describe("The receiver's own settings."),
  tunnel: z
    .strictObject({
      provider: z
        .string()
        .min(1)
        .describe(
          `The tunnel that hooklens receive opens when it starts, and the app when asked: ${tunnelFormsOrNone}. Flag --tunnel.`,
        ),
      domain: z.string().min(1).describe("The public name of that tunnel. Flag --domain."),
      authtoken: z
        .string()
        .min(1)
        .describe("For ngrok; else it is looked up in ngrok.yml. Env NGROK_AUTHTOKEN."),
      trafficPolicy: z
        .string()
        .min(1)
        .describe(
          "A file with a traffic policy for ngrok; ~ and paths relative to this file are understood. Flag --traffic-policy.",
        ),
    })
    .partial()
    .describe("How the internet reaches the receiver."),
  hub: z
    .strictObject({
      host: z
        .string()
        .min(1)
        .describe("The address the local hub listens on; others than this machine's need a token."),
      port,
      token: z
        .string()
        .min(1)
        .describe(
          "The token the local hub accepts; else one is made and kept. Flag --token, env HOOKLENS_HUB_TOKEN.",
        ),
    })
    .partial()
    .describe("The local hub's own settings."),
  deliveries: z
    .strictObject({
      keepDays: z
        .number()
        .min(0)
        .max(36_500)
        .describe(
          "Deliveries older than so many days are removed by the running receiver; 0: never. Default 30.",
        ),
      keepBytes: byteSize(0).describe(
        "The oldest deliveries are removed when their log takes more than this: a number of bytes, or a size such as 500MB or 2GiB; 0: never. Default 2GiB.",
      ),
    })
    .partial()
    .describe("How long deliveries are kept."),
  noColor: z.boolean().describe("Print no colors. Flag --no-color, env NO_COLOR."),
};

/** A profile has the keys of the file; `--profile NAME` overrides the file with it. */
const profileSchema = z.strictObject(values).partial();

/** Schema of `config.yaml`. Unknown keys are errors, so that a misspelt key is not ignored. */
export const configSchema = z
  .strictObject({
    ...values,
    profiles: z.record(z.string().min(1), profileSchema).describe("Named sets of the same keys."),
  })
  .partial();

export type ConfigValues = z.infer<typeof profileSchema>;
export type Config = z.infer<typeof configSchema>;

/** JSON Schema (draft 2020-12) of the config file, for editors; written to schemas/config.schema.json. */
export function configJsonSchema(): Record<string, unknown> {
  return {
    title: "hooklens configuration",
    description: "$XDG_CONFIG_HOME/hooklens/config.yaml; a flag or an environment variable stands over it.",
    ...z.toJSONSchema(configSchema),
  };
}
