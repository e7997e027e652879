import { expect, test } from "vitest";
import { syntheticPayload } from "../../../src/localhub/events/synthetic-payload.ts";
import { UsageError } from "../../../src/model/errors.ts";

const id = expect.stringMatching(/^[0-9a-f]{24}$/);
const sha = expect.stringMatching(/^[0-9a-f]{40}$/);

function payloadOf(scope: string, action: string, type = "model", more = {}) {
  return syntheticPayload({
    scope,
    action,
    repo: { type, name: "me/My_App.v2" },
    account: "someone",
    endpoint: "http://127.0.0.1:7870",
    ...more,
  });
}

test("a repo's part has its addresses, its ids, and a head for the scopes of a repo", () => {
  expect(payloadOf("repo", "create")).toEqual({
    event: { scope: "repo", action: "create" },
    repo: {
      type: "model",
      name: "me/My_App.v2",
      id,
      private: false,
      owner: { id },
      url: {
        web: "http://127.0.0.1:7870/me/My_App.v2",
        api: "http://127.0.0.1:7870/api/models/me/My_App.v2",
      },
      headSha: sha,
    },
  });
});

test.for([
  ["dataset", "/datasets/me/My_App.v2", "/api/datasets/me/My_App.v2"],
  ["space", "/spaces/me/My_App.v2", "/api/spaces/me/My_App.v2"],
])("the addresses of a %s", ([type = "", web, api]) => {
  expect(payloadOf("repo", "update", type)["repo"]).toMatchObject({
    url: { web: `http://127.0.0.1:7870${web}`, api: `http://127.0.0.1:7870${api}` },
  });
});

test("a Space has a subdomain", () => {
  expect(payloadOf("repo", "update", "space")["repo"]).toMatchObject({ subdomain: "me-my-app-v2" });
});

test("a repo has the same id in every event, and another one than its namesake of another type", () => {
  const idOf = (type: string) => Reflect.get(Object(payloadOf("repo", "update", type)["repo"]), "id");
  expect(idOf("model")).toBe(idOf("model"));
  expect(idOf("model")).not.toBe(idOf("dataset"));
});

test("content: the moved refs with the new head", () => {
  const payload = payloadOf("repo.content", "update");
  const { headSha } = Object(payload["repo"]);
  expect(payload["updatedRefs"]).toEqual([{ ref: "refs/heads/main", oldSha: sha, newSha: headSha }]);
});

test("move: the new name", () => {
  expect(payloadOf("repo", "move")["movedTo"]).toEqual({ name: "me/My_App.v2-moved", owner: { id } });
});

test("config: the changed setting", () => {
  expect(payloadOf("repo.config", "update")["updatedConfig"]).toEqual({ private: false });
});

test("a new discussion contains its comment and not the repo's head", () => {
  const web = "http://127.0.0.1:7870/me/My_App.v2/discussions/1";
  const payload = payloadOf("discussion", "create");
  expect(payload).toMatchObject({
    discussion: {
      id,
      num: 1,
      title: expect.any(String),
      status: "open",
      isPullRequest: false,
      author: { id },
      url: { web, api: "http://127.0.0.1:7870/api/models/me/My_App.v2/discussions/1" },
    },
    comment: { id, author: { id }, hidden: false, content: expect.any(String) },
  });
  const comment = Object(payload["comment"]);
  expect(comment.url).toEqual({ web: `${web}#${comment.id}` });
  expect(payload["repo"]).not.toHaveProperty("headSha");
});

test("a comment's event has its discussion; a discussion's change has no comment", () => {
  for (const action of ["create", "update"]) {
    expect(payloadOf("discussion.comment", action)).toMatchObject({ discussion: { id }, comment: { id } });
  }
  for (const action of ["update", "delete"]) {
    const payload = payloadOf("discussion", action);
    expect(payload).toMatchObject({ discussion: { status: "closed" } });
    expect(payload).not.toHaveProperty("comment");
  }
});

test("a given payload about the same repo keeps what it knows of it", () => {
  const repo = { type: "model", name: "me/My_App.v2", id: "known", private: true, headSha: "abc" };
  const payload = payloadOf("repo.content", "update", "model", { payload: { repo, updatedRefs: [], x: 1 } });
  expect(payload).toMatchObject({ repo, updatedRefs: [], x: 1, event: { scope: "repo.content" } });
});

test("a given payload about another repo is made to be about this one", () => {
  const repo = { type: "dataset", name: "me/My_App.v2", id: "other", tags: ["x"] };
  const payload = payloadOf("repo", "update", "model", { payload: { repo } });
  expect(payload["repo"]).toMatchObject({ type: "model", id });
  expect(payload["repo"]).not.toHaveProperty("tags");
});

test.for(["repo.explode", "constructor.name", "repo.content.create", "x.y"])("%s is not an event", (name) => {
  const dot = name.lastIndexOf(".");
  expect(() => payloadOf(name.slice(0, dot), name.slice(dot + 1))).toThrow(UsageError);
});
