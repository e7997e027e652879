import { expect, it } from "vitest";
import { openApp } from "../support/app/open-app.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { walks } from "../support/walks/index.ts";
import { prepare } from "../support/walks/prepare.ts";

it.each(walks)("$title", async (walk) => {
  const directory = freshDataDir("walk");
  const { screen, receiver } = await openApp(prepare(walk, directory));
  await walk.play({ screen, receiver, directory, show: () => Promise.resolve() });
  expect(screen.text()).toMatch(walk.result);
});
