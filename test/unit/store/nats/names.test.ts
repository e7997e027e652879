import { expect, test } from "vitest";
import { subjects } from "../../../../src/store/nats/names.ts";

test("the subject of a delivery has its route, repo and event", () => {
  const event = { scope: "repo.content", action: "update" };
  const repo = { type: "model", name: "me/my.model" };
  expect(subjects.delivery("team", { route: "in box", repo, event })).toBe(
    "team.d.in_box.model.me.my_model.repo_content.update",
  );
  expect(subjects.delivery("team", { route: null, repo: null, event: null })).toBe("team.d._._._._._._");
  expect(subjects.delivery("team", { route: "a", repo: { type: "model", name: "gpt2" }, event })).toBe(
    "team.d.a.model._.gpt2.repo_content.update",
  );
});

test("a hostile repo cannot change the form of a subject", () => {
  const repo = { type: "*", name: `>\r\nPUB x 0\r\n/${"é.*> ".repeat(1000)}` };
  const subject = subjects.delivery("team", { route: "a", repo, event: { scope: "", action: "." } });
  expect(subject).toMatch(/^team\.d(?:\.[A-Za-z0-9_-]{1,100}){6}$/);
});
