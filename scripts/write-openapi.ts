// Writes schemas/openapi.json: the description of the local hub's routes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalHub } from "../src/localhub/local-hub.ts";
import { openHubStore } from "../src/store/sqlite/hub/hub-store.ts";

export const openApiFile = new URL("../schemas/openapi.json", import.meta.url);

/** Returns the text of the file, the local hub's OpenAPI document. */
export async function openApiText(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "hooklens-"));
  const store = await openHubStore(dataDir);
  try {
    const hub = createLocalHub({ ...store, dataDir, token: "none", version: "1" });
    const answer = await hub.fetch(new Request("http://localhost/.well-known/openapi.json"));
    return `${JSON.stringify(await answer.json(), null, 2)}\n`;
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) writeFileSync(openApiFile, await openApiText());
