import { describe, expect, it, test } from "vitest";
import { createKeyDecoder, type InputEvent, isKeyId, keyId } from "../../../src/terminal/keys.ts";
import { bytesOf } from "../../support/screen/key-bytes.ts";

/** Returns all events of an input that arrives in these reads, followed by silence. */
function decode(...chunks: (string | Uint8Array)[]): InputEvent[] {
  const decoder = createKeyDecoder();
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.flush()];
}

/** Returns the key IDs of an input; an event other than a key is its type. */
function keysOf(...chunks: (string | Uint8Array)[]): string {
  return decode(...chunks)
    .map((event) => (event.type === "key" ? keyId(event) : `<${event.type}>`))
    .join(" ");
}

function textOf(input: string): string {
  return decode(input)
    .map((event) => (event.type === "key" ? event.text : ""))
    .join("");
}

describe("typed text", () => {
  it("is one key for each character, in order, and each writes itself", () => {
    expect(keysOf("aG1é日😀 ?")).toBe("a G 1 é 日 😀 space ?");
    expect(textOf("aG1é日😀 ?")).toBe("aG1é日😀 ?");
  });

  it("comes out the same from bytes", () => {
    expect(decode(Buffer.from("é日😀"))).toEqual(decode("é日😀"));
  });

  it("replaces invalid UTF-8 by U+FFFD and continues after it", () => {
    expect(keysOf(Buffer.from([0x61, 0xff, 0x62]))).toBe("a \ufffd b");
  });

  it("joins a character cut in the middle by reads, as bytes and as UTF-16", () => {
    const bytes = Buffer.from("日😀");
    expect(keysOf(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe("日 😀");
    expect(keysOf("\ud83d", "\ude00")).toBe("😀");
  });

  it("has 20 keys in one read count as 20", () => {
    expect(decode("\u001b[B".repeat(20))).toHaveLength(20);
    expect(keysOf("hello\u001b[Dx\r")).toBe("h e l l o left x enter");
  });
});

describe("keys of each terminal", () => {
  test.each([
    // C0 controls.
    ["\r", "enter"],
    ["\n", "ctrl+j"],
    ["\t", "tab"],
    ["\u007f", "backspace"],
    ["\b", "backspace"],
    ["\u0000", "ctrl+space"],
    ["\u0003", "ctrl+c"],
    ["\u0004", "ctrl+d"],
    ["\u001a", "ctrl+z"],
    ["\u001c", "ctrl+\\"],
    ["\u001d", "ctrl+]"],
    ["\u001f", "ctrl+_"],
    // Esc and Alt.
    ["\u001b", "esc"],
    ["\u001b\u001b", "esc esc"],
    ["\u001ba", "alt+a"],
    ["\u001bG", "alt+G"],
    ["\u001bé", "alt+é"],
    ["\u001b\r", "alt+enter"],
    ["\u001b\u007f", "alt+backspace"],
    ["\u001b\u0004", "ctrl+alt+d"],
    ["\u001b[", "alt+["],
    ["\u001b]", "alt+]"],
    ["\u001bO", "alt+O"],
    ["\u001bP", "alt+P"],
    ["\u001b_", "alt+_"],
    ["\u001bX", "alt+X"],
    // xterm, and tmux with TERM=tmux.
    ["\u001b[A", "up"],
    ["\u001bOA", "up"],
    ["\u001b[1;5D", "ctrl+left"],
    ["\u001b[1;2A", "shift+up"],
    ["\u001b[1;3C", "alt+right"],
    ["\u001b[1;6F", "ctrl+shift+end"],
    ["\u001b[H", "home"],
    ["\u001bOF", "end"],
    ["\u001b[5~", "pageup"],
    ["\u001b[6;5~", "ctrl+pagedown"],
    ["\u001b[3~", "delete"],
    ["\u001b[3;5~", "ctrl+delete"],
    ["\u001b[2~", "insert"],
    ["\u001b[Z", "shift+tab"],
    ["\u001b[1;5Z", "ctrl+shift+tab"],
    ["\u001bOP", "f1"],
    ["\u001b[15~", "f5"],
    ["\u001b[24;2~", "shift+f12"],
    ["\u001b[1;2R", "shift+f3"],
    // rxvt.
    ["\u001b[7~", "home"],
    ["\u001b[8~", "end"],
    ["\u001b[a", "shift+up"],
    ["\u001bOd", "ctrl+left"],
    ["\u001b[3$", "shift+delete"],
    ["\u001b[5^", "ctrl+pageup"],
    ["\u001b[6@", "ctrl+shift+pagedown"],
    ["\u001b[11~", "f1"],
    ["\u001b\u001b[A", "alt+up"],
    ["\u001b\u001b[3~", "alt+delete"],
    ["\u001b\u001bOC", "alt+right"],
    // The Linux console.
    ["\u001b[[A", "f1"],
    ["\u001b[[E", "f5"],
    ["\u001b[1~", "home"],
    ["\u001b[4~", "end"],
    ["\u001b[25~", "f13"],
    // tmux with xterm-keys, mintty: keypad in application mode.
    ["\u001bOM", "enter"],
    ["\u001bOk", "+"],
    ["\u001bOp", "0"],
    ["\u001bOX", "="],
    // kitty's protocol.
    ["\u001b[27u", "esc"],
    ["\u001b[13;2u", "shift+enter"],
    ["\u001b[9;2u", "shift+tab"],
    ["\u001b[127;5u", "ctrl+backspace"],
    ["\u001b[97;5u", "ctrl+a"],
    ["\u001b[97;6u", "ctrl+shift+a"],
    ["\u001b[103;2u", "G"],
    ["\u001b[103:71;2u", "G"],
    ["\u001b[49:33;2u", "!"],
    ["\u001b[97;3u", "alt+a"],
    ["\u001b[97;4u", "alt+A"],
    ["\u001b[32;5u", "ctrl+space"],
    ["\u001b[97;5:1u", "ctrl+a"],
    ["\u001b[97;5:2u", "ctrl+a"],
    ["\u001b[1;5:2A", "ctrl+up"],
    ["\u001b[57417u", "left"],
    ["\u001b[57404u", "5"],
    ["\u001b[57376u", "f13"],
    ["\u001b[97;1;229u", "a"],
    // modifyOtherKeys.
    ["\u001b[27;5;9~", "ctrl+tab"],
    ["\u001b[27;2;13~", "shift+enter"],
    ["\u001b[27;6;65~", "ctrl+shift+a"],
    ["\u001b[27;2;65~", "A"],
    ["\u001b[27;5;46~", "ctrl+."],
  ])("%j is %s", (input, expected) => {
    expect(keysOf(input)).toBe(expected);
  });

  it("does not count the release of a key, nor a key held with Super", () => {
    expect(keysOf("\u001b[97;1:3u\u001b[1;1:3A\u001b[113;9u")).toBe("");
  });

  it("writes the text kitty sends with a key, and none for Ctrl or Alt", () => {
    const texts = ["\u001b[97;1;229u", "\u001b[97;3u", "\u001b[97;5u", "\u001b[32;2u"].map(textOf);
    expect(texts).toEqual(["å", "", "", " "]);
  });
});

describe("a lone Esc", () => {
  it("waits for what may follow, and is a key once the caller says nothing does", () => {
    const decoder = createKeyDecoder();
    expect(decoder.push("\u001b")).toEqual([]);
    expect(decoder.pending).toBe("escape");
    expect(decoder.flush().map((event) => event.type === "key" && keyId(event))).toEqual(["esc"]);
    expect(decoder.pending).toBe("nothing");
  });

  it.each(["\u001b[", "\u001bO", "\u001b\u001b[", "\u001b[1"])(
    "is no longer one when a sequence has begun, which waits longer: %j",
    (begun) => {
      const decoder = createKeyDecoder();
      decoder.push(begun);
      expect(decoder.pending).toBe("sequence");
    },
  );

  it("joins an arrow whose bytes came in three reads", () => {
    expect(keysOf("\u001b", "[", "A")).toBe("up");
  });

  it("distinguishes an incomplete sequence from a key, and drops it if its end never arrives", () => {
    const decoder = createKeyDecoder();
    decoder.push("\u001b[1;");
    expect(decoder.pending).toBe("sequence");
    expect(decoder.flush()).toEqual([{ type: "reply", kind: "unknown", text: "" }]);
    expect(keysOf("\u001b\u001b")).toBe("esc esc");
  });
});

describe("a half character in UTF-8", () => {
  it.each(["é", "日", "😀"])("waits for its rest, and is a key for its caller to end: %s", (character) => {
    const bytes = Buffer.from(character);
    for (let kept = 1; kept < bytes.length; kept += 1) {
      const decoder = createKeyDecoder();
      expect(decoder.push(bytes.subarray(0, kept))).toEqual([]);
      expect(decoder.pending).toBe("sequence");
      expect(decoder.push(bytes.subarray(kept))).toMatchObject([{ text: character }]);
      expect(decoder.pending).toBe("nothing");

      decoder.push(Buffer.concat([Buffer.from("a"), bytes.subarray(0, kept)]));
      expect(decoder.pending).toBe("sequence");
      expect(decoder.flush()).toMatchObject([{ text: "\ufffd" }]);
      expect(decoder.pending).toBe("nothing");
    }
  });
});

describe("what the terminal says by itself", () => {
  test.each([
    ["an OSC 11 color", "\u001b]11;rgb:1e1e/1e1e/2e2e\u001b\\", "color", "11;rgb:1e1e/1e1e/2e2e"],
    ["an OSC 10 color ended by BEL", "\u001b]10;rgb:ff/ff/ff\u0007", "color", "10;rgb:ff/ff/ff"],
    ["device attributes", "\u001b[?62;22c", "attributes", "?62;22"],
    ["secondary attributes", "\u001b[>41;354;0c", "attributes", ">41;354;0"],
    ["a cursor position", "\u001b[12;40R", "cursor", "12;40"],
    ["focus in", "\u001b[I", "focus-in", ""],
    ["focus out", "\u001b[O", "focus-out", ""],
    ["a mode report", "\u001b[?2026;2$y", "unknown", "?2026;2$y"],
    ["kitty's flags", "\u001b[?1u", "unknown", "?1u"],
    ["a version", "\u001bP>|XTerm(390)\u001b\\", "unknown", ">|XTerm(390)"],
    ["a graphics answer", "\u001b_Gi=1;OK\u001b\\", "unknown", "Gi=1;OK"],
    ["a window title", "\u001b]lrm -rf /\u001b\\", "unknown", "lrm -rf /"],
  ])("%s is a reply, never keys", (_what, input, kind, text) => {
    expect(decode(`a${input}b`)).toEqual([
      expect.objectContaining({ name: "a" }),
      { type: "reply", kind, text },
      expect.objectContaining({ name: "b" }),
    ]);
  });

  it("is dropped whole when its end never comes, and lets Ctrl+C through", () => {
    expect(keysOf("\u001b]11;rgb:1e1e")).toBe("<reply>");
    expect(keysOf("\u001b]11;rgb\u0003q")).toBe("<reply> ctrl+c q");
    expect(keysOf("\u001b]11;rgb\u001b[A")).toBe("<reply> up");
  });

  it("is read past in bounded memory however long it is", () => {
    const [event, ...others] = decode(`\u001b]11;${"x".repeat(1_000_000)}\u0007`);
    expect(event?.type === "reply" && event.text.length).toBe(4096);
    expect(others).toEqual([]);
  });
});

describe("a bracketed paste", () => {
  const text = "line one\r\nq \u001b[A \u0003 日本語 ".repeat(400);

  it("of 10 KB over many reads is one event and no key", () => {
    const bytes = Buffer.from(`\u001b[200~${text}\u001b[201~j`);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 100) }, (_, index) =>
      bytes.subarray(index * 100, index * 100 + 100),
    );
    expect(bytes.length).toBeGreaterThan(10_000);
    expect(decode(...chunks)).toEqual([
      { type: "paste", text: text.replaceAll("\r\n", "\n"), truncated: false },
      expect.objectContaining({ name: "j" }),
    ]);
  });

  it("has plain line feeds for line ends, whichever the terminal sends", () => {
    expect(decode("\u001b[200~a\rb\r\nc\nd\u001b[201~")).toEqual([
      { type: "paste", text: "a\nb\nc\nd", truncated: false },
    ]);
  });

  it("keeps what only looks like the start of its end mark", () => {
    expect(decode("\u001b[200~a\u001b[20", "0~b\u001b[2", "01~")).toEqual([
      { type: "paste", text: "a\u001b[200~b", truncated: false },
    ]);
  });

  it("without an end is emitted on flush, and its late end mark is not a key", () => {
    const decoder = createKeyDecoder();
    expect(decoder.push("\u001b[200~half\u001b[20")).toEqual([]);
    expect(decoder.pending).toBe("paste");
    expect(decoder.flush()).toEqual([{ type: "paste", text: "half\u001b[20", truncated: false }]);
    expect(decoder.push("\u001b[201~j").map((event) => event.type)).toEqual(["reply", "key"]);
  });

  it("longer than the cap is cut and marked, and the rest is dropped", () => {
    const cap = 16 * 1024 * 1024;
    const [event, next] = decode("\u001b[200~", "x".repeat(cap), "yyy", "\u001b[201~", "j");
    expect(event?.type === "paste" && [event.text.length, event.text.at(-1), event.truncated]).toEqual([
      cap,
      "x",
      true,
    ]);
    expect(next).toMatchObject({ name: "j" });
  });
});

