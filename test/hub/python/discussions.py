"""Discussions and pull requests, from Python and from the client's `hf discussions` command."""

import warnings

from huggingface_hub import (
    CommitOperationAdd,
    HfApi,
    change_discussion_status,
    comment_discussion,
    create_commit,
    create_discussion,
    create_pull_request,
    create_repo,
    edit_discussion_comment,
    get_discussion_details,
    get_repo_discussions,
    hf_hub_download,
    merge_pull_request,
    rename_discussion,
    upload_file,
)
from huggingface_hub.errors import BadRequestError, RepositoryNotFoundError
from steps import equal, hf, refused, step, watch_everything

REPO = "me/talked-about"
DATASET = "me/talked-about-data"
CONTENT = "repo.content.update"
hide_discussion_comment = HfApi().hide_discussion_comment


def add(path, content):
    return CommitOperationAdd(path_in_repo=path, path_or_fileobj=content.encode())


def kinds(details):
    return [event.type for event in details.events]


def text_of(path):
    with open(hf_hub_download(REPO, path), encoding="utf-8") as file:
        return file.read()


with step("watch"):
    watch_everything()

with step("create repos", "repo.create", "repo.create"):
    create_repo(REPO)
    create_repo(DATASET, repo_type="dataset")

with step("create a discussion", "discussion.create"):
    first = create_discussion(REPO, " A question ", description="How was this *made*? 🤗")
    equal((first.num, first.title, first.status, first.author), (1, "A question", "open", "me"))
    equal((first.is_pull_request, first.repo_id, first.repo_type), (False, REPO, "model"))
    equal((first.git_reference, first.diff, first.conflicting_files, first.target_branch), (None, None, None, None))
    equal(first.url.endswith(f"/{REPO}/discussions/1"), True)
    opening = first.events[0]
    equal((opening.type, opening.content, opening.edited, opening.hidden), ("comment", "How was this *made*? 🤗", False, False))
    equal((opening.author, opening.number_of_edits, opening.last_edited_by), ("me", 0, "me"))
    equal(opening.created_at, first.created_at)

with step("create one in a dataset, without a description", "discussion.create"):
    of_dataset = create_discussion(DATASET, "Another", repo_type="dataset")
    equal((of_dataset.num, of_dataset.repo_type), (1, "dataset"))
    equal("huggingface_hub Python library" in of_dataset.events[0].content, True)

with step("comment", "discussion.comment.create"):
    said = comment_discussion(REPO, 1, "By <hand>")
    equal((said.content, said.edited, said.hidden, said.author), ("By <hand>", False, False, "me"))
    equal(said.rendered, "<p>By &lt;hand&gt;</p>")

with step("edit a comment", "discussion.comment.update"):
    edited = edit_discussion_comment(REPO, 1, said.id.upper(), "By machine")
    equal((edited.id, edited.content, edited.edited, edited.number_of_edits), (said.id, "By machine", True, 1))
    equal(edited.edit_history[0]["raw"], "By <hand>")
    equal(edited.last_edited_at >= said.created_at, True)

with step("hide a comment", "discussion.comment.update"), warnings.catch_warnings(action="ignore"):
    hidden = hide_discussion_comment(REPO, 1, said.id)
    equal((hidden.hidden, "machine" in hidden.content, hidden.edit_history), (True, False, []))
    equal(hide_discussion_comment(REPO, 1, said.id).hidden, True)

with step("rename", "discussion.update"):
    renamed = rename_discussion(REPO, 1, "A better question")
    equal((renamed.old_title, renamed.new_title), ("A question", "A better question"))

with step("close", "discussion.update"):
    equal(change_discussion_status(REPO, 1, "closed").new_status, "closed")

with step("open again, with a comment", "discussion.comment.create", "discussion.update"):
    equal(change_discussion_status(REPO, 1, "open", comment="Not so fast").new_status, "open")

with step("details"):
    details = get_discussion_details(REPO, 1)
    equal(kinds(details), ["comment", "comment", "title-change", "status-change", "comment", "status-change"])
    equal((details.title, details.status), ("A better question", "open"))
    equal([event.created_at for event in details.events], sorted(event.created_at for event in details.events))

with step("create a pull request", "discussion.create", CONTENT):
    request = create_pull_request(REPO, "Say hello", description="It is polite")
    equal((request.num, request.status, request.is_pull_request), (2, "draft", True))
    equal((request.git_reference, request.target_branch, request.merge_commit_oid), ("refs/pr/2", "refs/heads/main", None))
    equal((request.diff, request.conflicting_files), ("", []))

with step("commit to it", CONTENT):
    create_commit(REPO, [add("hello.txt", "hello\n")], commit_message="Add a greeting", revision="refs/pr/2")
    details = get_discussion_details(REPO, 2)
    equal(kinds(details), ["comment", "commit"])
    equal(details.events[1].summary, "Add a greeting")
    equal("+hello" in details.diff, True)

