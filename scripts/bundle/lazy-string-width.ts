/**
 * What string-width makes when it is loaded takes Node some thirty milliseconds, more than everything else a short command does. In the
 * bundle it is made for the first text that needs it; most text is counted without (text/width.ts).
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

/** A plugin of the bundler. Fails when a new version of the package has other text there. */
export const lazyStringWidth = {
  name: "lazy-string-width",
  transform(code: string, id: string): string | null {
    if (!id.endsWith("/string-width/index.js")) return null;
    return eager.reduce((text: string, [declaration, name, method, made]) => {
      if (!text.includes(declaration)) throw new Error(`string-width has no ${name} as it was`);
      const lazy = `let ${name}Made; const ${name} = { ${method}: (text) => (${name}Made ??= ${made}).${method}(text) };`;
      return text.replace(declaration, () => lazy);
    }, code);
  },
};