describe("the mouse", () => {
  const at = { type: "mouse", x: 9, y: 4 };
  test.each([
    ["\u001b[<0;10;5M", { ...at, kind: "press", button: 0 }],
    ["\u001b[<2;10;5M", { ...at, kind: "press", button: 2 }],
    ["\u001b[<0;10;5m", { ...at, kind: "release", button: 0 }],
    ["\u001b[<32;10;5M", { ...at, kind: "drag", button: 0 }],
    ["\u001b[<64;10;5M", { ...at, kind: "wheel-up", button: 0 }],
    ["\u001b[<65;10;5M", { ...at, kind: "wheel-down", button: 0 }],
    ["\u001b[<81;10;5M", { ...at, kind: "wheel-down", button: 0 }],
    ["\u001b[M *%", { ...at, kind: "press", button: 0 }],
    ["\u001b[M`*%", { ...at, kind: "wheel-up", button: 0 }],
  ])("%j", (input, expected) => {
    expect(decode(input)).toEqual([expected]);
  });

  it("gives nothing for motion, the sideways wheel and a cell left of the first", () => {
    expect(decode("\u001b[<35;10;5M\u001b[<66;10;5M\u001b[<0;0;5M")).toEqual([]);
  });
});

it("reads back every key the test screen presses", () => {
  const named = [
    "enter",
    "esc",
    "tab",
    "space",
    "backspace",
    "delete",
    "insert",
    "home",
    "end",
    "pageup",
    "pagedown",
  ];
  const arrows = ["up", "down", "left", "right"];
  const characters = "abzAZ09?/:!é日".split("");
  const keys = [
    ...named,
    ...arrows,
    ...arrows.flatMap((key) =>
      ["shift", "alt", "ctrl", "ctrl+shift", "ctrl+alt+shift"].map((held) => `${held}+${key}`),
    ),
    ...Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
    ...Array.from("abcdefgjklnopqrstuvwxyz\\]^_", (key) => `ctrl+${key}`),
    ...characters,
    ...characters.map((key) => `alt+${key}`),
    "shift+tab",
    "ctrl+space",
    "alt+enter",
    "alt+backspace",
    "ctrl+alt+d",
    "ctrl+pagedown",
  ];
  for (const applicationCursorKeys of [false, true]) {
    expect(keys.map((key) => keysOf(bytesOf(key, applicationCursorKeys)))).toEqual(keys);
  }
  expect(keys.filter((key) => !isKeyId(key))).toEqual([]);
});

describe("key ids", () => {
  it.each([
    "a",
    "G",
    "?",
    "+",
    "ctrl+d",
    "shift+tab",
    "alt+enter",
    "ctrl+shift+left",
    "space",
    "f12",
    "ctrl+\\",
  ])("%s is one", (id) => {
    expect(isKeyId(id)).toBe(true);
  });

  it.each([
    "",
    "Ctrl+d",
    "ctrl+D",
    "return",
    "shift+a",
    "escape",
    "ctrl+i",
    "ctrl+m",
    "ctrl+h",
    " ",
    "ctrl+1",
    "f36",
  ])("%j is none: no terminal sends it, or it is spelled otherwise", (id) => {
    expect(isKeyId(id)).toBe(false);
  });
});
