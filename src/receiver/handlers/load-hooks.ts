import { readFileSync, statSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import type { LoadedFile } from "./thread-messages.ts";

/**
 * Has this thread load TypeScript as it is, also what Node alone does not strip (enums, parameter properties, namespaces) and names
 * that a compiler would have resolved (`./rows`, `./rows.js` for rows.ts), and tells of each file outside node_modules.
 * @param home URL of the handlers' directory, which may itself lie in a folder node_modules
 * @param sources text by path, taken instead of the file's
 * @param onFile told of each file before it runs, and of each that a relative import did not find
 */
export function hookLoading(
  home: string,
  sources: ReadonlyMap<string, string>,
  onFile: (file: LoadedFile) => void,
): void {
  /** A package, or what is no text: that is loaded by Node as it is. */
  function isOurs(url: string): boolean {
    if (!url.startsWith("file:") || /\.(?:wasm|node)$/.test(url)) return false;
    return !(url.startsWith(home) ? url.slice(home.length - 1) : url).includes("/node_modules/");
  }

  function read(path: string): string {
    // The time first: a save between the two is then seen as a later one, never missed.
    const { mtimeMs } = statSync(path);
    let text = sources.get(path) ?? null;
    try {
      text ??= readFileSync(path, "utf8");
      return text;
    } finally {
      onFile({ path, text: text ?? "", modifiedMs: mtimeMs });
    }
  }

  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        const from = context.parentURL;
        if (from === undefined || !isOurs(from) || !isNotFound(error)) throw error;
        if (!/^\.\.?\//.test(specifier)) throw placed(error, specifier, from);
        for (const spelling of otherSpellings(specifier)) {
          try {
            return next(spelling, context);
          } catch (otherError) {
            if (!isNotFound(otherError)) throw otherError;
          }
        }
        for (const spelling of [specifier, ...otherSpellings(specifier)]) {
          onFile({ path: fileURLToPath(new URL(spelling, from)), text: null, modifiedMs: 0 });
        }
        throw placed(error, specifier, from);
      }
    },
    load(url, context, next) {
      if (!isOurs(url)) return next(url, context);
      const path = fileURLToPath(url);
      const text = read(path);
      if (/\.[cm]?ts$/.test(path)) {
        const format = typeScriptFormat(path, context.format, text);
        return { format, source: stripped(text, url), shortCircuit: true };
      }
      // Its format is Node's to find; what runs is the very text that was told of.
      return { ...next(url, context), source: text };
    },
  });
}

function isNotFound(error: unknown): error is Error {
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "ERR_MODULE_NOT_FOUND" ||
      error.code === "MODULE_NOT_FOUND" ||
      error.code === "ERR_UNSUPPORTED_DIR_IMPORT")
  );
}

/** Where TypeScript's own resolution would look as well. */
function otherSpellings(specifier: string): string[] {
  const compiled = /^(.*)\.([cm]?)js$/.exec(specifier);
  if (compiled !== null) return [`${compiled[1]}.${compiled[2]}ts`];
  return [`${specifier}.ts`, `${specifier}.js`, `${specifier}/index.ts`];
}

/** The error with the place of the import in front of its stack, as Node itself puts that of a syntax error. */
function placed(error: Error, specifier: string, from: string): Error {
  const lines = readFileSync(fileURLToPath(from), "utf8").split("\n");
  const index = lines.findIndex((line) => line.includes(`"${specifier}"`) || line.includes(`'${specifier}'`));
  if (index !== -1) error.stack = `${from}:${index + 1}\n${error.stack}`;
  return error;
}

/** Import and export make a module of it whatever the package.json above says: `npm init` writes "commonjs" into that unasked. */
function typeScriptFormat(path: string, known: string | null | undefined, text: string): string {
  if (path.endsWith(".cts")) return "commonjs";
  if (path.endsWith(".mts") || /^\s*(?:import|export)\b/m.test(text)) return "module";
  if (known === "module-typescript" || known === "module") return "module";
  return /\b(?:module\.exports|exports\.|require\()/.test(text) ? "commonjs" : "module";
}

/** Stripping alone keeps every line and column; what it cannot do is transformed, with a source map, where this Node can. */
function stripped(text: string, url: string): string {
  try {
    return stripTypeScriptTypes(text, { mode: "strip", sourceUrl: url });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX")) {
      throw error;
    }
    try {
      return stripTypeScriptTypes(text, { mode: "transform", sourceMap: true, sourceUrl: url });
    } catch (transformError) {
      // From Node 26 on there is only stripping: then the first error says what it cannot do, and where.
      throw transformError instanceof SyntaxError ? transformError : error;
    }
  }
}
