import { z } from "zod";
import { describeStore, storeForms } from "../../engine/stores.ts";
import { failureLine, isHooklensError } from "../../model/errors.ts";
import { savedFilterName } from "../../model/saved-filters.ts";
import { secretIn } from "../../model/secret.ts";
import { listedTypes, parseRepo } from "../../model/watched-item.ts";
import { isNetwork } from "../../receiver/client-address.ts";
import { type LimitSetting, limitNames, limitTable, defaultLimitText } from "../../receiver/limits.ts";
import { tunnelFormsOrNone } from "../../receiver/tunnel/providers.ts";
import { readDuration } from "../../text/duration.ts";
import { readByteSize } from "../../text/numbers.ts";
import { interfaceSchema } from "./interface-schema.ts";

const port = z
  .int()
  .min(0)
  .max(65_535)
  .describe(
    "TCP port; 0 lets the system pick one. A taken port is an error. Default: the last one used, or a free one. Flag --port.",
  );

/** Schema of one secret, or of several during a rotation. */
const secret = z.string().min(1).overwrite(secretIn);
const secrets = z.union([secret, z.array(secret).min(1)]);

const limitTypes = {
  count: z.int().min(1),
  seconds: z.number().positive().max(86_400),
  size: byteSize(1),
} as const;

/** Schemas of the limits of the receiver, by the names of their settings. */
const limits = Object.fromEntries(
  limitNames.map((name) => {
    const { setting, flag, unit, help } = limitTable[name];
    const of = unit === "seconds" ? ", in seconds" : "";
    const text = `${help.charAt(0).toUpperCase()}${help.slice(1)}${of}. Default ${defaultLimitText(name)}. Flag ${flag}.`;
    return [setting, limitTypes[unit].describe(text)];
  }),
) as unknown as Record<LimitSetting, z.ZodType<number | string>>;

/** Creates the schema of a size of at least `least` bytes: a number, or text such as 5MiB. */
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

function checkStore(store: string, context: z.RefinementCtx): void {
  try {
    describeStore(store);
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    context.addIssue({ code: "custom", message: failureLine(error) });
  }
}

/** Directory of policies, the branch that they come from, and the revision of git that they are compared with. */
const policyLink = z
  .strictObject({
    dir: z.string().min(1),
    repo: z.string().superRefine(checkRepo).optional(),
    branch: z.string().min(1).max(255).optional(),
    baseline: z.string().min(1).max(255).optional(),
  })
  .refine(({ repo, branch }) => branch === undefined || repo !== undefined, {
    path: ["branch"],
    message: "needs a repo",
  });

function checkRepo(repo: string, context: z.RefinementCtx): void {
  try {
    const { type } = parseRepo(repo);
    if (!listedTypes.some((listed) => listed === type)) {
      context.addIssue({ code: "custom", message: `${type} has no files; use ${listedTypes.join(", ")}` });
    }
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    context.addIssue({ code: "custom", message: failureLine(error) });
  }
}

