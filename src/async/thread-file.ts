/**
 * Returns the location of a thread's module: `dist/<name>.js` in the built program, where all chunks are
 * directly in `dist/`; else its source.
 * @param name entry in tsdown.config.ts
 * @param source path in `src/`, with slashes
 */
export function threadFile(name: string, source: string): URL {
  const here = import.meta.url;
  return here.endsWith(".ts") ? new URL(`../${source}`, here) : new URL(`./${name}.js`, here);
}
