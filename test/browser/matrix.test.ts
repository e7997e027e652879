import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { matrixPage } from "../../src/policy/report/html/matrix-page.ts";
import { chromiumFile, sharedBrowser, type WatchedPage } from "../support/browser/browser.ts";
import { textContrasts } from "../support/browser/contrast.ts";
import { pdfPages } from "../support/browser/pdf-text.ts";
import { hostileStrings } from "../support/hostile-text.ts";
import { checked } from "../support/policy/checked.ts";
import { mapping, validPolicy } from "../support/policy/valid-policy.ts";

const fixtures = new URL("../../fixtures/policies/", import.meta.url);

/** Every shade and every enforcement, and findings of both severities. */
function colorful(): unknown {
  const policy = validPolicy({ schema_version: "1.0.1" });
  [0, 0.2, 0.4, 0.6, 0.9].forEach((weight, index) => {
    policy.regulatory_clauses[index]!.lambda_axes = [
      mapping("Λ3", weight, "mandatory"),
      mapping("Λ6", weight, "recommended"),
      { ...mapping("Λ9", weight, "informational"), rationale: "Because somebody has to look at it." },
    ];
  });
  return policy;
}

/** Shows a policy's page as a person opens it: from a file. Gives its URL. */
async function show({ page }: WatchedPage, source: unknown): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "hooklens-matrix-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "matrix.html");
  writeFileSync(file, matrixPage(checked(source).check));
  const url = pathToFileURL(file).href;
  await page.goto(url);
  return url;
}

describe.skipIf(chromiumFile === null)("the matrix as a page in a browser", () => {
  const openPage = sharedBrowser();

  /** Shows a policy's matrix on a page of its own. */
  async function openMatrix(source: unknown, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await openPage(options);
    await show(watched, source);
    return watched;
  }

  test("of each shipped policy asks for nothing else, and complains of nothing", async () => {
    const names = readdirSync(fixtures).filter((name) => name.endsWith(".yaml"));
    expect(names).toHaveLength(10);
    await Promise.all(
      names.map(async (name) => {
        const watched = await openPage();
        const { page } = watched;
        const url = await show(watched, readFileSync(new URL(name, fixtures), "utf8"));
        await page.waitForLoadState("networkidle");
        expect(await page.locator("tbody tr").count()).toBeGreaterThanOrEqual(8);
        expect(await page.title()).toBe(await page.locator("h1").innerText());
        expect(watched.requests).toEqual([url]);
        expect(watched.complaints).toEqual([]);
      }),
    );
  });

  test("has a table whose cells a screen reader can tell, the findings and every rationale", async () => {
    const { page } = await openMatrix(colorful());
    expect(await page.locator("thead th[scope=col]").count()).toBe(11);
    expect(await page.locator("tbody th[scope=row]").count()).toBe(8);
    const cell = page
      .getByRole("row", { name: /^HC-164\.304/ })
      .getByRole("cell")
      .nth(2);
    expect(await cell.innerText()).toBe("● 0.9\nmandatory");
    expect(await page.getByRole("columnheader", { name: /^Λ3! mandatory axis/ }).count()).toBe(1);
    const text = await page.locator("main").innerText();
    expect(text).toContain("Because somebody has to look at it.");
    expect(text).toContain("schema-version-mismatch");
    expect(text).toContain("Code of Federal Regulations, title 45, section 164.307");
  });

  test.each([
    ["light", "screen"],
    ["dark", "screen"],
    ["light", "print"],
    ["dark", "print"],
  ] as const)("has a contrast of 4.5:1 for all its text: %s, %s", async (colorScheme, media) => {
    const { page } = await openMatrix(colorful(), { colorScheme });
    await page.emulateMedia({ media, colorScheme });
    const contrasts = await textContrasts(page);
    expect(contrasts.length).toBeGreaterThan(100);
    expect(contrasts.filter(([, ratio]) => ratio < 4.5)).toEqual([]);
    const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    const isDark = colorScheme === "dark" && media === "screen";
    expect(ground).toBe(isDark ? "rgb(20, 23, 26)" : "rgb(255, 255, 255)");
  });

  test("prints its shades: grounds are kept, and edges grow with the weight where a printer leaves them out", async () => {
    const { page } = await openMatrix(colorful());
    await page.emulateMedia({ media: "print" });
    const cells = (await page.evaluate(
      `[...document.querySelectorAll("tbody tr:nth-child(-n+5) td:nth-of-type(3)")].map((cell) => {
        const style = getComputedStyle(cell);
        return [style.printColorAdjust, style.backgroundColor, parseFloat(style.borderBottomWidth)];
      })`,
    )) as [string, string, number][];
    expect(cells).toHaveLength(5);
    expect(new Set(cells.map(([, ground]) => ground)).size).toBe(5);
    expect(cells.map(([adjust]) => adjust)).toEqual(Array.from({ length: 5 }, () => "exact"));
    const edges = cells.map(([, , edge]) => edge);
    expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    expect(new Set(edges).size).toBe(5);
  });

  test("prints all its columns on the page, in landscape", async () => {
    const { page } = await openMatrix(colorful());
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    const boxes = [...pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(boxes.length).toBeGreaterThan(0);
    for (const [, width, height] of boxes) expect(Number(width)).toBeGreaterThan(Number(height));
    expect(pdfPages(pdf).join("")).toContain("Becausesomebodyhastolookatit.");
    // Between the margins of a sheet of A4, at the density a page is laid out in.
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: Math.floor(((297 - 24) / 25.4) * 96), height: 700 });
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await page.evaluate("document.querySelector('table').scrollWidth <= innerWidth")).toBe(true);
  });

  test("runs no script, not even one that is put into the page", async () => {
    const { page, complaints } = await openMatrix(validPolicy());
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = 1' }))",
    );
    expect(await page.title()).toBe("Clinical data handling");
    await expect.poll(() => complaints.join()).toContain("Content Security Policy");
  });

  test("shows hostile text of every field as text", async () => {
    const markup = `<img src=x onerror=alert(1)>"'&</style></title><script>alert(1)</script>`;
    const texts = [markup, ...hostileStrings.map(({ text }) => text.toWellFormed() + markup)];
    const { page, requests, complaints } = await openMatrix(poisoned(texts.join(" ")));
    expect(await page.locator("img, script").count()).toBe(0);
    const title = await page.locator("h1").innerText();
    expect(title.split("<img src=x onerror=alert(1)>")).toHaveLength(texts.length + 1);
    expect(requests).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test("of a document the schema refuses shows what can be read", async () => {
    const policy = { ...validPolicy(), meta: 3, regulatory_clauses: [{ lambda_axes: [{ axis: "Λ3" }] }, 7] };
    const { page, complaints } = await openMatrix(policy);
    expect(await page.locator("tbody tr").count()).toBe(2);
    expect(await page.locator("h1").innerText()).toBe("policies/one.yaml");
    expect(await page.locator("ol li").count()).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
  });
});

/** Every text of a policy, and every key that may be called anything, with this in it. */
function poisoned(text: string): unknown {
  const poison = (value: unknown): unknown => {
    if (typeof value === "string")
      return /^(?:Λ\d+|mandatory|recommended)$/.test(value) ? value : `${value} ${text}`;
    if (Array.isArray(value)) return value.map(poison);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poison(each)]));
  };
  const policy = poison({ ...validPolicy(), [text]: text }) as ReturnType<typeof validPolicy>;
  policy.regulatory_clauses[0]!.lambda_axes[0]!.rationale = text;
  return policy;
}