const values = {
  endpoint: z
    .url({ protocol: /^https?$/ })
    .describe(
      "Hub to use if there is a token. Default https://huggingface.co. Flag --endpoint, env HF_ENDPOINT.",
    ),
  token: z
    .string()
    .min(1)
    .describe(
      "Token for the hub in `endpoint`, or its name in hf auth list. Default: the active token of hf auth. Flag --token, env HF_TOKEN.",
    ),
  local: z.boolean().describe("Use the embedded hub, even if there is a token. Flag --local."),
  store: z
    .string()
    .min(1)
    .superRefine(checkStore)
    .describe(
      `Store of deliveries, webhooks and queues: ${storeForms.join(", ")}. Flag --store, env HOOKLENS_STORE.`,
    ),
  dataDir: z
    .string()
    .min(1)
    .describe(
      "Data directory. A path may begin with ~ or be relative to this file. Flag --data-dir, env HOOKLENS_DATA_DIR.",
    ),
  policies: z
    .union([z.string().min(1), z.array(policyLink).min(1).max(100)])
    .describe(
      "Directory of the policies on the Policies screen, or a list of directories with the repos that they come from, such as [{dir: policies, repo: 'dataset:me/policies', branch: main}], or with the revisions of git that they are compared with, such as [{dir: policies, baseline: origin/main}], of which the first is shown. The path of a list may begin with ~ or be relative to this file. Flag --policies shows another directory.",
    ),
  receiver: z
    .strictObject({
      host: z
        .string()
        .min(1)
        .describe("Address the receiver listens on. Default 127.0.0.1, in a Space 0.0.0.0. Flag --host."),
      port,
      secret: secrets.describe(
        "Secret that senders must send. Of a list each is accepted, and replays use the first. Flag --secret, env WEBHOOK_SECRET.",
      ),
      routeSecrets: z
        .record(z.string().min(1), secrets)
        .describe(
          "Secrets of single routes, by route name. Flag --route-secret; env WEBHOOK_SECRET_NEW_DATA for the route new-data.",
        ),
      routes: z
        .array(z.string().min(1))
        .min(1)
        .describe(
          "Names of the routes, such as [inbox, train] for /webhooks/inbox and /webhooks/train; handlers add theirs. Default inbox; with handlers hooklens receive has only theirs. Flag --route.",
        ),
      handlers: z
        .string()
        .min(1)
        .describe(
          "Directory of handlers, one route per file. A path may begin with ~ or be relative to this file. Flag --handlers.",
        ),
      forward: z
        .string()
        .min(1)
        .describe(
          "Forward target of routes without a handler: a URL, localhost:3000/hook or :3000. Flag --forward.",
        ),
      forwardRules: z
        .array(z.strictObject({ where: z.string().min(1), to: z.string().min(1) }))
        .max(100)
        .describe(
          "Forward targets of deliveries that match a filter, such as [{where: 'repo:me/*', to: ':3001'}]; the first match counts, and other deliveries go to receiver.forward. Flags --forward with --where.",
        ),
      forwardRetries: z
        .array(
          z
            .string()
            .refine((text) => readDuration(text) !== null, "a duration is a number with ms, s, min, h or d"),
        )
        .max(100)
        .describe(
          "Delays between the attempts of a forward that gets no response, such as [1s, 5min, 2h]. The delivery is dead after the attempt that follows the last delay. Default 200ms, 1s, 5s, 30s, 2min, 10min, 30min, 1h, 2h.",
        ),
      work: z
        .boolean()
        .describe(
          "Send the deliveries that wait in the queue of forwards. Default true; in the app, false on a shared store, whose receivers do. Flag --no-work.",
        ),
      open: z
        .boolean()
        .describe(
          "Accept deliveries without a secret from everyone who can reach the receiver. Required without a secret to listen beyond loopback, to open a tunnel, and in a Space. Flag --open.",
        ),
      acceptQuerySecret: z
        .boolean()
        .describe(
          "Also accept the secret as ?secret= of the URL, from senders that can set no header; it is redacted in the log, but proxies may log it. Flag --accept-query-secret.",
        ),
      trustedProxies: z
        .array(z.string().refine(isNetwork, "give an address or network, such as 10.1.2.3 or 10.0.0.0/8"))
        .describe(
          "Addresses and networks (10.0.0.0/8) of proxies whose X-Forwarded-For or Forwarded header names the sender.",
        ),
      metricsToken: z
        .string()
        .min(1)
        .describe(
          "Token that requests for /metrics must send as a bearer token. Without one, only direct requests of this machine get metrics. Flag --metrics-token, env HOOKLENS_METRICS_TOKEN.",
        ),
      ...limits,
    })
    .partial()
    .describe("Settings of the receiver."),
  tunnel: z
    .strictObject({
      provider: z
        .string()
        .min(1)
        .describe(
          `Tunnel that hooklens receive opens when it starts, and the app on request: ${tunnelFormsOrNone}. Flag --tunnel.`,
        ),
      domain: z.string().min(1).describe("Public name of the tunnel. Flag --domain."),
      authtoken: z
        .string()
        .min(1)
        .describe("Authtoken for ngrok. Default: the one in ngrok.yml. Env NGROK_AUTHTOKEN."),
      trafficPolicy: z
        .string()
        .min(1)
        .describe(
          "File with a traffic policy for ngrok. A path may begin with ~ or be relative to this file. Flag --traffic-policy.",
        ),
    })
    .partial()
    .describe("Tunnel from the internet to the receiver."),
  hub: z
    .strictObject({
      host: z
        .string()
        .min(1)
        .describe(
          "Address the local hub listens on. Default 127.0.0.1; other than loopback requires a token. Flag --host.",
        ),
      port,
      token: z
        .string()
        .min(1)
        .describe(
          "Token the local hub accepts. Default: a token that is created once and kept. Flag --token, env HOOKLENS_HUB_TOKEN.",
        ),
    })
    .partial()
    .describe("Settings of the local hub."),
  deliveries: z
    .strictObject({
      keepDays: z
        .number()
        .min(0)
        .max(36_500)
        .describe(
          "Days to keep deliveries; the running receiver deletes older ones. 0: forever. Default 30.",
        ),
      since: z
        .string()
        .refine((text) => (readDuration(text) ?? 0) > 0, "a duration is a number with s, min, h or d")
        .describe(
          "Age of the deliveries with which the copy of a NATS log in a new data directory begins, such as 7d; the app and the commands read the copy. Default 24h. Flag --since, env HOOKLENS_SINCE.",
        ),
      keepBytes: byteSize(0).describe(
        "Maximum size of the log, above which the oldest deliveries are deleted: a number of bytes, or a size such as 500MB or 2GiB. 0: no limit. Default 2GiB.",
      ),
    })
    .partial()
    .describe("Retention of deliveries."),
  filters: z
    .record(
      z.string().regex(savedFilterName, "a name consists of up to 40 letters, digits, _, . and -"),
      z.string().trim().min(1),
    )
    .describe(
      "Saved filters of deliveries by name, such as {broken: 'is:failed since:1d'}; a filter that has @broken has these terms. The app saves them here.",
    ),
  interface: interfaceSchema,
  noColor: z.boolean().describe("Print no colors. Flag --no-color, env NO_COLOR."),
};

/**
 * Schema of a profile: the keys of the file except `profiles`. `--profile NAME` overrides the file with it.
 */
const profileSchema = z.strictObject(values).partial();

/** Schema of `config.yaml`. Unknown keys are errors, so that a misspelled key is not ignored. */
export const configSchema = z
  .strictObject({
    ...values,
    profiles: z.record(z.string().min(1), profileSchema).describe("Named sets of the same keys."),
  })
  .partial();

export type ConfigValues = z.infer<typeof profileSchema>;
export type Config = z.infer<typeof configSchema>;

/**
 * Returns the JSON Schema (draft 2020-12) of the config file, for editors; written to
 * schemas/config.schema.json.
 */
export function configJsonSchema(): Record<string, unknown> {
  return {
    title: "hooklens configuration",
    description: "$XDG_CONFIG_HOME/hooklens/config.yaml; flags and environment variables override it.",
    ...z.toJSONSchema(configSchema),
  };
}
