// Writes fixtures/payloads: one sample for each event, made by the code that makes them for `trigger`.
import { mkdirSync, writeFileSync } from "node:fs";
import { payloadSamples } from "./payload-samples.ts";

const folder = new URL("../fixtures/payloads/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const { file, text } of payloadSamples()) writeFileSync(new URL(file, folder), text);
