import { storeForms } from "../../../engine/stores.ts";
import { listTemplates } from "../../../engine/templates.ts";
import { domains, knownEventNames } from "../../../model/event.ts";
import { knownWatchedTypes } from "../../../model/watched-item.ts";
import { tunnelProviders } from "../../../receiver/tunnel/providers.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Candidate, Candidates, WantedValue } from "./complete.ts";

/** Returns the values of an option or an argument. */
type Source = (settings: Settings, wanted: WantedValue) => Promise<Candidates>;

const hub = () => import("./hub-values.ts");
const log = () => import("./log-values.ts");

const files: Source = async () => "files";
const directories: Source = async () => "directories";
const webhookIds: Source = async (settings) => (await hub()).webhookIds(settings);
const jobIds: Source = async (settings) => (await hub()).jobIds(settings);
const dispatchIds: Source = async (settings, { operands }) =>
  (await hub()).dispatchIds(settings, operands[0] ?? "");
const seqs: Source = async (settings) => (await log()).seqs(settings);
const waitingSeqs: Source = async (settings) => (await log()).seqs(settings, "is:waiting");
const filter: Source = async (settings, { typed }) => (await log()).filters(settings, typed);
const repos: Source = async (settings) => (await log()).repos(settings);

/** Ages are values of the filter, too. */
const ages: Source = async (settings, { typed }) => {
  const key = "since:";
  const found = await (await log()).filters(settings, `${key}${typed}`);
  return found.map(({ value, ...rest }) => ({ value: value.slice(key.length), ...rest }));
};

const watchable: Source = async (settings, wanted) => [
  ...knownWatchedTypes.map((type) => ({ value: `${type}:` })),
  ...(wanted.typed.includes(":") ? await readRepos(settings, wanted) : []),
];

async function readRepos(settings: Settings, wanted: WantedValue): Promise<readonly Candidate[]> {
  const found = await repos(settings, wanted);
  return typeof found === "string" ? [] : found;
}

/** Returns the routes of handlers, of configured secrets and of the log. */
async function routeNames(settings: Settings): Promise<readonly string[]> {
  const { handlers, routeSecrets } = settings.receiver;
  const { listHandlers } = await import("../../../receiver/handlers/handler-files.ts");
  const handled = handlers.value === null ? [] : (await listHandlers(handlers.value)).keys();
  const logged = (await (await log()).routes(settings)).map(({ value }) => value);
  return [...new Set([...Object.keys(routeSecrets.value), ...handled, ...logged])];
}

const routes: Source = async (settings) => words(await routeNames(settings));
const routeSecrets: Source = async (settings) =>
  (await routeNames(settings)).map((name) => ({ value: `${name}=` }));

const profiles: Source = async ({ configFile }) => {
  if (!configFile.found) return [];
  const { readConfigFile } = await import("../../settings/config-file.ts");
  return words(Object.keys(readConfigFile(configFile.path)?.profiles ?? {}));
};

const rules: Source = async () =>
  words((await import("../../../policy/rules/index.ts")).rules.map(({ id }) => id));

function words(values: readonly string[]): readonly Candidate[] {
  return values.map((value) => ({ value }));
}

const oneOf =
  (...values: readonly string[]): Source =>
  async () =>
    words(values);

/**
 * Sources by the name of the option or argument; a name after a command belongs to that command and its subcommands.
 * Excludes names with fixed choices, and texts known only to the user.
 */
const sources: Readonly<Record<string, Source>> = {
  "--store": oneOf(...storeForms),
  "--data-dir": directories,
  "--profile": profiles,
  "--policies": directories,

  "webhooks <id>": webhookIds,
  "webhooks <dispatch>": dispatchIds,
  "webhooks <file>": files,
  "--job-id": jobIds,
  "--watch": watchable,
  "webhooks --domain": oneOf(...domains),

  "--event": oneOf(...knownEventNames()),
  "<scope.action>": oneOf(...knownEventNames()),
  "--repo": repos,
  "--template": async ({ dataDir }) => words(listTemplates(dataDir.value)),
  "--payload": files,
  "--from": seqs,

  "jobs <id>": jobIds,
  "jobs <command>": files,
  "--flavor": async (settings) => (await hub()).flavors(settings),

  "--host": oneOf("127.0.0.1", "0.0.0.0"),
  "--route": routes,
  "--route-secret": routeSecrets,
  "--handlers": directories,
  "--tunnel": oneOf(...tunnelProviders.map(({ prefix }) => prefix), "none"),
  "--traffic-policy": files,

  "<seq>": seqs,
  "<seq2>": seqs,
  "deliveries drop <seq>": waitingSeqs,
  "deliveries retry <seq>": waitingSeqs,
  "deliveries <file>": files,
  "--where": filter,
  "--since": ages,
  "--until": ages,
  "--older-than": ages,
  "--body": files,
  "--output": files,

  "--replicas": oneOf("1", "3", "5"),

  "<path>": files,
  "<old>": files,
  "<new>": files,
  "<receipts>": files,
  "<policy>": files,
  "--rev": async (_, { operands }) => {
    const { listRevisions } = await import("../../../policy-files/git/list-revisions.ts");
    return (await listRevisions(operands[0] ?? ".")).map(({ name, note }) => ({ value: name, note }));
  },
  "<proposal>": files,
  "--merge": files,
  "--schema": files,
  "--rule": rules,
  "--keys": directories,
  "--proof": files,
};

/** Returns the values of an option or an argument; none if only the user knows them. */
export async function valuesOf(settings: Settings, wanted: WantedValue): Promise<Candidates> {
  return (await sourceOf(wanted)?.(settings, wanted)) ?? [];
}

/** Returns the source of a value: from the command, from the command above it, or from any command. */
export function sourceOf({ command, name }: Pick<WantedValue, "command" | "name">): Source | undefined {
  const [first] = command.split(" ", 1);
  return sources[`${command} ${name}`] ?? sources[`${first} ${name}`] ?? sources[name];
}
