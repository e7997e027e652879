import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { processesIn } from "../support/screen/left-behind.ts";
import { openScreen } from "../support/screen/open-screen.ts";
import { startScreen } from "../support/screen/start-screen.ts";

/** Returns a program that prints a text and keeps running. */
function printing(output: string): string[] {
  return ["node", "-e", `process.stdout.write(${JSON.stringify(output)}); setInterval(() => {}, 1e6)`];
}

/** Returns a program in raw mode that prints each read as JSON. */
function echoing(first = ""): string[] {
  return [
    "node",
    "-e",
    `process.stdin.setRawMode(true);
     process.stdin.on("data", (data) => process.stdout.write(JSON.stringify(String(data)) + "\\r\\n"));
     process.stdout.write(${JSON.stringify(`${first}ready\r\n`)});`,
  ];
}

describe("the screen", () => {
  it("has text, rows, cells with colors, and a cursor", async () => {
    const screen = await openScreen(
      printing(
        "plain\r\n\u001b[1;31mred\u001b[0m \u001b[7;92mgreen\u001b[0m\r\n\u001b[2;38;5;208;48;2;1;2;3mx\u001b[0m\r\n  >",
      ),
    );
    await screen.waitFor(">");
    expect(screen.text()).toBe("plain\nred green\nx\n  >");
    expect(screen.line(1)).toBe("red green");
    expect(screen.row(/gre+n/)).toBe(1);
    expect(screen.row(/nothing/)).toBe(-1);
    expect(screen.cell(0, 0)).toMatchObject({
      char: "p",
      fg: "default",
      bg: "default",
      bold: false,
      inverse: false,
    });
    expect(screen.cell(2, 1)).toMatchObject({ char: "d", fg: "red", bold: true });
    expect(screen.cell(4, 1)).toMatchObject({ char: "g", fg: "greenBright", inverse: true });
    expect(screen.cell(0, 2)).toMatchObject({ char: "x", fg: "#ff8700", bg: "#010203", dim: true });
    expect(screen.cursor).toEqual({ x: 3, y: 3, visible: true });
  });

  it("has two cells for wide characters, and treats families, flags and marks as one character", async () => {
    const screen = await openScreen(printing("日本|👩‍👩‍👧|🇩🇪|e\u0301|❤️|👍🏽|."));
    await screen.waitFor(".");
    const characters = Array.from({ length: 20 }, (_, x) => screen.cell(x, 0)).filter(
      ({ width }) => width > 0,
    );
    expect(characters.map(({ char, width }) => `${char}${width}`).join(" ")).toMatch(
      /^日2 本2 \|1 👩‍👩‍👧2 \|1 🇩🇪2 \|1 e\u03011 \|1 ❤️2 \|1 👍🏽2 \|1 \.1( |$)/u,
    );
  });

  it("tracks the alternate buffer, modes, a hidden cursor, and every byte", async () => {
    const output = "\u001b[?1049h\u001b[?2004h\u001b[?1002h\u001b[?25lhere";
    const screen = await openScreen(printing(output));
    await screen.waitFor("here");
    expect(screen.alternate).toBe(true);
    expect(screen.modes).toMatchObject({ bracketedPasteMode: true, mouseTrackingMode: "drag" });
    expect(screen.cursor.visible).toBe(false);
    expect(screen.raw).toBe(output);
  });

  it("renders as SVG text with colors, each run at its column", async () => {
    const screen = await openScreen(printing("a <\u001b[31mred\u001b[0m> 日"), { columns: 20, rows: 2 });
    await screen.waitFor("日");
    const svg = screen.svg();
    expect(svg).toMatch(/^<svg [^>]*viewBox/u);
    // Browsers collapse other spaces.
    expect(svg).toContain(">a\u00A0&lt;</text>");
    expect(svg).toMatch(/<text x="40\.19"[^>]* fill="#f0717b">red<\/text>/u);
    expect(svg).toMatch(/textLength="17\.46"[^>]*>日<\/text>/u);
    const path = join(screen.home, "screen.png");
    await screen.png(path);
    expect((await stat(path)).size).toBeGreaterThan(500);
  });
});

