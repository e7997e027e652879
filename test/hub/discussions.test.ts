import { expect, test } from "vitest";
import { z } from "zod";
import { makeRepo } from "../support/hub-repo.ts";
import { watchedHub } from "../support/watched-hub.ts";

const objectId = expect.stringMatching(/^[0-9a-f]{24}$/);
/** Only format that `parse_datetime` of the Python client accepts. */
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function hubWithRepo() {
  const hub = await watchedHub();
  const repo = await makeRepo(hub, "m");
  const path = `${repo}/discussions`;
  await hub.fired();
  return { ...hub, repo, path };
}

async function hubWithDiscussion() {
  const hub = await hubWithRepo();
  await hub.post(hub.path, { title: "A question", description: "Why?", pullRequest: false });
  const [created] = await hub.fired();
  return { ...hub, onePath: `${hub.path}/1`, created };
}

const eventAnswer = z.looseObject({ id: z.string() });

test("opening a discussion fires its creation with the first comment", async () => {
  const { post, path, fired, webhookId } = await hubWithRepo();
  const answer = await post(path, { title: " A question ", description: "Why? 🤗", pullRequest: false });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    num: 1,
    pullRequest: false,
    url: "http://hub.local/me/m/discussions/1",
  });
  const payloads = await fired();
  expect(payloads).toEqual([
    {
      event: { action: "create", scope: "discussion" },
      repo: {
        type: "model",
        name: "me/m",
        id: objectId,
        private: false,
        owner: { id: objectId },
        tags: [],
        url: { web: "http://hub.local/me/m", api: "http://hub.local/api/models/me/m" },
      },
      discussion: {
        id: objectId,
        num: 1,
        title: "A question",
        status: "open",
        isPullRequest: false,
        author: { id: objectId },
        pinned: false,
        url: {
          web: "http://hub.local/me/m/discussions/1",
          api: "http://hub.local/api/models/me/m/discussions/1",
        },
      },
      comment: {
        id: objectId,
        author: { id: objectId },
        hidden: false,
        content: "Why? 🤗",
        url: { web: `http://hub.local/me/m/discussions/1#${payloads[0]?.comment?.id}` },
      },
      webhook: { id: webhookId, version: 3 },
    },
  ]);
});

test("details return the discussion and its events, as the Python client reads them", async () => {
  const { call, onePath, created } = await hubWithDiscussion();
  const answer = await call(`${onePath}?diff=1`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    num: 1,
    title: "A question",
    status: "open",
    isPullRequest: false,
    pinned: false,
    author: { name: "me" },
    createdAt: moment,
    repo: { name: "me/m", type: "model" },
    events: [
      {
        id: created?.comment?.id,
        type: "comment",
        createdAt: moment,
        author: { name: "me" },
        data: {
          edited: false,
          hidden: false,
          numEdits: 0,
          latest: { raw: "Why?", html: "<p>Why?</p>", updatedAt: moment, author: { name: "me" } },
          history: [],
        },
      },
    ],
  });
});

test("a comment fires its creation, with its discussion", async () => {
  const { post, onePath, fired, created } = await hubWithDiscussion();
  const answer = await post(`${onePath}/comment`, { comment: "Because <this> & that\nis so" });
  const { newMessage } = z.object({ newMessage: eventAnswer }).parse(await answer.json());
  expect(newMessage).toMatchObject({
    type: "comment",
    data: {
      latest: {
        raw: "Because <this> & that\nis so",
        html: "<p>Because &lt;this&gt; &amp; that<br>is so</p>",
      },
    },
  });
  expect(await fired()).toEqual([
    {
      ...created,
      event: { action: "create", scope: "discussion.comment" },
      comment: {
        id: newMessage.id,
        author: { id: objectId },
        hidden: false,
        content: "Because <this> & that\nis so",
        url: { web: `http://hub.local/me/m/discussions/1#${newMessage.id}` },
      },
    },
  ]);
});

test("an edited comment fires its update with the new text, and keeps the old one as its history", async () => {
  const { post, onePath, fired, created } = await hubWithDiscussion();
  const id = created?.comment?.id;
  const answer = await post(`${onePath}/comment/${id}/edit`, { content: "Why, exactly?" });
  expect(await answer.json()).toMatchObject({
    updatedComment: {
      id,
      data: {
        edited: true,
        numEdits: 1,
        latest: { raw: "Why, exactly?" },
        history: [{ raw: "Why?", updatedAt: moment }],
      },
    },
  });
  expect(await fired()).toEqual([
    {
      ...created,
      event: { action: "update", scope: "discussion.comment" },
      comment: { ...created?.comment, content: "Why, exactly?" },
    },
  ]);
});

