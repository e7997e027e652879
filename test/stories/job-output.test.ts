import { describe, expect, it } from "vitest";
import type { OpenApp, OpenAppOptions } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";

/** Runs a script and opens its output. */
async function openOutput(script: string, options: OpenAppOptions = {}): Promise<OpenApp> {
  const app = await mountAttached({ columns: 120, rows: 40, ...options });
  const { screen } = app;
  await app.hub.runJob({ command: ["sh", "-c", script], image: "python:3.12" });
  screen.press("4");
  await screen.waitFor(/[✓✗] (?:completed|error)/);
  screen.press("enter");
  await screen.waitFor(/^│\d\d:\d\d:\d\d /);
  return app;
}

/** Returns the first cell of a text on the screen. */
function cellOf({ screen }: OpenApp, text: string) {
  const y = screen.row(new RegExp(`:\\d\\d ${text}|│ *${text}`));
  return screen.cell(screen.line(y).indexOf(text), y);
}

const colors = String.raw`printf '\033[31mred\033[0m\n\033[1;94mbright\033[m\n\033[38;5;208morange\033[0m\n'
printf '\033[48;2;1;2;3;3mboxed\033[0m\n\033[4;7munder\033[0m\n\033[30mhidden\033[0m\n\033[31;41msame\033[0m\n'`;

describe("the output of a run", () => {
  it("keeps the colors and weights of the program, and hides no text", async () => {
    const app = await openOutput(colors, { env: { FORCE_COLOR: "3" } });
    await app.screen.waitFor("same");
    expect(cellOf(app, "red")).toMatchObject({ fg: "red", bold: false });
    expect(cellOf(app, "bright")).toMatchObject({ fg: "blueBright", bold: true });
    expect(cellOf(app, "orange")).toMatchObject({ fg: "#ff8700" });
    expect(cellOf(app, "boxed")).toMatchObject({ bg: "#010203", fg: "default" });
    expect(cellOf(app, "under")).toMatchObject({ inverse: true });
    expect(cellOf(app, "hidden")).toMatchObject({ fg: "default" });
    expect(cellOf(app, "same")).toMatchObject({ fg: "default", bg: "default" });
  });

  it("keeps only the weights under NO_COLOR", async () => {
    const plain = await openOutput(colors, { env: { NO_COLOR: "1" } });
    await plain.screen.waitFor("same");
    expect(cellOf(plain, "red")).toMatchObject({ fg: "default" });
    expect(cellOf(plain, "bright")).toMatchObject({ fg: "default", bold: true });
    expect(cellOf(plain, "boxed")).toMatchObject({ bg: "default" });
  });

  it("makes every other sequence visible, and finds a text through colors", async () => {
    const hostile = String.raw`printf '\033]0;title\007\033[2Jcleared\033[5mblinks\033[8mconceals\n'
printf 'needle one\n\033[32mnee\033[31mdle\033[0m two\n'`;
    const app = await openOutput(hostile);
    const { screen } = app;
    await screen.waitFor("␛]0;title␇␛[2Jclearedblinksconceals");
    screen.press("/");
    screen.type("needle");
    await screen.waitFor("2 hits");
    screen.press("enter");
    await screen.waitFor("1 of 2 hits");
    screen.press("n");
    await screen.waitFor("2 of 2 hits");
    const y = screen.row(/needle two/);
    const x = screen.line(y).indexOf("needle");
    expect([screen.cell(x, y).fg, screen.cell(x + 3, y).fg]).toEqual(["green", "red"]);
    expect(screen.cell(x + 3, y).inverse).toBe(true);
    // The only sequences of the program that reach the terminal are colors.
    expect(screen.raw).not.toMatch(/\u001b\]0|\u001b\[(?:5|8)m|\u001b\[2J␛/);
  });
});
