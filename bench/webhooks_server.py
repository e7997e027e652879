"""Receiver of huggingface_hub with one webhook, which stores nothing. Prints its port, as `portOf` reads it.

usage: python bench/webhooks_server.py SECRET whole | endpoint

`whole` starts WebhooksServer. `endpoint` needs no gradio: it serves what `WebhooksServer.launch` adds to the app of
gradio, on a FastAPI app without gradio's pages and middleware.
"""

import socket
import sys
from contextlib import redirect_stdout

from huggingface_hub import WebhookPayload


async def inbox(payload: WebhookPayload):
    return {"ok": payload.event.action}


def serve_whole(secret: str) -> None:
    import gradio
    from huggingface_hub import WebhooksServer

    with gradio.Blocks() as ui:
        gradio.Markdown("bench")
    with redirect_stdout(sys.stderr):
        server = WebhooksServer(ui=ui, webhook_secret=secret)
        server.add_webhook(inbox)
        server.launch(prevent_thread_lock=True, share=False, quiet=True)
    print(ui.server_port, flush=True)
    ui.block_thread()


def serve_endpoint(secret: str) -> None:
    import uvicorn
    from fastapi import FastAPI
    from huggingface_hub import _webhooks_server as internals

    internals._load_fastapi()
    app = FastAPI()
    app.post("/webhooks/inbox")(internals._wrap_webhook_to_check_secret(inbox, webhook_secret=secret))
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    # The log level that gradio sets.
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])


_, secret, part = sys.argv
if part == "whole":
    serve_whole(secret)
else:
    serve_endpoint(secret)
