// Process with the minimum work for the policies of a directory: reads and parses each, and validates it with
// the compiled schema.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { load } from "js-yaml";
import { validate } from "../src/policy/schema/compiled-schema.ts";

const [folder = "."] = process.argv.slice(2);
let valid = 0;
for (const name of readdirSync(folder)) {
  const text = readFileSync(join(folder, name), "utf8");
  if (validate(name.endsWith(".json") ? JSON.parse(text) : load(text))) valid += 1;
}
console.log(valid);
