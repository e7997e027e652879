import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post } from "../support/app/steps.ts";

it("copies a delivery in each form, with its size", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen, receiver, dataDir } = app;
  const url = "https://huggingface.co/datasets/me/corpus";
  const { repo, ...rest } = contentPayload("me/corpus");
  await post(app, { ...rest, repo: { ...(repo as object), url: { web: url } } });
  screen.press("2");
  await screen.waitFor(/❯.*me\/corpus/);

  /** Copies the text of a label. */
  async function copy(label: string): Promise<string> {
    screen.press("y");
    await screen.waitFor(new RegExp(`│ .*${label} +[\\d,]+ characters?`));
    while (!new RegExp(`❯ ${label} +[\\d,]+ character`).test(screen.text())) {
      const at = screen.row(/│ ❯ /);
      screen.press("down");
      await screen.waitUntil((now) => now.row(/│ ❯ /) !== at);
    }
    const { length } = screen.copied;
    screen.press("enter");
    await screen.waitUntil((now) => now.copied.length > length);
    const copied = screen.copied.at(-1) ?? "";
    await screen.waitFor(`Copied the ${label} (${copied.length.toLocaleString("en")} character`);
    return copied;
  }

  expect(await copy("delivery ID")).toBe("1");
  expect(JSON.parse(await copy("payload"))).toMatchObject({ repo: { name: "me/corpus" } });
  expect(JSON.parse(await copy("JSON line"))).toMatchObject({ seq: 1, bookmark: null });
  expect(await copy("httpie")).toMatch(/^http --check-status --ignore-stdin/);
  expect(await copy("trigger")).toBe(
    "hooklens trigger repo.content.update --repo dataset:me/corpus --from 1",
  );
  expect(await copy("receiver URL")).toBe(`${receiver}/webhooks/inbox`);
  expect(await copy("repo URL")).toBe(url);
  expect(dataDir).toContain("hooklens");
  await promisify(execFile)("sh", ["-c", await copy("curl")]);
  await screen.waitFor("≡ 1");
});
