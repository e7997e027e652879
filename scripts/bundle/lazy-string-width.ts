/**
 * Declarations that string-width evaluates when it is loaded: a segmenter and an emoji pattern, which take 20
 * ms, about as long as starting Node. The bundle creates them for the first text that needs them;
 * `text/width.ts` handles most text without them.
 */
const eager = [
  ["const segmenter = new Intl.Segmenter();", "segmenter", "segment", "new Intl.Segmenter()"],
  [
    String.raw`const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;`,
    "rgiEmojiRegex",
    "test",
    String.raw`/^\p{RGI_Emoji}$/v`,
  ],
] as const;

/**
 * Plugin of the bundler that makes the declarations lazy. Throws if a new version of the package declares
 * them differently.
 */
export const lazyStringWidth = {
  name: "lazy-string-width",
  transform(code: string, id: string): string | null {
    if (!id.endsWith("/string-width/index.js")) return null;
    return eager.reduce((text: string, [declaration, name, method, made]) => {
      if (!text.includes(declaration)) throw new Error(`string-width no longer declares ${name} as expected`);
      const lazy = `let ${name}Made; const ${name} = { ${method}: (text) => (${name}Made ??= ${made}).${method}(text) };`;
      return text.replace(declaration, () => lazy);
    }, code);
  },
};
