import { resolve } from "node:path";
import type * as Yaml from "yaml";
import type { ReceiverChange, ReceiverSettingName, SourcedSetting } from "../../model/receiver-settings.ts";
import type { ReceiverSetup } from "../../model/receiver-setup.ts";
import { secretsOf } from "../../model/secret.ts";
import { parseForwardTarget } from "../../receiver/forward/target.ts";
import { listHandlers, refuseTwice } from "../../receiver/handlers/handler-files.ts";
import { makeRouteLookup } from "../../receiver/routes.ts";
import { refuseUnsendable } from "../../receiver/secret.ts";
import { type ChangedConfig, changeConfig } from "./change-config.ts";
import type { Settings } from "./settings.ts";

/** Changes settings of the receiver in the config file. @throws {ConfigFileError} the file is not valid */
export function changeReceiver(settings: Settings, change: ReceiverChange): Promise<ChangedConfig> {
  return changeConfig(
    settings.configFile.path,
    (document) => applyChange(document, settings, change),
    "Make it writable, or use a flag or a variable instead",
  );
}

/**
 * Checks values before they are applied.
 * @throws {UsageError | HandlersDirectoryError | HandlerTwiceError | ForwardTargetError}
 */
export async function checkSetup({ secret, routes, handlersDir, forward }: ReceiverSetup): Promise<void> {
  refuseUnsendable(secretsOf(secret), "the webhook secret");
  makeRouteLookup(routes.map((name) => ({ name })));
  if (forward !== null) parseForwardTarget(forward);
  if (handlersDir !== null) refuseTwice(await listHandlers(handlersDir));
}

function applyChange(document: Yaml.Document, settings: Settings, change: ReceiverChange): void {
  const { handlers } = change;
  // Paths in the file are relative to it, typed paths to the working directory.
  const path = typeof handlers === "string" && !handlers.startsWith("~") ? resolve(handlers) : handlers;
  const values = { ...change, ...(path !== undefined && { handlers: path }) };
  for (const [name, value] of Object.entries(values)) {
    const place = placeOf(settings, name as ReceiverSettingName);
    if (value === null) remove(document, place);
    else
      document.setIn(place, typeof value === "string" ? value : document.createNode(value, { flow: true }));
  }
}

/** Returns the place of a setting: in the profile if the profile has it. */
function placeOf({ receiver, profile }: Settings, name: ReceiverSettingName): readonly string[] {
  const { source }: SourcedSetting<unknown> = receiver[name];
  const inFile = ["receiver", name];
  return source === "profile" && profile !== null ? ["profiles", profile, ...inFile] : inFile;
}

/** Removes a setting, and its map if no other setting is left in it. */
function remove(document: Yaml.Document, place: readonly string[]): void {
  if (!document.hasIn(place)) return;
  document.deleteIn(place);
  const parent = place.slice(0, -1);
  const { items } = document.getIn(parent) as Yaml.YAMLMap;
  if (items.length === 0) document.deleteIn(parent);
}
