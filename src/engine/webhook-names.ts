import { join } from "node:path";
import { readTextWithin } from "../files/read-file.ts";
import { ownerOnly, writeFileAtomic } from "../files/write-file-atomic.ts";
import { UsageError } from "../model/errors.ts";
import { StoreDamagedError } from "../store/errors.ts";
import { fileError, statFile } from "../store/file-error.ts";

/** Names that the user gave webhooks on this machine, by ID: the Hub stores none. */
export type WebhookNames = Readonly<Record<string, string>>;

/** Maximum length of a name. */
const longestName = 40;

const fileName = "webhook-names.json";

const noFile: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

/** @throws {StoreDamagedError | StoreUnwritableError} the file cannot be read */
export function readWebhookNames(dataDir: string): WebhookNames {
  const path = join(dataDir, fileName);
  let text: string;
  try {
    if (statFile(path) === undefined) return {};
    text = readTextWithin(path);
  } catch (error) {
    // Without the directory, too, there are no names.
    if (error instanceof Error && "code" in error && noFile.has(error.code)) return {};
    throw fileError(error, path);
  }
  const names = parseNames(text);
  if (names !== null) return names;
  throw new StoreDamagedError({
    what: `${path} is damaged`,
    why: "it is not a JSON object of names",
    hint: "Delete it; the webhooks lose their names",
  });
}

function parseNames(text: string): WebhookNames | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const names = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return names.length === Object.keys(value).length ? Object.fromEntries(names) : null;
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
    writeFileAtomic(path, `${JSON.stringify(names, null, 2)}\n`, ownerOnly);
  } catch (error) {
    throw fileError(error, path);
  }
  return names;
}

/** Returns why a name is not valid; null if it is. */
export function webhookNameFault(name: string): UsageError | null {
  if (name.length <= longestName && /^(?:[\p{L}\p{N}][\p{L}\p{N}._-]*)?$/u.test(name)) return null;
  return new UsageError({
    what: `"${name}" is not a name of a webhook`,
    why: `a name has at most ${longestName} letters, digits, - . and _, and starts with a letter or digit`,
    hint: "Write for example inbox-main",
  });
}