test("hiding a comment fires one update without text, and no response contains the text", async () => {
  const { post, call, onePath, fired, created } = await hubWithDiscussion();
  const id = created?.comment?.id;
  await post(`${onePath}/comment/${id}/edit`, { content: "My secret" });
  await fired();
  const answer = await post(`${onePath}/comment/${id}/hide`);
  expect(await answer.json()).toMatchObject({
    updatedComment: { id, data: { hidden: true, hiddenBy: "me", edited: false, history: [] } },
  });
  expect((await post(`${onePath}/comment/${id}/hide`)).status).toBe(200);
  const { content, ...comment } = created?.comment ?? {};
  expect(content).toBe("Why?");
  expect(await fired()).toEqual([
    {
      ...created,
      event: { action: "update", scope: "discussion.comment" },
      comment: { ...comment, hidden: true },
    },
  ]);
  expect(await (await call(onePath)).text()).not.toMatch(/Why\?|My secret/);
  const edit = await post(`${onePath}/comment/${id}/edit`, { content: "Back" });
  expect(edit.status).toBe(403);
  expect(await edit.json()).toEqual({ error: "A hidden comment cannot be edited" });
});

test("a new title fires an update", async () => {
  const { post, onePath, fired, created } = await hubWithDiscussion();
  const answer = await post(`${onePath}/title`, { title: "A better question" });
  expect(await answer.json()).toEqual({
    newTitle: {
      id: objectId,
      type: "title-change",
      createdAt: moment,
      author: { name: "me" },
      data: { from: "A question", to: "A better question" },
    },
  });
  const { comment, ...rest } = created ?? {};
  expect(comment?.hidden).toBe(false);
  expect(await fired()).toEqual([
    {
      ...rest,
      event: { action: "update", scope: "discussion" },
      discussion: { ...created?.discussion, title: "A better question" },
    },
  ]);
});

test("a new status fires an update, after the creation of its comment", async () => {
  const { post, call, onePath, fired } = await hubWithDiscussion();
  const closed = await post(`${onePath}/status`, { status: "closed" });
  expect(await closed.json()).toMatchObject({
    newStatus: { type: "status-change", data: { status: "closed" } },
  });
  expect(await fired()).toMatchObject([
    { event: { action: "update", scope: "discussion" }, discussion: { status: "closed" } },
  ]);
  await post(`${onePath}/status`, { status: "open", comment: "Not so fast" });
  const [said, opened, ...more] = await fired();
  expect(said).toMatchObject({
    event: { action: "create", scope: "discussion.comment" },
    comment: { content: "Not so fast" },
  });
  expect(opened).toMatchObject({
    event: { action: "update", scope: "discussion" },
    discussion: { status: "open" },
  });
  expect(opened).not.toHaveProperty("comment");
  expect(more).toEqual([]);
  expect(await (await call(onePath)).json()).toMatchObject({
    status: "open",
    events: [
      { type: "comment" },
      { data: { status: "closed" } },
      { data: { latest: { raw: "Not so fast" } } },
      { data: { status: "open" } },
    ],
  });
});

test("pinning fires an update if it changes something", async () => {
  const { post, onePath, fired } = await hubWithDiscussion();
  expect(await (await post(`${onePath}/pin`, { pinned: true })).json()).toEqual({ pinned: true });
  await post(`${onePath}/pin`, { pinned: true });
  expect(await fired()).toMatchObject([
    { event: { action: "update", scope: "discussion" }, discussion: { pinned: true } },
  ]);
});

test("deleting a discussion fires its deletion; its number is not reused", async () => {
  const { post, call, path, onePath, fired, created } = await hubWithDiscussion();
  expect((await call(onePath, { method: "DELETE" })).status).toBe(200);
  const { comment, ...rest } = created ?? {};
  expect(comment?.hidden).toBe(false);
  expect(await fired()).toEqual([{ ...rest, event: { action: "delete", scope: "discussion" } }]);
  expect((await call(onePath)).status).toBe(404);
  expect((await call(onePath, { method: "DELETE" })).status).toBe(404);
  expect(await (await post(path, { title: "Next", description: "" })).json()).toMatchObject({ num: 2 });
});

