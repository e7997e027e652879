import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostileStrings } from "../../test/support/hostile-text.ts";
import { changed, shippedPolicy } from "../../test/support/policy/policy-folder.ts";

const shipped = join(import.meta.dirname, "..", "..", "fixtures", "policies");

/** Hostile text of every kind. */
export const hostile = hostileStrings.map(({ text }) => text).join("|");

/** Writes policies: the bundled ones and, beside them, some with errors or warnings, an unreadable and a hostile one. */
export function writePolicies(directory: string, kind: "own" | "bundled" | "none"): void {
  mkdirSync(directory);
  if (kind !== "own") return;
  cpSync(shipped, directory, { recursive: true });
  const healthcare = shippedPolicy("healthcare");
  const dated = changed(healthcare, 'effective_date: "2026-01-01"', 'effective_date: "2026-02-30"');
  const mislabelled = changed(dated, "label: Robustness", 'label: "Security"');
  const files = {
    "broken/clinic.yaml": changed(mislabelled, "quorum: 2-of-3", "quorum: 3-of-2"),
    "broken/unreadable.yaml": 'regime: "HIPAA\nvertical: [\n',
    "warned.yaml": changed(healthcare, "merkle_root_algorithm: SHA3-256", "merkle_root_algorithm: BLAKE3"),
    "病院・個人情報の保護に関する規則.yaml": shippedPolicy("financial"),
    "hostile.yaml": `# ${hostile}\nregime: "${hostile}`,
  };
  mkdirSync(join(directory, "broken"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}

/** Writes one handler that succeeds and prints, one that fails, and one that never responds. */
export function writeHandlers(directory: string): string {
  mkdirSync(directory);
  const files = {
    "inbox.ts": `export default (payload) => { console.log("received", payload?.repo?.name); return { ok: true, queued: 1 }; };\n`,
    "train.ts": `export default () => { console.log("loading the model"); throw new Error("CUDA out of memory: tried to allocate 2.00 GiB"); };\n`,
    "slow.ts": `export default () => new Promise(() => {});\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

/** Returns a payload of the fixtures: the Hub's own of an event, by the name of the event. */
export function fixturePayload(event: string): Record<string, unknown> {
  const path = join(shipped, "..", "payloads", `${event}.json`);
  return JSON.parse(readFileSync(path, "utf8"));
}
