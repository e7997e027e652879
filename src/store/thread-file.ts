/**
 * Where the module of a thread is. In the built program each is a file of its own, `<name>.js`, beside the chunk this code ends up in
 * (all lie flat in dist/); from sources it is where it was written.
 * @param name of the entry in tsdown.config.ts
 * @param source its path in src/, with slashes
 */
export function threadFile(name: string, source: string): URL {
  const here = import.meta.url;
  return here.endsWith(".ts") ? new URL(`../${source}`, here) : new URL(`./${name}.js`, here);
}
