"""Starts MiniStack with seven things done as AWS does them, which decide whether a deployment while films are made, and the end-to-end
tests beside it, can be tried.

A call that has begun is ended. By itself MiniStack ends all processes of a function whose code changes, waits for each of them,
and a process that did not start ends all others of its function, too. A deployment of 72 functions held all answers up for 23 s on a
loaded machine, longer than a lease.

Table and queues answer while a stack changes. By itself MiniStack changes all resources of a stack before it answers anything else,
but for those types that it changes on a thread. Here it does that with functions, which take most of the time.

A process of a function starts soon. By itself MiniStack unpacks all layers for each: 130 MB, which took up to 24 s of a loaded
machine, of the 29 s that a request has. The first process of a function finds its layers unpacked: that is part of the deployment, and not of
the first request, which waits for the cold starts of two functions where it brings a file that has to be decoded.

A description of an API may have a method that stands for all others of a path. By itself MiniStack leaves it out when it reads a
description, though it writes it.

A log has every line that a call wrote. By itself MiniStack waits 50 ms for the first one after the answer, and 5 ms for the next: on a
loaded machine lines came later, and went to the next call of the process, or nowhere where there was none.

A list of log groups can be asked for while functions log. By itself MiniStack answers that with 500 where a stream is added meanwhile.
"""

import functools
import hashlib
import io
import os
import select
import shutil
import sys
import tempfile
import threading
import time
import zipfile

from ministack.app import main
from ministack.core import lambda_runtime
from ministack.services import apigateway_v1, cloudwatch_logs, lambda_svc
from ministack.services.cloudformation import provisioners, stacks

LOOK_SECONDS = 0.1
PIPE_BYTES = 65536


def end_each_when_free(workers, end):
    """Ends processes that get no further calls. One that has a call gets its whole time for it."""
    began = time.monotonic()
    left = list(workers)
    while left:
        age = time.monotonic() - began
        free = [worker for worker in left if not worker.in_use or age > worker.config.get("Timeout", 30)]
        end(free)
        left = [worker for worker in left if worker not in free]
        time.sleep(LOOK_SECONDS)


def let_calls_end():
    end_at_once = lambda_runtime.kill_workers

    def kill_workers(workers):
        threading.Thread(target=end_each_when_free, args=(list(workers), end_at_once), daemon=True).start()

    lambda_runtime.kill_workers = kill_workers


def answer_meanwhile():
    was_on_thread = stacks._runs_on_worker_thread
    stacks._runs_on_worker_thread = lambda kind: kind.startswith("AWS::Lambda::") or was_on_thread(kind)


def unpack_once():
    """Files of an archive are unpacked once, and linked wherever they are unpacked after that. Functions do not change them."""
    folder = tempfile.mkdtemp(prefix="unpacked-")
    unpack = zipfile.ZipFile.extractall
    lock = threading.Lock()

    @functools.wraps(unpack)
    def link(self, path=None, members=None, pwd=None):
        if path is None or members is not None:
            return unpack(self, path, members, pwd)
        content = repr([(entry.filename, entry.CRC, entry.file_size) for entry in self.infolist()])
        kept = os.path.join(folder, hashlib.sha256(content.encode()).hexdigest())
        with lock:
            if not os.path.exists(kept):
                unpack(self, f"{kept}.unfinished")
                os.rename(f"{kept}.unfinished", kept)
        shutil.copytree(kept, path, copy_function=os.link, dirs_exist_ok=True)

    zipfile.ZipFile.extractall = link


def unpack_layers_when_published():
    """After unpack_once()."""
    layers = provisioners._RESOURCE_HANDLERS["AWS::Lambda::LayerVersion"]
    publish = layers["create"]

    def publish_unpacked(*args):
        arn, attributes = publish(*args)
        content = lambda_svc._resolve_layer_zip(arn)
        if content:
            with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(io.BytesIO(content)) as archive:
                archive.extractall(folder)
        return arn, attributes

    layers["create"] = publish_unpacked


def read_any_method():
    read_path = apigateway_v1._import_path_item
    names = {"x-amazon-apigateway-any-method": "any"}

    def read_path_with_any(api, path, methods, *others):
        return read_path(api, path, {names.get(name, name): method for name, method in methods.items()}, *others)

    apigateway_v1._OPENAPI_HTTP_METHODS.add("any")
    apigateway_v1._import_path_item = read_path_with_any


class ProcessLog:
    """What a process writes to stderr, line by line. It writes the lines of a call before the answer, and without a buffer: all of them
    are in the pipe when the answer is there, and whoever has the answer takes them out himself.
    """

    def __init__(self, pipe, lines):
        # One of its own: the emulator may close the other meanwhile.
        self.pipe = os.dup(pipe.fileno())
        os.set_blocking(self.pipe, False)
        self.lines = lines
        self.rest = b""
        self.ended = False
        self.lock = threading.Lock()

    def take(self):
        """Takes out what is there."""
        with self.lock:
            while not self.ended:
                try:
                    chunk = os.read(self.pipe, PIPE_BYTES)
                except BlockingIOError:
                    return
                *whole, self.rest = (self.rest + chunk).split(b"\n")
                if not chunk:
                    os.close(self.pipe)
                    whole, self.rest, self.ended = [line for line in [self.rest] if line], b"", True
                for line in whole:
                    self.lines.put(line.decode(errors="replace"))

    def take_until_end(self):
        waiting = select.poll()
        waiting.register(self.pipe, select.POLLIN)
        while not self.ended:
            waiting.poll()
            self.take()


def log_every_line():
    worker = lambda_runtime.Worker
    drain = worker._drain_stderr_bounded

    def read(self):
        self.log = ProcessLog(self._proc.stderr, self._stderr_queue)
        self.log.take_until_end()

    def drain_all(self, *args, **options):
        # None yet, or that of a process that has ended.
        if self._proc is None or getattr(self, "log", None) is None or self.log.lines is not self._stderr_queue:
            return drain(self, *args, **options)
        self.log.take()
        return self._drain_stderr()

    worker._read_stderr = read
    worker._drain_stderr_bounded = drain_all


def list_groups_meanwhile():
    list_groups = cloudwatch_logs._describe_log_groups

    def list_again(data):
        while True:
            try:
                return list_groups(data)
            except RuntimeError as error:
                if "changed size during iteration" not in str(error):
                    raise

    cloudwatch_logs._describe_log_groups = list_again


if __name__ == "__main__":
    let_calls_end()
    answer_meanwhile()
    unpack_once()
    unpack_layers_when_published()
    read_any_method()
    log_every_line()
    list_groups_meanwhile()
    sys.exit(main())
