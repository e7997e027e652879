"""Repos and what is in them, from Python and from the client's `hf` commands, and one push by git itself."""

import os
import subprocess
import tempfile
from pathlib import Path

from huggingface_hub import (
    CommitOperationAdd,
    CommitOperationDelete,
    HfApi,
    create_branch,
    create_commit,
    create_repo,
    create_tag,
    delete_branch,
    delete_file,
    delete_folder,
    delete_repo,
    delete_tag,
    file_exists,
    hf_hub_download,
    list_datasets,
    list_models,
    list_repo_files,
    list_repo_refs,
    list_spaces,
    move_repo,
    repo_exists,
    repo_info,
    revision_exists,
    snapshot_download,
    update_repo_settings,
    upload_file,
    upload_folder,
)
from huggingface_hub.errors import (
    BadRequestError,
    RemoteEntryNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from steps import equal, hf, refused, step, watch_everything

ENDPOINT = os.environ["HF_ENDPOINT"]
REPO = "me/net"
CONTENT = "repo.content.update"
CARD = "---\ntags:\n- tiny\n- règlement\n---\n# A net\n"


def add(path, content):
    return CommitOperationAdd(path_in_repo=path, path_or_fileobj=content.encode())


def head(revision="main"):
    return repo_info(REPO, revision=revision).sha


def git(*arguments, cwd):
    subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True, timeout=60)


with step("watch"):
    watch_everything()

with step("create", "repo.create"):
    url = create_repo("net")
    equal((url, url.repo_id, url.repo_type), (f"{ENDPOINT}/me/net", REPO, "model"))
    info = repo_info(REPO)
    equal((info.id, info.author, info.private, info.gated), (REPO, "me", False, False))
    equal((len(info.sha), [file.rfilename for file in info.siblings]), (40, [".gitattributes"]))

with step("create what is there"):
    with refused(409, message="You already created"):
        create_repo(REPO)
    equal(create_repo(REPO, exist_ok=True), url)
    equal(create_repo("me/NET", exist_ok=True).repo_name, "NET")

with step("create a dataset of somebody else, who is not watched, and a space", "repo.create"):
    create_repo("acme/corpus", repo_type="dataset", private=True)
    equal(repo_info("acme/corpus", repo_type="dataset").private, True)
    create_repo("me/show", repo_type="space", space_sdk="docker")
    equal(repo_info("me/show", repo_type="space").sdk, "docker")

with step("upload a file", CONTENT):
    uploaded = upload_file(path_or_fileobj=CARD.encode(), path_in_repo="README.md", repo_id=REPO)
    equal((uploaded.oid, uploaded.commit_url), (head(), f"{ENDPOINT}/me/net/commit/{head()}"))
    equal(repo_info(REPO).tags, ["tiny", "règlement"])

with step("upload the same again"):
    equal(upload_file(path_or_fileobj=CARD.encode(), path_in_repo="README.md", repo_id=REPO).oid, uploaded.oid)

with step("upload a card that cannot be read"):
    try:
        upload_file(path_or_fileobj=b"---\ntags: [\n---\n", path_in_repo="README.md", repo_id=REPO)
    except ValueError as error:
        equal(str(error).startswith("Invalid metadata in README.md"), True)
    else:
        raise AssertionError("the card was taken")

with step("commit several", CONTENT):
    before = head()
    done = create_commit(
        REPO,
        [
            add("data/one.txt", "one"),
            add("data/two words.txt", "two"),
            add('odd/"quoted"\\back.txt', "odd"),
            CommitOperationAdd("weights.bin", b"\x00\xff\x01" * 1_000_000),
            add("empty.txt", ""),
        ],
        commit_message="Add data",
        commit_description="All of it",
        parent_commit=before,
    )
    equal(done.oid, head())
    names = [".gitattributes", "README.md", "data/one.txt", "data/two words.txt", "empty.txt", 'odd/"quoted"\\back.txt', "weights.bin"]
    equal(sorted(list_repo_files(REPO)), names)

with step("commit after somebody else"):
    with refused(412, message="A commit has happened since. Please refresh and try again."):
        create_commit(REPO, [add("x", "x")], commit_message="x", parent_commit=before)

with step("delete a file", CONTENT):
    delete_file("data/one.txt", REPO)
    equal(file_exists(REPO, "data/one.txt"), False)
    equal(file_exists(REPO, "data/two words.txt"), True)

with step("delete a folder", CONTENT):
    delete_folder("odd", REPO)

with step("delete what is not there"):
    with refused(404, RemoteEntryNotFoundError, "A file with this name doesn't exist"):
        delete_file("nowhere.txt", REPO)
    with refused(404, RemoteEntryNotFoundError, "A file with this name doesn't exist"):
        create_commit(REPO, [CommitOperationDelete("data", is_folder=False)], commit_message="x")

with step("create branches", CONTENT, CONTENT, CONTENT):
    create_branch(REPO, branch="dev")
    create_branch(REPO, branch="feature/deep")
    create_branch(REPO, branch="old", revision=uploaded.oid)
    create_branch(REPO, branch="dev", exist_ok=True)
    with refused(409, message="Reference already exists"):
        create_branch(REPO, branch="dev")
    with refused(404, RevisionNotFoundError):
        create_branch(REPO, branch="new", revision="nowhere")
    with refused(400, BadRequestError, "Invalid reference for a branch"):
        create_branch(REPO, branch="refs/pr/7")
    with refused(409):
        create_branch(REPO, branch="dev/below")

