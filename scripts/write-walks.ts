// Writes docs/walk-*.svg: the walks of test/support/walks, played in an emulated terminal and recorded. Run after
// `npm run build`.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { receiverOf } from "../test/support/app/header.ts";
import { film, still, type Still } from "../test/support/picture/film.ts";
import { settled } from "../test/support/screen/settled.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { walks } from "../test/support/walks/index.ts";
import { prepare } from "../test/support/walks/prepare.ts";

const root = join(import.meta.dirname, "..");

for (const walk of walks) {
  // Stack traces name it.
  const directory = join(tmpdir(), "hooks");
  mkdirSync(directory);
  const stills: Still[] = [];
  const program = ["node", join(root, "bin", "hooklens.js")];
  await using screen = await startScreen(program, prepare(walk, directory));
  await walk.play({
    screen,
    receiver: await receiverOf(screen),
    directory,
    async show(caption, ms = 2_000) {
      await settled(screen);
      stills.push(still(screen, caption, ms));
    },
  });
  writeFileSync(join(root, "docs", `${walk.name}.svg`), film(screen, stills));
  rmSync(directory, { recursive: true });
}
