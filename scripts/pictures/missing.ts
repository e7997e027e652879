import { loadRegistry } from "../../src/screens/index.ts";
import { allPictures } from "./steps/index.ts";

const registry = await loadRegistry();

/** Returns the registered screens and dialogs that have no pictures. */
export function missingPictures(): readonly string[] {
  const dialogs = registry.features.flatMap((feature) => feature.dialogs);
  const registered = [...registry.screens.map(({ id }) => id), ...dialogs.map(({ kind }) => kind)];
  return registered.filter((name) => !allPictures.some(({ of }) => of === name));
}
