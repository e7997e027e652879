import { describe, expect, it } from "vitest";
import { chooseTheme } from "../../src/tui/theme.ts";

describe("the theme", () => {
  it("has no colors under NO_COLOR or with --no-color, only weight", () => {
    for (const theme of [chooseTheme({ NO_COLOR: "1" }, false), chooseTheme({}, true)]) {
      expect(Object.values(theme).some(({ color }) => color !== undefined)).toBe(false);
      expect(theme.error.bold).toBe(true);
    }
    expect(chooseTheme({ NO_COLOR: "" }, false).ok.color).toBe("green");
  });

  it("is light on a light background, or on request", () => {
    const accent = (env: Record<string, string>) => chooseTheme(env, false).accent.color;
    expect(accent({})).toBe("cyan");
    expect(accent({ COLORFGBG: "0;15" })).toBe("blue");
    expect(accent({ COLORFGBG: "0;default;7" })).toBe("blue");
    expect(accent({ COLORFGBG: "15;0" })).toBe("cyan");
    expect(accent({ COLORFGBG: "nonsense" })).toBe("cyan");
    expect(accent({ COLORFGBG: "0;15", HOOKLENS_THEME: "dark" })).toBe("cyan");
    expect(accent({ HOOKLENS_THEME: "light" })).toBe("blue");
  });
});
