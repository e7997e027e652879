import { join } from "node:path";
import { isText, readJsonFile, recordOf, writeJsonFile } from "../files/json-file.ts";
import { UsageError } from "../model/errors.ts";
import { StoreDamagedError } from "../store/errors.ts";
import { fileError, statFile } from "../store/file-error.ts";

/** Names that the user gave webhooks on this machine, by ID: the Hub stores none. */
export type WebhookNames = Readonly<Record<string, string>>;

/** Maximum length of a name. */
const longestName = 40;

const fileName = "webhook-names.json";

/** @throws {StoreDamagedError | StoreUnwritableError} the file cannot be read */
export function readWebhookNames(dataDir: string): WebhookNames {
  const path = join(dataDir, fileName);
  let names: WebhookNames | null | undefined;
  try {
    statFile(path);
    names = readJsonFile(path, (json) => recordOf(json, isText));
  } catch (error) {
    throw fileError(error, path);
  }
  if (names !== null) return names ?? {};
  throw new StoreDamagedError({
    what: `${path} is damaged`,
    why: "it is not a JSON object of names",
    hint: "Delete it; the webhooks lose their names",
  });
}

/**
 * Names a webhook, or removes its name if it is empty. Reads the file first, because another process may have changed
 * it.
 * @returns all names after the change
 * @throws {UsageError} another webhook has the name, or it is not valid
 * @throws {StoreDamagedError | StoreUnwritableError | StoreFullError}
 */
export function nameWebhook(dataDir: string, id: string, name: string): WebhookNames {
  const fault = webhookNameFault(name);
  if (fault !== null) throw fault;
  const { [id]: _, ...others } = readWebhookNames(dataDir);
  const other = Object.keys(others).find((one) => others[one] === name);
  if (name !== "" && other !== undefined) {
    throw new UsageError({ what: `webhook ${other} has the name "${name}"`, hint: "Choose another name" });
  }
  const names = name === "" ? others : { ...others, [id]: name };
  const path = join(dataDir, fileName);
  try {
    writeJsonFile(path, names);
  } catch (error) {
    throw fileError(error, path);
  }
  return names;
}

/** Returns the reason for an invalid name, or null. */
export function webhookNameFault(name: string): UsageError | null {
  if (name.length <= longestName && /^(?:[\p{L}\p{N}][\p{L}\p{N}._-]*)?$/u.test(name)) return null;
  return new UsageError({
    what: `"${name}" is not a name of a webhook`,
    why: `a name has at most ${longestName} letters, digits, - . and _, and starts with a letter or digit`,
    hint: "Write for example inbox-main",
  });
}
