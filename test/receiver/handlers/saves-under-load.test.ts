import { expect, test, vi } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { openDirectory } from "../../support/handlers-directory.ts";
import { postSteadily } from "../../support/load.ts";
import { openReceiver } from "../../support/open-receiver.ts";

/** Number of saves; `HOOKLENS_RELOAD_SAVES=200` for the thorough run. */
const saves = Number(process.env["HOOKLENS_RELOAD_SAVES"] ?? 40);
const perSecond = 500;

/** Returns a module whose response contains its save and shows that it has loaded completely. */
function moduleOf(save: number): string {
  return `
    import { settle } from "./lib/settle.ts";
    let state = "half";
    const moment = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
    export default async (payload: unknown): Promise<string> => {
      await moment(${save % 5});
      return state + " ${save}";
    };
    await moment(20);
    state = settle("whole");
  `;
}

test(
  `${saves} saves while ${perSecond} deliveries a second arrive: each is answered, by a module that has loaded`,
  async () => {
    const opened = await openDirectory({
      "train.ts": moduleOf(0),
      "lib/settle.ts": "export const settle = (word: string): string => word;",
    });
    const receiver = await openReceiver({ routes: opened.handlers.routes() });
    const answers = new Map<string, number>();
    let latest = 0;
    let saving = true;
    const posting = postSteadily({
      port: receiver.port,
      route: "train",
      body: '{"event":{"action":"update","scope":"repo.content"}}',
      perSecond,
      connections: 16,
      goOn: () => saving,
      answered(status, body) {
        const answer = `${status} ${body.replace(/\d+$/, "")}`;
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
        latest = Math.max(latest, Number(/\d+$/.exec(body)?.[0] ?? 0));
      },
    });
    for (let save = 1; save <= saves; save += 1) {
      if (save % 2 === 0) opened.replace("train.ts", moduleOf(save));
      else {
        // An editor that is interrupted: the partial file does not parse.
        opened.save("train.ts", moduleOf(save).slice(0, 200));
        opened.save("train.ts", moduleOf(save));
      }
      // Two of three saves arrive while the previous version is loading.
      const wanted = save % 3 === 0 || save === saves ? save : 0;
      const waiting = { timeout: 20_000, interval: 5 };
      await vi.waitFor(() => expect(latest).toBeGreaterThanOrEqual(wanted), waiting);
      // Varies the time of the saves.
      await new Promise((resolve) => setTimeout(resolve, (save * 37) % 60));
    }
    saving = false;
    const sent = await posting;
    expect([...answers]).toEqual([["200 whole ", sent]]);
    expect(latest).toBe(saves);
    // The outcome is on disk shortly after the response.
    const handled = parseFilter("is:handled");
    await vi.waitFor(async () => expect(await receiver.log.count(handled)).toBe(sent), 10_000);
  },
  saves * 2_000 + 30_000,
);
