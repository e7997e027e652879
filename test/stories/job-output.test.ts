import { describe, expect, it } from "vitest";
import type { OpenApp } from "../support/app/open-app.ts";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { listedId } from "../support/app/steps.ts";
import { shared } from "../support/shared.ts";

const size = { columns: 120, rows: 40 };
const mount = sharedEngine();
const colored = shared(() => mount(size));

/** Runs a script and opens its output. */
async function openOutput(app: OpenApp, script: string): Promise<void> {
  const { screen, hub } = app;
  const { id } = await hub.runJob({ command: ["sh", "-c", script], image: "python:3.12" });
  screen.press("4");
  await screen.waitFor(new RegExp(`[✓✗] (?:completed|error) +${listedId(id).source}`));
  screen.press("g", "g");
  await screen.waitFor(new RegExp(`❯ .*${listedId(id).source}`));
  screen.press("enter");
  await screen.waitFor(/^│\d\d:\d\d:\d\d /);
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
    const app = colored();
    await openOutput(app, colors);
    await app.screen.waitFor("same");
    expect(cellOf(app, "red")).toMatchObject({ fg: "red", bold: false });
    expect(cellOf(app, "bright")).toMatchObject({ fg: "blueBright", bold: true });
    expect(cellOf(app, "orange")).toMatchObject({ fg: "#ff8700" });
    expect(cellOf(app, "boxed")).toMatchObject({ bg: "#010203", fg: "default" });
    expect(cellOf(app, "under")).toMatchObject({ inverse: true });
    expect(cellOf(app, "hidden")).toMatchObject({ fg: "default" });
    expect(cellOf(app, "same")).toMatchObject({ fg: "default", bg: "default" });
    app.screen.press("esc");
    await app.screen.waitFor(/❯ ✓ completed/);
  });

  it("keeps only the weights under NO_COLOR", async () => {
    const plain = await mount({ ...size, env: { NO_COLOR: "1" } });
    await openOutput(plain, colors);
    await plain.screen.waitFor("same");
    expect(cellOf(plain, "red")).toMatchObject({ fg: "default" });
    expect(cellOf(plain, "bright")).toMatchObject({ fg: "default", bold: true });
    expect(cellOf(plain, "boxed")).toMatchObject({ bg: "default" });
  });

  it("makes every other sequence visible, and finds a text through colors", async () => {
    const hostile = String.raw`printf '\033]0;title\007\033[2Jcleared\033[5mblinks\033[8mconceals\n'
printf 'needle one\n\033[32mnee\033[31mdle\033[0m two\n'`;
    const app = colored();
    const { screen } = app;
    await openOutput(app, hostile);
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
