import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { reviewPage } from "../../src/policy/report/review/review-page.ts";
import { type ReviewSource, reviewReport } from "../../src/policy/report/review/review-report.ts";
import { chromiumFile, sharedBrowser, type WatchedPage } from "../support/browser/browser.ts";
import { textContrasts } from "../support/browser/contrast.ts";
import { pdfPages } from "../support/browser/pdf-text.ts";
import { hostileStrings } from "../support/hostile-text.ts";
import { sealAll } from "../support/policy/receipts.ts";
import { entryOn, reviewSource } from "../support/policy/review-source.ts";
import { validPolicy } from "../support/policy/valid-policy.ts";

const policy = validPolicy();

/** Creates a review with every standing, a long discussion, and a receipt. */
async function wholeReview(): Promise<ReviewSource> {
  const flag = entryOn(policy, 1, "flagged", {
    by: "Bob Stone",
    text: "Needs counsel.\nIs this enough?",
    at: "2026-11-22T09:51:00.000Z",
  });
  const replies = Array.from({ length: 40 }, (_, index) =>
    entryOn(policy, 1, "reply", { to: flag.id, by: "ann", text: `Answer number ${index}.` }),
  );
  const source = reviewSource(policy, [
    flag,
    ...replies,
    entryOn(policy, 1, "approved", { by: "ann" }),
    entryOn(policy, 0, "approved", { by: "ann" }),
    entryOn(policy, 2, "approved", { by: "ann", clauseHash: "0".repeat(64) }),
    entryOn(policy, 3, "comment", { clauseId: "GONE-1", text: "Of a removed clause." }),
  ]);
  return { ...source, seal: { ...source.seal, receipts: await sealAll([policy]) } };
}

describe.skipIf(chromiumFile === null)("the report of a review in a browser", () => {
  const openPage = sharedBrowser();

  /** Opens the report as a person does: from a file. */
  async function openReport(
    source: ReviewSource,
    options: BrowserContextOptions = {},
  ): Promise<WatchedPage & { readonly url: string }> {
    const folder = mkdtempSync(join(tmpdir(), "hooklens-review-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "review.html");
    writeFileSync(file, reviewPage(reviewReport(source)));
    const watched = await openPage(options);
    const url = pathToFileURL(file).href;
    await watched.page.goto(url);
    await watched.page.waitForLoadState("networkidle");
    return { ...watched, url };
  }

  test("asks for nothing else, complains of nothing, and has every part under its heading", async () => {
    const { page, requests, complaints, url } = await openReport(await wholeReview());
    expect(requests).toEqual([url]);
    expect(complaints).toEqual([]);
    expect(await page.title()).toBe("Review of Clinical data handling");
    expect(await page.locator("h2").allInnerTexts()).toEqual([
      "Open",
      "Changes since HEAD",
      "Matrix",
      "Findings",
      "Decisions",
      "Earlier entries",
      "Seal",
    ]);
    const row = page.getByRole("row", { name: /^HC-164\.301/ });
    expect(await row.getByRole("cell").last().innerText()).toBe("≠ disagreement");
    const flagged = page.getByRole("article").filter({ hasText: "HC-164.301" });
    expect(await flagged.locator("li li").count()).toBe(40);
    expect(await flagged.innerText()).toContain(
      "⚑ flagged by Bob Stone, 2026-11-22 09:51 UTC\nNeeds counsel.\nIs this enough?",
    );
  });

  test("shows the whole matrix without scrolling sideways at a width of 1,100 pixels", async () => {
    const { page } = await openReport(await wholeReview(), { viewport: { width: 1100, height: 900 } });
    const [content, room] = (await page.evaluate(
      "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('.scroll'))",
    )) as [number, number];
    expect(room).toBeGreaterThan(1000);
    expect(content).toBe(room);
  });

  test("prints all its text, in black on white, with the matrix on one page", async () => {
    const { page } = await openReport(await wholeReview(), { colorScheme: "dark" });
    const pages = pdfPages(await page.pdf({ preferCSSPageSize: true }));
    const all = pages.join("");
    for (const text of [
      "ReviewofClinicaldatahandling",
      "HC-164.301Clausenumber2:≠disagreement",
      "flaggedbyBobStone,2026-11-2209:51UTCNeedscounsel.Isthisenough?",
      ...Array.from({ length: 40 }, (_, index) => `Answernumber${index}.`),
      "GONE-1:",
      "Ofaremovedclause.",
      "quorum3-of-5,SHA3-256root",
    ]) {
      expect(all).toContain(text);
    }
    const matrixPage = pages.find((text) => text.includes("MatrixClausesbyaxes."));
    expect(matrixPage).toContain("HC-164.300Clausenumber1●0.9");
    expect(matrixPage).toContain(
      "Clausesperaxis1221122111Mandatoryweight0.90.90.90.90.90.90.90.00.00.9●mandatory,◐recommended",
    );

    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const colors = await page.evaluate(
      `[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]`,
    );
    expect(colors).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    expect((await textContrasts(page)).filter(([, ratio]) => ratio < 4.5)).toEqual([]);
    // Between the margins of a sheet of A4, at the density a page is laid out in.
    await page.setViewportSize({ width: Math.floor(((297 - 24) / 25.4) * 96), height: 700 });
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await page.evaluate("document.querySelector('table').scrollWidth <= innerWidth")).toBe(true);
  });

  test("shows hostile names, reasons and IDs as text", async () => {
    const markup = `<img src=x onerror=alert(1)>"'&</style></title><script>alert(1)</script>`;
    const texts = [markup, ...hostileStrings.map(({ text }) => text.toWellFormed() + markup)];
    const entries = texts.flatMap((text) => [
      entryOn(policy, 0, "comment", { by: text, text }),
      entryOn(policy, 0, "flagged", { by: text, clauseId: text, text }),
    ]);
    const { page, requests, complaints, url } = await openReport(reviewSource(policy, entries));
    expect(await page.locator("img, script").count()).toBe(0);
    expect(await page.getByText("<img src=x onerror=alert(1)>").count()).toBeGreaterThanOrEqual(texts.length);
    expect(requests).toEqual([url]);
    expect(complaints).toEqual([]);
  });
});
