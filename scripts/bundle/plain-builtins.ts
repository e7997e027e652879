const builtinImport =
  /^import\s*(?:(?:\*\s*as\s+)?([\w$]+)\s*,?\s*)?(\{[^}]*\})?\s*from\s*"(node:[a-z0-9_/]+)";$/gm;

/**
 * A plugin of the bundler: modules of Node are taken by `process.getBuiltinModule`. An `import` of one reads every property it has to
 * make exports of them, and properties load what is behind them: of `node:process` stdin, of `node:fs` its promises and readline. That
 * is ten milliseconds of every start.
 */
export const plainBuiltins = {
  name: "plain-builtins",
  renderChunk(code: string): string {
    const plain = code.replaceAll(
      builtinImport,
      (_, whole: string | undefined, names: string | undefined, id) =>
        [
          whole === undefined ? "" : `const ${whole} = ${wholeModule(String(id))};`,
          names === undefined ? "" : `const ${names.replaceAll(/\sas\s/g, ": ")} = ${taken(String(id))};`,
        ].join(" "),
    );
    const left = /^import\b(?!\().*"node:.*$/m.exec(plain);
    if (left !== null) throw new Error(`this import is of a form that is not known: ${left[0]}`);
    return plain;
  },
};

function taken(id: string): string {
  // The chunk may call the module itself by that name.
  return `globalThis.process.getBuiltinModule("${id}")`;
}

function wholeModule(id: string): string {
  // The parser of the command line has a use for it that this program has not.
  return id === "node:child_process" ? `{ get spawn() { return ${taken(id)}.spawn; } }` : taken(id);
}
