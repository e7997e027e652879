import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { TokenFileError } from "../../../src/hub/errors.ts";
import { resolveToken } from "../../../src/hub/token.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

/** A home with these files in it; their contents are their own paths. */
function homeWith(...files: string[]): string {
  const home = freshDataDir("home");
  mkdirSync(home);
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), `hf_${file}\n`);
  }
  return home;
}

const usual = ".cache/huggingface/token";

test("the flag, then HF_TOKEN, then the older variable, then the file", () => {
  const home = homeWith(usual);
  const env = { HF_TOKEN: " hf_env ", HUGGING_FACE_HUB_TOKEN: "hf_older" };
  const stored = null;
  expect(resolveToken({ flag: "hf_flag\n", env, home })).toEqual({
    token: "hf_flag",
    source: "--token",
    stored,
  });
  expect(resolveToken({ env, home })).toEqual({ token: "hf_env", source: "HF_TOKEN", stored });
  expect(resolveToken({ env: { ...env, HF_TOKEN: " " }, home })).toEqual({
    token: "hf_older",
    source: "HUGGING_FACE_HUB_TOKEN",
    stored,
  });
  expect(resolveToken({ env: {}, home })).toEqual({
    token: `hf_${usual}`,
    source: join(home, usual),
    stored,
  });
});

test("the file is where the Hub's own tools keep it", () => {
  const home = homeWith(usual, "xdg/huggingface/token", "hf/token", "elsewhere");
  const sourceFor = (env: Record<string, string>) => resolveToken({ env, home })?.source;
  const xdg = { XDG_CACHE_HOME: join(home, "xdg") };
  expect(sourceFor(xdg)).toBe(join(home, "xdg/huggingface/token"));
  expect(sourceFor({ ...xdg, HF_HOME: join(home, "hf") })).toBe(join(home, "hf/token"));
  expect(sourceFor({ ...xdg, HF_HOME: "~/hf" })).toBe(join(home, "hf/token"));
  expect(sourceFor({ HF_HOME: "$BASE/${NAME}$NONE", BASE: home, NAME: "hf" })).toBe(undefined);
  expect(sourceFor({ HF_HOME: "$BASE/${NAME}", BASE: home, NAME: "hf" })).toBe(join(home, "hf/token"));
  expect(sourceFor({ ...xdg, HF_HOME: "x", HF_TOKEN_PATH: "~/elsewhere" })).toBe(join(home, "elsewhere"));
});

/** As the Hub's own tools write it. */
const storedTokens = `[home]
hf_token = hf_of_home

[work laptop]
hf_token = hf_.cache/huggingface/token
refresh_token = hf_oauth_x%y
expires_at = 1700000000

# an older tool's
[old]
HF_TOKEN: hf_of_old
`;

test("the active token has the name the Hub's own tools keep it under, and the moment it ends", () => {
  const home = homeWith(usual);
  writeFileSync(join(home, ".cache/huggingface/stored_tokens"), storedTokens);
  expect(resolveToken({ env: {}, home })).toEqual({
    token: `hf_${usual}`,
    source: join(home, usual),
    stored: { name: "work laptop", token: `hf_${usual}`, expiresAtMs: 1_700_000_000_000 },
  });
});

test("a token can be given by its name, and a name there is none of is a token", () => {
  const home = homeWith();
  mkdirSync(join(home, "hf"));
  writeFileSync(join(home, "hf", "stored_tokens"), storedTokens.replaceAll("\n", "\r\n"));
  const tokenOf = (flag: string) => resolveToken({ flag, env: { HF_HOME: join(home, "hf") }, home })?.token;
  expect(tokenOf("home")).toBe("hf_of_home");
  expect(tokenOf("old")).toBe("hf_of_old");
  expect(tokenOf("work laptop")).toBe(`hf_${usual}`);
  expect(tokenOf("work")).toBe("work");
  expect(resolveToken({ flag: "home", env: {}, home })?.token).toBe("home");
});

test("a file of stored tokens that is damaged names no token, and hides none", () => {
  const home = homeWith(usual);
  writeFileSync(
    join(home, ".cache/huggingface/stored_tokens"),
    "hf_token = x\n[\n[a]\nhf_token\n[b]\nnothing = 1\n",
  );
  expect(resolveToken({ env: {}, home })).toMatchObject({ token: `hf_${usual}`, stored: null });
});

test("no token, no file, or an empty one: null", () => {
  expect(resolveToken({ env: {}, home: homeWith() })).toBe(null);
  const home = homeWith(usual);
  writeFileSync(join(home, usual), " \n");
  expect(resolveToken({ flag: "", env: {}, home })).toBe(null);
  expect(resolveToken({ env: { HF_TOKEN_PATH: join(home, usual, "below-a-file") }, home })).toBe(null);
});

test("a file that cannot be read is an error that names it", () => {
  const home = homeWith();
  mkdirSync(join(home, usual), { recursive: true });
  expect(() => resolveToken({ env: {}, home })).toThrow(TokenFileError);
  expect(() => resolveToken({ env: {}, home })).toThrow(
    `cannot read the token file ${join(home, usual)} (EISDIR).`,
  );
});
