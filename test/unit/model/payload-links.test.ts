import { expect, it } from "vitest";
import { linksIn } from "../../../src/model/payload-links.ts";
import { fullPayload } from "../../support/sample-payload.ts";

const links = (payload: unknown) =>
  linksIn(new TextEncoder().encode(typeof payload === "string" ? payload : JSON.stringify(payload))).map(
    ({ to, url }) => `${to} ${url}`,
  );

it("names the pages of repo, commit, discussion and comment", () => {
  const repo = "https://huggingface.co/datasets/me/corpus";
  expect(links(fullPayload())).toEqual([
    `repo ${repo}`,
    `commit ${repo}/commit/c379e821c9c95d613899e8c4343e4bfee2b0c600`,
    `discussion ${repo}/discussions/3`,
    `comment ${repo}/discussions/3#6398872887bfcfb93a306f18`,
  ]);
});

it("names only addresses of http and https, without control characters", () => {
  const repo = (web: unknown, headSha: unknown = null) => ({ repo: { url: { web }, headSha } });
  expect(links(repo("javascript:alert(1)"))).toEqual([]);
  expect(links(repo("file:///etc/passwd"))).toEqual([]);
  expect(links(repo(5))).toEqual([]);
  expect(links(repo("https://huggingface.co:evil@a.example/"))).toEqual([]);
  expect(links(repo("https://a.example/\u001b]8;;\u0007\u202e"))).toEqual([
    "repo https://a.example/%1B]8;;%07%E2%80%AE",
  ]);
  expect(links(repo("https://a.example", "../../evil"))).toEqual(["repo https://a.example/"]);
  expect(links("not json")).toEqual([]);
  expect(links("[]")).toEqual([]);
});