describe("an action", () => {
  it("presses keys as a terminal sends them, and a report between Esc and the next key", async () => {
    const screen = await openScreen(echoing());
    await screen.waitFor("ready");
    const expected: [string, string][] = [
      ["j", "j"],
      ["ctrl+d", "\u0004"],
      ["enter", "\r"],
      ["shift+tab", "\u001b[Z"],
      ["pagedown", "\u001b[6~"],
      ["ctrl+left", "\u001b[1;5D"],
      ["up", "\u001b[A"],
      ["f5", "\u001b[15~"],
      ["alt+x", "\u001bx"],
      ["日", "日"],
      ["esc", "\u001b"],
    ];
    for (const [key, bytes] of expected) {
      screen.press(key);
      await screen.waitFor(JSON.stringify(bytes));
    }
    screen.press("[");
    await screen.waitFor(JSON.stringify("\u001b[0n["));
    expect(() => screen.press("ctrl+1")).toThrow('no terminal sends the key "ctrl+1"');
  });

  it("sends application cursor keys if the program requests them", async () => {
    const screen = await openScreen(echoing("\u001b[?1h"));
    await screen.waitFor("ready");
    screen.press("up");
    await screen.waitFor("OA");
    expect(screen.text()).toBe(`ready\n${JSON.stringify("\u001bOA")}`);
  });

  it("types, and uses bracketed paste only if the program requests it", async () => {
    const plain = await openScreen(echoing());
    await plain.waitFor("ready");
    plain.type("one\ntwo");
    await plain.waitFor('"one\\rtwo"');
    plain.paste("a\nb");
    await plain.waitFor('"a\\rb"');
    expect(plain.line(2)).toBe(JSON.stringify("a\rb"));

    const marked = await openScreen(echoing("\u001b[?2004h"));
    await marked.waitFor("ready");
    marked.paste("a\nb");
    await marked.waitFor("201~");
    expect(marked.line(1)).toBe(JSON.stringify("\u001b[200~a\rb\u001b[201~"));
  });

  it("clicks and scrolls at a cell", async () => {
    const screen = await openScreen(echoing());
    await screen.waitFor("ready");
    screen.click(9, 4);
    await screen.waitFor("[<0;10;5M");
    screen.wheel("down", 0, 0);
    await screen.waitFor("[<65;1;1M");
    expect(screen.line(1)).toBe(JSON.stringify("\u001b[<0;10;5M\u001b[<0;10;5m"));
  });

  it("resizes the terminal, which the program notices", async () => {
    const screen = await openScreen([
      "node",
      "-e",
      `const say = () => console.log(process.stdout.columns + "x" + process.stdout.rows);
       process.stdout.on("resize", say); say(); setInterval(() => {}, 1e6)`,
    ]);
    await screen.waitFor("80x24");
    screen.resize(120, 40);
    await screen.waitFor("120x40");
    expect([screen.columns, screen.rows]).toEqual([120, 40]);
  });

  it("answers the program's terminal queries", async () => {
    const screen = await openScreen(echoing("\u001b[6n"));
    await screen.waitFor("1;1R");
    expect(screen.row(/"\\u001b\[1;1R"/u)).toBeGreaterThanOrEqual(0);
  });

  it("measures the time from a key to its output", async () => {
    const screen = await openScreen(echoing());
    await screen.waitFor("ready");
    const took = await screen.timeTo("z", (now) => now.text().includes('"z"'));
    expect(took).toBeGreaterThan(0);
  });
});

it("returns only complete frames if the program marks their start and end", async () => {
  const screen = await openScreen([
    "node",
    "-e",
    `process.stdin.setRawMode(true);
     process.stdin.once("data", () => {
       process.stdout.write("\\u001b[?2026hfirst half, ");
       process.stdin.on("data", () => process.stdout.write("second half\\u001b[?2026l"));
     });
     process.stdout.write("ready\\r\\n");`,
  ]);
  await screen.waitFor("ready");
  screen.press("x");
  await expect(screen.waitFor("first half", 200)).rejects.toThrow('"first half" not seen in 200 ms');
  screen.press("x");
  await screen.waitFor("first half");
  expect(screen.line(1)).toBe("first half, second half");
});

describe("the end of the program", () => {
  it("distinguishes an exit code from a signal, with the last output on the screen", async () => {
    const ended = await openScreen(["node", "-e", "console.log('last words'); process.exitCode = 7"]);
    expect(await ended.exit).toEqual({ code: 7, signal: null });
    expect(ended.text()).toBe("last words");

    const killed = await openScreen(printing("here"));
    await killed.waitFor("here");
    killed.signal("SIGTERM");
    expect(await killed.exit).toEqual({ code: null, signal: "SIGTERM" });
  });

  it("closes the terminal", async () => {
    const screen = await openScreen(printing("here"));
    await screen.waitFor("here");
    screen.hangUp();
    expect(await screen.exit).toEqual({ code: null, signal: "SIGHUP" });
  });

  it("leaves no home and no process behind, even in another process group", async () => {
    const screen = await startScreen([
      "node",
      "-e",
      `const { spawn } = require("node:child_process");
       const child = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
       console.log("started " + child.pid); setInterval(() => {}, 1e6)`,
    ]);
    await screen.waitFor(/started \d+/);
    const before = await processesIn(screen.home);
    await screen.close();
    const after = await processesIn(screen.home);
    // Process groups can be listed on Linux only.
    expect([before.length, after.length]).toEqual([process.platform === "linux" ? 2 : 0, 0]);
    await expect(stat(screen.home)).rejects.toThrow("ENOENT");
  });
});

describe("a wait that fails", () => {
  it("reports the missing text and shows the screen", async () => {
    const screen = await openScreen(printing("something else"), { columns: 20, rows: 3 });
    await screen.waitFor("something");
    const bar = "─".repeat(20);
    await expect(screen.waitFor("webhook", 50)).rejects.toThrow(
      `"webhook" not seen in 50 ms\n┌${bar}┐\n│something else\n│\n│\n└${bar}┘ cursor 14,0`,
    );
    await expect(screen.waitUntil((now) => now.cell(0, 0).bold, 50)).rejects.toThrow(
      "now.cell(0, 0).bold not seen",
    );
  });

  it("stops when the program exits", async () => {
    const screen = await openScreen(["node", "-e", "console.log('gone')"]);
    await expect(screen.waitFor("webhook")).rejects.toThrow(
      /"webhook" not seen before the program ended \(code 0\)\n┌─+┐\n│gone/u,
    );
  });
});

it("runs the program with its own home and environment", async () => {
  const screen = await openScreen(
    ["sh", "-c", 'echo "[$CI$NO_COLOR$FORCE_COLOR] $TERM $HOME $GIVEN"; sleep 1000'],
    {
      env: { GIVEN: "given", TERM: "dumb" },
    },
  );
  await screen.waitFor("given");
  expect(screen.text()).toBe(`[] dumb ${screen.home} given`);
});
