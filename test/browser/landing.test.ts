import { type BrowserContextOptions } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumFile, sharedBrowser, type WatchedPage } from "../support/browser/browser.ts";
import { textContrasts } from "../support/browser/contrast.ts";
import { openReceiver } from "../support/open-receiver.ts";

const secret = "s3cret-of-the-landing-page";

describe.skipIf(chromiumFile === null)("the landing page in a browser", () => {
  const openPage = sharedBrowser();

  async function openLanding(
    routes: readonly string[],
    options: BrowserContextOptions = {},
  ): Promise<WatchedPage & { readonly url: string }> {
    const receiver = await openReceiver({ routes, secret });
    const watched = await openPage(options);
    await watched.page.goto(`${receiver.url}/`);
    return { ...watched, url: receiver.url };
  }

  test("has every route with its whole URL, and how to register and to try it", async () => {
    const { page, url } = await openLanding(["inbox", "train/all data"]);
    const text = await page.locator("body").innerText();
    expect(await page.title()).toBe("hooklens receiver");
    for (const path of ["/webhooks/inbox", "/webhooks/train/all%20data"]) {
      expect(text).toContain(`POST ${url}${path}`);
      expect(text).toContain(`Target URL: ${url}${path}`);
      expect(text).toContain(`hooklens webhooks create --url ${url}${path} --watch user:YOU --secret @FILE`);
      expect(text).toContain(
        `printf 'x-webhook-secret: %s\\n' "$WEBHOOK_SECRET" | curl ${url}${path} --json '{"event"`,
      );
    }
    expect(text).not.toContain(secret);
  });

  test("asks nobody for anything else, and complains of nothing", async () => {
    const { page, url, requests, complaints } = await openLanding(["inbox"]);
    await page.waitForLoadState("networkidle");
    expect(requests).toEqual([`${url}/`]);
    expect(complaints).toEqual([]);
  });

  test("runs no script: the policy keeps even one that is put into the page from running", async () => {
    const { page, complaints } = await openLanding(["inbox"]);
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = 1' }))",
    );
    expect(await page.title()).toBe("hooklens receiver");
    await expect.poll(() => complaints.join()).toContain("Content Security Policy");
  });

  test.each(["light", "dark"] as const)("has a contrast of 7:1 for all its text, %s", async (colorScheme) => {
    const { page } = await openLanding(["inbox", "train"], { colorScheme });
    const contrasts = await textContrasts(page);
    expect(contrasts.length).toBeGreaterThan(20);
    expect(contrasts.filter(([, ratio]) => ratio < 7)).toEqual([]);
    const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(ground).toBe(colorScheme === "light" ? "rgb(255, 255, 255)" : "rgb(20, 23, 26)");
  });

  test("fits a phone: nothing is wider than its screen, and text is 14 px or more", async () => {
    const name = `a-route-with-a-name-that-is-long-${"x".repeat(120)}`;
    const { page } = await openLanding([name], { viewport: { width: 360, height: 740 }, isMobile: true });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    const smallest = await page.evaluate(
      "Math.min(...[...document.querySelectorAll('body *')].map((one) => parseFloat(getComputedStyle(one).fontSize)))",
    );
    expect(smallest).toBeGreaterThanOrEqual(14);
  });

  test("says in a Space that it sleeps, and lets the Hub's page show it in a frame, nobody else's", async () => {
    const space = await openReceiver({ publicUrl: () => "https://me-hooks.hf.space", open: true });
    const { page } = await openPage();
    const answer = await page.goto(`${space.url}/`);
    const text = await page.locator("body").innerText();
    expect(text).toContain("POST https://me-hooks.hf.space/webhooks/inbox");
    expect(text).toContain("48 hours");
    expect(text).toContain("A route without a webhook secret accepts deliveries");
    expect(answer?.headers()["content-security-policy"]).toContain("frame-ancestors https://huggingface.co");
    const elsewhere = await openReceiver();
    const plain = await page.goto(`${elsewhere.url}/`);
    expect(await page.locator("body").innerText()).not.toContain("48 hours");
    expect(plain?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  test("shows a route's hostile name as text", async () => {
    const { page, complaints } = await openLanding([`<img src=x onerror=alert(1)>"'&`]);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator("h3").innerText()).toBe(`<img src=x onerror=alert(1)>"'&`);
    expect(complaints).toEqual([]);
  });
});