with step("commit to a branch", CONTENT):
    upload_file(path_or_fileobj=b"deep", path_in_repo="deep.txt", repo_id=REPO, revision="feature/deep")
    equal((file_exists(REPO, "deep.txt", revision="feature/deep"), file_exists(REPO, "deep.txt")), (True, False))
    equal(revision_exists(REPO, "nowhere"), False)
    with refused(404, RevisionNotFoundError):
        upload_file(path_or_fileobj=b"x", path_in_repo="x", repo_id=REPO, revision="nowhere")

with step("create tags", CONTENT, CONTENT):
    create_tag(REPO, tag="v1", revision="old")
    create_tag(REPO, tag="v2", tag_message="The second\none")
    create_tag(REPO, tag="v2", exist_ok=True)
    with refused(409):
        create_tag(REPO, tag="v2")
    with refused(404, RevisionNotFoundError):
        create_tag(REPO, tag="v3", revision="nowhere")

with step("list refs"):
    refs = list_repo_refs(REPO, include_pull_requests=True)
    equal([branch.name for branch in refs.branches], ["dev", "feature/deep", "main", "old"])
    equal([(tag.name, tag.ref, tag.target_commit) for tag in refs.tags], [("v1", "refs/tags/v1", uploaded.oid), ("v2", "refs/tags/v2", head())])
    equal((refs.converts, refs.pull_requests), ([], []))
    equal((head("v2"), head("refs/heads/old"), head(uploaded.oid)), (head(), uploaded.oid, uploaded.oid))

with step("delete a branch and a tag", CONTENT, CONTENT):
    delete_branch(REPO, branch="old")
    delete_tag(REPO, tag="v1")
    with refused(404, RevisionNotFoundError, "Reference does not exist"):
        delete_branch(REPO, branch="old")
    with refused(404, RevisionNotFoundError, "Reference does not exist"):
        delete_tag(REPO, tag="v1")
    with refused(403, message="Cannot delete refs/heads/main"):
        delete_branch(REPO, branch="main")

with step("settings", "repo.config.update", "repo.config.update"):
    update_repo_settings(REPO, private=True)
    update_repo_settings(REPO, gated="auto", visibility="private")
    equal((repo_info(REPO).private, repo_info(REPO).gated), (True, "auto"))
    update_repo_settings(REPO, gated="auto")

with step("download"), tempfile.TemporaryDirectory() as folder:
    path = hf_hub_download(REPO, "weights.bin", local_dir=folder)
    equal(Path(path).stat().st_size, 3_000_000)
    whole = snapshot_download(REPO, revision="feature/deep", local_dir=f"{folder}/whole")
    equal(Path(whole, "deep.txt").read_bytes(), b"deep")
    with refused(404, RemoteEntryNotFoundError):
        HfApi().hf_hub_download(REPO, "nowhere.txt", local_dir=folder)
    with refused(404, RevisionNotFoundError):
        HfApi().hf_hub_download(REPO, "deep.txt", revision="nowhere", local_dir=folder)

with step("upload a folder", CONTENT), tempfile.TemporaryDirectory() as folder:
    for number in range(40):
        Path(folder, f"{number}.txt").write_text(str(number), encoding="utf-8")
    upload_folder(folder_path=folder, path_in_repo="many", repo_id=REPO, delete_patterns="*.md")
    equal(len([name for name in list_repo_files(REPO) if name.startswith("many/")]), 40)

with step("push with git", CONTENT), tempfile.TemporaryDirectory() as folder:
    place = ENDPOINT.replace("http://", f"http://me:{os.environ['HF_TOKEN']}@")
    git("clone", f"{place}/{REPO}", "net", cwd=folder)
    net = Path(folder, "net")
    net.joinpath("pushed.txt").write_text("pushed", encoding="utf-8")
    git("add", ".", cwd=net)
    git("-c", "user.name=Me", "-c", "user.email=me@localhost", "commit", "-m", "Push", cwd=net)
    git("push", "origin", "HEAD", cwd=net)
    equal(file_exists(REPO, "pushed.txt"), True)

with step("move", "repo.move"):
    move_repo(REPO, "acme/network")
    equal((repo_exists(REPO), repo_exists("acme/network")), (False, True))
    with refused(409, message="You already created"):
        create_repo("acme/network")
    with refused(404, RepositoryNotFoundError):
        move_repo(REPO, "me/elsewhere")

with step("list"):
    equal([model.id for model in list_models(author="acme")], ["acme/network"])
    equal([dataset.id for dataset in list_datasets()], ["acme/corpus"])
    equal([(space.id, space.sdk) for space in list_spaces(search="SHOW")], [("me/show", "docker")])

with step("delete", "repo.delete"):
    delete_repo("me/show", repo_type="space")
    with refused(404, RepositoryNotFoundError):
        repo_info("me/show", repo_type="space")
    with refused(404, RepositoryNotFoundError):
        delete_repo("me/show", repo_type="space")
    delete_repo("me/show", repo_type="space", missing_ok=True)

with step("the commands", "repo.create", CONTENT, CONTENT, CONTENT, "repo.config.update", "repo.move", "repo.delete"):
    hf("repos", "create", "me/by-command", "--type", "dataset", "--format", "json")
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(b"by command")
        file.flush()
        hf("upload", "me/by-command", file.name, "file.txt", "--type", "dataset", "--format", "json")
    hf("repos", "branch", "create", "me/by-command", "side", "--type", "dataset", "--format", "json")
    hf("repos", "tag", "create", "me/by-command", "v1", "--type", "dataset", "--format", "json")
    hf("repos", "settings", "me/by-command", "--private", "--type", "dataset", "--format", "json")
    hf("repos", "move", "me/by-command", "me/moved-by-command", "--type", "dataset", "--format", "json")
    hf("repos", "delete", "me/moved-by-command", "--type", "dataset", "--yes", "--format", "json")