with step("publish it", "discussion.update"):
    equal(change_discussion_status(REPO, 2, "open").new_status, "open")

with step("merge it", "discussion.update", CONTENT):
    equal(merge_pull_request(REPO, 2), None)
    merged = get_discussion_details(REPO, 2)
    equal((merged.status, len(merged.merge_commit_oid)), ("merged", 40))
    equal(kinds(merged), ["comment", "commit", "status-change", "status-change"])
    equal("+hello" in merged.diff, True)
    equal(text_of("hello.txt"), "hello\n")

with step("a commit that opens a pull request", "discussion.create", CONTENT):
    by_commit = create_commit(
        REPO, [add("hello.txt", "goodbye\n")], commit_message="Say goodbye", commit_description="It is late", create_pr=True
    )
    equal((by_commit.pr_num, by_commit.pr_revision), (3, "refs/pr/3"))
    details = get_discussion_details(REPO, 3)
    equal((details.title, details.status, kinds(details)), ("Say goodbye", "open", ["comment", "commit"]))
    equal("It is late" in details.events[0].content, True)
    equal(text_of("hello.txt"), "hello\n")

with step("a conflict", CONTENT):
    upload_file(repo_id=REPO, path_in_repo="hello.txt", path_or_fileobj=b"good morning\n")
    equal(get_discussion_details(REPO, 3).conflicting_files, ["hello.txt"])
    with refused(409, message="hello.txt"):
        merge_pull_request(REPO, 3, comment="Now")
    equal(get_discussion_details(REPO, 3).status, "open")
    equal(text_of("hello.txt"), "good morning\n")

with step("merge with a comment", "discussion.create", CONTENT, "discussion.comment.create", "discussion.update", CONTENT):
    create_commit(REPO, [add("bye.txt", "bye\n")], commit_message="Say bye", create_pr=True)
    merge_pull_request(REPO, 4, comment=" Thank you ")
    merged = get_discussion_details(REPO, 4)
    equal(kinds(merged), ["comment", "commit", "comment", "status-change"])
    equal(merged.events[2].content, "Thank you")

with step("list"):
    equal([(one.num, one.status) for one in get_repo_discussions(REPO)], [(4, "merged"), (3, "open"), (2, "merged"), (1, "open")])
    equal([one.num for one in get_repo_discussions(REPO, discussion_type="discussion")], [1])
    equal([one.num for one in get_repo_discussions(REPO, discussion_type="pull_request")], [4, 3, 2])
    equal([one.num for one in get_repo_discussions(REPO, discussion_status="open")], [3, 1])
    equal([one.num for one in get_repo_discussions(REPO, discussion_status="closed", author="me")], [4, 2])
    equal(list(get_repo_discussions(REPO, author="nobody")), [])
    equal([one.num for one in get_repo_discussions(DATASET, repo_type="dataset")], [1])

with step("more than one page", *["discussion.create"] * 50):
    for _ in range(50):
        create_discussion(DATASET, "One of many", repo_type="dataset")
    equal([one.num for one in get_repo_discussions(DATASET, repo_type="dataset")], list(range(51, 0, -1)))

with step("refusals"), warnings.catch_warnings(action="ignore"):
    with refused(404, message="Discussion not found"):
        get_discussion_details(REPO, 99)
    with refused(404, message="Comment not found"):
        edit_discussion_comment(REPO, 1, "0" * 24, "x")
    with refused(404, message="Comment not found"):
        hide_discussion_comment(REPO, 1, renamed.id)
    with refused(404, RepositoryNotFoundError):
        create_discussion("me/not-there", "x")
    with refused(403, message="A hidden comment cannot be edited"):
        edit_discussion_comment(REPO, 1, said.id, "x")
    with refused(400, BadRequestError, message='"title" is not allowed to be empty'):
        rename_discussion(REPO, 1, " ")
    with refused(400, BadRequestError, message='"comment" is not allowed to be empty'):
        comment_discussion(REPO, 1, "")
    with refused(409, message="already open"):
        change_discussion_status(REPO, 1, "open")
    with refused(409, message="already merged"):
        change_discussion_status(REPO, 2, "closed")
    with refused(409, message="already merged"):
        merge_pull_request(REPO, 2)
    with refused(409, message="cannot be merged"):
        merge_pull_request(REPO, 1)

with step("the command", "discussion.create", "discussion.comment.create", "discussion.update", "discussion.update"):
    hf("discussions", "create", REPO, "--title", "By command", "--body", "Said by command", "--format", "json")
    hf("discussions", "comment", REPO, "5", "--body", "More by command", "--format", "json")
    hf("discussions", "rename", REPO, "5", "By the command", "--format", "json")
    hf("discussions", "close", REPO, "5", "--yes", "--format", "json")
    listed = hf("discussions", "list", REPO, "--status", "all", "--format", "json")
    equal([one["num"] for one in listed], [5, 4, 3, 2, 1])
    equal("By the command" in str(hf("discussions", "info", REPO, "5", "--format", "json")), True)