test("lists have pages of fifty, newest first", async () => {
  const { post, call, path } = await hubWithRepo();
  for (let n = 1; n <= 51; n += 1) await post(path, { title: `Number ${n}`, description: "" });
  await post(`${path}/3/status`, { status: "closed" });
  const page = async (query: string) => {
    const read = z.object({
      count: z.number(),
      start: z.number(),
      discussions: z.array(z.looseObject({ num: z.number() })),
    });
    const { count, start, discussions } = read.parse(await (await call(`${path}${query}`)).json());
    return { count, start, nums: discussions.map(({ num }) => num) };
  };
  const first = await page("");
  expect(first).toMatchObject({ count: 51, start: 0 });
  expect(first.nums).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
  expect(await page("?p=1")).toEqual({ count: 51, start: 50, nums: [1] });
  expect(await page("?p=7")).toEqual({ count: 51, start: 350, nums: [] });
  expect(await page("?status=closed&type=discussion&author=me")).toEqual({ count: 1, start: 0, nums: [3] });
  expect(await page("?type=pull_request")).toEqual({ count: 0, start: 0, nums: [] });
  expect(await page("?author=nobody")).toEqual({ count: 0, start: 0, nums: [] });
});

test("discussions move with their repo and are deleted with it", async () => {
  const { post, call, onePath } = await hubWithDiscussion();
  await post("/api/repos/move", { fromRepo: "me/m", toRepo: "me/moved", type: "model" });
  const moved = "/api/models/me/moved/discussions/1";
  expect(await (await call(moved)).json()).toMatchObject({ num: 1, repo: { name: "me/moved" } });
  await call("/api/repos/delete", {
    method: "DELETE",
    body: JSON.stringify({ name: "moved", organization: "me" }),
    headers: { "content-type": "application/json" },
  });
  expect((await call(moved)).status).toBe(404);
  expect((await call(onePath)).headers.get("x-error-code")).toBe("RepoNotFound");
});

test.for([
  ["no title", "", { description: "x" }, 400, '"title" is required'],
  ["a blank title", "", { title: "  " }, 400, '"title" is not allowed to be empty'],
  ["a number for a title", "", { title: 1 }, 400, '"title" must be a string'],
  ["an empty comment", "/1/comment", { comment: "" }, 400, '"comment" is not allowed to be empty'],
  ["no comment", "/1/comment", {}, 400, '"comment" is required'],
  ["an empty text", "/1/comment/x/edit", { content: "" }, 400, '"content" is not allowed to be empty'],
  ["an unknown status", "/1/status", { status: "merged" }, 400, '"status" must be one of [open, closed]'],
  ["the status it has", "/1/status", { status: "open" }, 409, "The discussion is already open"],
  ["to merge a discussion", "/1/merge", undefined, 409, "A discussion cannot be merged"],
  ["a number that is none", "/0/title", { title: "x" }, 400, '"num" must be a number from 1'],
  ["a discussion that is not there", "/2/title", { title: "x" }, 404, "Discussion not found"],
  ["to merge what is not there", "/2/merge", undefined, 404, "Discussion not found"],
  ["a comment that is not there", "/1/comment/x/edit", { content: "x" }, 404, "Comment not found"],
  ["to hide what is not there", "/1/comment/x/hide", undefined, 404, "Comment not found"],
] as const)("%s is refused, and fires nothing", async ([, below, body, status, message]) => {
  const { post, path, fired } = await hubWithDiscussion();
  const answer = await post(`${path}${below}`, body);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ error: message });
  expect(answer.headers.get("x-error-message")).toBe(message);
  expect(answer.headers.has("x-error-code")).toBe(false);
  expect(await fired()).toEqual([]);
});

test("a missing repo and a missing discussion are different errors", async () => {
  const { call, post } = await hubWithRepo();
  for (const answer of [
    await call("/api/models/me/nothing/discussions"),
    await call("/api/datasets/me/m/discussions/1"),
    await post("/api/models/me/nothing/discussions", { title: "x", description: "" }),
  ]) {
    expect(answer.status).toBe(404);
    expect(answer.headers.get("x-error-code")).toBe("RepoNotFound");
  }
});
