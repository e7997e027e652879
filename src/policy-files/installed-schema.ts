import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

const name = join("schemas", "vertical-policy.schema.json");

/** The schema as it came with this program. Looked for upwards: what runs may be a bundle or the source. */
function installedSchema(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, name))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${name} is missing from the installation`);
    folder = parent;
  }
  return join(folder, name);
}

/**
 * Reference to the schema that an editor can resolve: a relative path if the schema is installed within the working folder (as a
 * dependency of a project), otherwise its file URL.
 *
 * @param file the policy's
 */
export function schemaReference(file: string, workingFolder: string, schema = installedSchema()): string {
  const within = relative(workingFolder, schema);
  if (within.startsWith("..") || isAbsolute(within)) return pathToFileURL(schema).href;
  const path = relative(dirname(resolve(workingFolder, file)), schema);
  return path.split(sep).join("/");
}
