import { loadRegistry } from "../../../src/screens/index.ts";

/** Registry of the whole app. */
export const registry = await loadRegistry();
