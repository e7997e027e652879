/** The thread's module: beside this one when run from source, one flat `reader.js` in the built program. */
export const readerThreadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./thread.ts" : "./reader.js",
  import.meta.url,
);
