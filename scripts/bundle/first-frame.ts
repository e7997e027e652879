import { resolve } from "node:path";

/** Modules that the start of the app loads one after the other by `await import()`, after the reader of arguments. */
export const starts = ["cli/commands/open.ts", "screens/start.ts", "screens/webhooks/screen.ts"];

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Returns modules with all that they import. */
function withImports(ids: Iterable<string>, graph: Graph): ReadonlySet<string> {
  const all = new Set(ids);
  for (const id of all) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
  return all;
}

const source = resolve(import.meta.dirname, "../../src");
/** Returns true for a module that commands and threads may load, too. */
const isShared = (id: string) => id.startsWith(source) && !/^.(screens|tui)\b/.test(id.slice(source.length));

/** Groups of the modules that the app loads until its first frame. Those in `shared` do not load React. */
export function firstFrameChunks() {
  let app: ReadonlySet<string> | undefined;
  let shared: ReadonlySet<string> | undefined;
  const ofApp = (graph: Graph) =>
    (app ??= withImports(
      starts.map((path) => resolve(source, path)),
      graph,
    ));
  const ofShared = (graph: Graph) => (shared ??= withImports([...ofApp(graph)].filter(isShared), graph));
  return [
    { name: (id: string, graph: Graph) => (ofShared(graph).has(id) ? "shared" : null), debugName: "shared" },
    { name: (id: string, graph: Graph) => (ofApp(graph).has(id) ? "app" : null), debugName: "app" },
  ];
}
