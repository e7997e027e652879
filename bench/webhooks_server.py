"""Receiver of huggingface_hub with one webhook, which stores nothing. Prints its port, as `portOf` reads it.

usage: python bench/webhooks_server.py SECRET
"""

import sys
from contextlib import redirect_stdout

import gradio
from huggingface_hub import WebhookPayload, WebhooksServer

with gradio.Blocks() as ui:
    gradio.Markdown("bench")

server = WebhooksServer(ui=ui, webhook_secret=sys.argv[1])


@server.add_webhook
async def inbox(payload: WebhookPayload):
    return {"ok": payload.event.action}


with redirect_stdout(sys.stderr):
    server.launch(prevent_thread_lock=True, share=False, quiet=True)
print(ui.server_port, flush=True)
ui.block_thread()
