import { describe, expect, it } from "vitest";
import { colorRoles, type ThemeSetting } from "../../src/model/interface-settings.ts";
import { backgroundOfReply, backgroundOfVariable } from "../../src/terminal/background.ts";
import { chooseTheme } from "../../src/tui/theme.ts";

const auto: ThemeSetting = { base: "auto", colors: {} };

describe("the theme", () => {
  it("has no colors without color, only weight, whatever the settings say", () => {
    const wanted: ThemeSetting = { base: "light", colors: { accent: "#ff0000" } };
    const { programColors, ...theme } = chooseTheme(wanted, true, "dark");
    expect(programColors).toBeNull();
    expect(Object.values(theme).some(({ color }) => color !== undefined)).toBe(false);
    expect(theme.error.bold).toBe(true);
  });

  it("is that of the background, or the one of the settings", () => {
    expect(chooseTheme(auto, false, "dark").accent.color).toBe("cyan");
    expect(chooseTheme(auto, false, "light").accent.color).toBe("blue");
    expect(chooseTheme({ base: "dark", colors: {} }, false, "light").accent.color).toBe("cyan");
    expect(chooseTheme({ base: "light", colors: {} }, false, "dark").accent.color).toBe("blue");
  });

  it("has neither gray nor dim text in high contrast", () => {
    const { programColors, ...theme } = chooseTheme({ base: "high-contrast", colors: {} }, false, "dark");
    expect(programColors).toBeNull();
    const looks = Object.values(theme);
    expect(looks.filter(({ color, dimColor }) => color !== undefined || dimColor === true)).toEqual([]);
    for (const role of ["accent", "ok", "warn", "error", "selection"] as const) {
      expect(theme[role].bold).toBe(true);
    }
  });

  it("has the colors of the settings, and the weight of its base", () => {
    const colors = Object.fromEntries(colorRoles.map((role) => [role, "#123456"]));
    const theme = chooseTheme({ base: "high-contrast", colors }, false, "dark");
    expect(colorRoles.map((role) => theme[role].color)).toEqual(colorRoles.map(() => "#123456"));
    expect(theme.selection).toEqual({ inverse: true, bold: true, color: "#123456" });
    expect(theme.plain).toEqual({});
    expect(chooseTheme({ base: "auto", colors: { ok: "blue" } }, false, "light")).toMatchObject({
      ok: { color: "blue" },
      warn: { color: "magenta" },
    });
  });
});

describe("the background", () => {
  it("is read from the terminal's reply", () => {
    expect(backgroundOfReply("11;rgb:1e1e/1e1e/2e2e")).toBe("dark");
    expect(backgroundOfReply("11;rgb:ffff/ffff/dddd")).toBe("light");
    expect(backgroundOfReply("11;rgb:f/f/f")).toBe("light");
    expect(backgroundOfReply("11;rgba:fdfd/f6f6/e3e3/ffff")).toBe("light");
    expect(backgroundOfReply("11;rgb:00/00/ff")).toBe("dark");
    for (const other of ["10;rgb:ffff/ffff/ffff", "4;1;rgb:ffff/ffff/ffff", "11;white", "11;rgb:ffff", ""]) {
      expect(backgroundOfReply(other)).toBeNull();
    }
  });

  it("is read from COLORFGBG", () => {
    expect(["0;15", "0;default;7", "15;0", "12;8"].map(backgroundOfVariable)).toEqual([
      "light",
      "light",
      "dark",
      "dark",
    ]);
    expect([undefined, "", "nonsense", "15;"].map(backgroundOfVariable)).toEqual([null, null, null, null]);
  });
});
