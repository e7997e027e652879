import type { InvalidPolicy } from "./invalid-policy.ts";

/** Texts that cannot be read, with where they break off; where a comment is possible, what is expected stands in one. */
const yaml: Readonly<Record<string, readonly [place: string, text: string]>> = {
  "nothing-in-it": ["1:1", ""],
  "duplicate-key": ["4:1", "vertical: energy\nregime: FERC\nvertical: defense\n"],
  "unclosed-bracket": ["3:1", "nodes: [a, b\n"],
  "unclosed-quote": ["3:1", 'regime: "FERC\n'],
  "tab-for-indent": ["3:1", "meta:\n\ttitle: a\n"],
  "unknown-alias": ["2:9", "regime: *nothing\n"],
  "two-documents": ["3:1", "regime: FERC\n---\nregime: DOE\n"],
  "wrong-indent": ["4:3", "meta:\n    title: a\n  authority: b\n"],
};

const json: Readonly<Record<string, readonly [place: string, text: string]>> = {
  "duplicate-key": ["1:16", '{ "regime": 1, "regime": 2 }\n'],
  "trailing-comma": ["1:14", '{ "regime": 1, }\n'],
  "half-a-surrogate": ["1:13", '{ "regime": "\\ud800" }\n'],
  "cut-off": ["1:12", '{ "regime":'],
  comment: ["1:3", "{ // no\n}\n"],
};

/** As many as there are ways. Depth and size have their limits just above. */
export function unreadableTexts(): readonly InvalidPolicy[] {
  return [
    ...Object.entries(yaml).map(([name, [place, text]]) => {
      const expected = `parse (document) ${place}`;
      return { name: `parse.${name}.yaml`, content: `# expect: ${expected}\n${text}`, expected: [expected] };
    }),
    ...Object.entries(json).map(([name, [place, content]]) => ({
      name: `parse.${name}.json`,
      content,
      expected: [`parse (document) ${place}`],
    })),
    {
      name: "parse.too-deep.json",
      content: `${"[".repeat(101)}${"]".repeat(101)}\n`,
      expected: ["parse (document) 1:101"],
    },
    {
      name: "parse.not-utf-8.yaml",
      content: Buffer.concat([
        Buffer.from("# expect: parse (document) 2:9\nregime: "),
        Buffer.from([0xe9, 0x0a]),
      ]),
      expected: ["parse (document) 2:9"],
    },
  ];
}
