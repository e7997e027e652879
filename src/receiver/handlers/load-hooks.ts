import { readFileSync, statSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { threadFile } from "../../async/thread-file.ts";
import { readTextWithin } from "../../files/read-file.ts";
import type { LoadedFile } from "./thread-messages.ts";

/** URL of the library, and of the directory with its files. */
const library = threadFile("index", "index.ts").href;
const ownFiles = new URL(".", library).href;

/**
 * Makes this thread load TypeScript, including syntax Node does not strip (enums, parameter properties,
 * namespaces) and specifiers only a compiler resolves (`./rows`, or `./rows.js` for rows.ts). Reports each
 * text file outside node_modules. `hooklens` is the installed package, else this one.
 * @param home URL of the handlers' directory, which may itself be inside node_modules
 * @param sources texts by path that replace those of the files
 * @param onFile called with each file before it runs, and with each that a relative import did not find
 */
export function hookLoading(
  home: string,
  sources: ReadonlyMap<string, string>,
  onFile: (file: LoadedFile) => void,
): void {
  /** Returns true for a text file outside node_modules; Node loads packages and binaries. */
  function isOurs(url: string): boolean {
    if (url.startsWith(ownFiles) && !url.startsWith(home)) return false;
    if (!url.startsWith("file:") || /\.(?:wasm|node)$/.test(url)) return false;
    return !(url.startsWith(home) ? url.slice(home.length - 1) : url).includes("/node_modules/");
  }

  function read(path: string): string {
    // Read the time first, so that a save between the two reads is not missed.
    const { mtimeMs } = statSync(path);
    let text = sources.get(path) ?? null;
    try {
      // A read of a named pipe could not be ended, nor could the thread.
      text ??= readTextWithin(path);
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
        // A global install is not in the node_modules of the handlers.
        if (specifier === "hooklens") return next(library, context);
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
      // Node detects the format; the source must be the reported text.
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

/** Returns the alternatives to a specifier that TypeScript's resolution would try. */
function otherSpellings(specifier: string): string[] {
  const compiled = /^(.*)\.([cm]?)js$/.exec(specifier);
  if (compiled !== null) return [`${compiled[1]}.${compiled[2]}ts`];
  return [`${specifier}.ts`, `${specifier}.js`, `${specifier}/index.ts`];
}

/** Prepends the location of the import to the stack, as Node does for syntax errors. */
function placed(error: Error, specifier: string, from: string): Error {
  const lines = readFileSync(fileURLToPath(from), "utf8").split("\n");
  const index = lines.findIndex((line) => line.includes(`"${specifier}"`) || line.includes(`'${specifier}'`));
  if (index !== -1) error.stack = `${from}:${index + 1}\n${error.stack}`;
  return error;
}

/**
 * Returns the format of a TypeScript file. Import or export means module, regardless of package.json, to
 * which `npm init` writes "commonjs" by default.
 */
function typeScriptFormat(path: string, known: string | null | undefined, text: string): string {
  if (path.endsWith(".cts")) return "commonjs";
  if (path.endsWith(".mts") || /^\s*(?:import|export)\b/m.test(text)) return "module";
  if (known === "module-typescript" || known === "module") return "module";
  return /\b(?:module\.exports|exports\.|require\()/.test(text) ? "commonjs" : "module";
}

/**
 * Strips types, which keeps lines and columns. Transforms unsupported syntax, with a source map, if Node can.
 */
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
      // Node 26 and later only strip: then the first error names the syntax and its location.
      throw transformError instanceof SyntaxError ? transformError : error;
    }
  }
}
