import { it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { walks } from "../support/walks/index.ts";
import { prepare } from "../support/walks/prepare.ts";

it.each(walks)("$title", async (walk) => {
  const directory = freshDataDir("walk");
  const { screen, receiver } = await mountApp(prepare(walk, directory));
  await walk.play({ screen, receiver, directory, show: () => Promise.resolve() });
  await screen.waitFor(walk.result);
});
