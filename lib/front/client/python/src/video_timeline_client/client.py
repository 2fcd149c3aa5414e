"""The client: a method for each HTTP method, lists as iterators, uploads, and waiting for a render."""

from __future__ import annotations

import os
import random
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import httpx

from .errors import ApiError, NoAnswer
from .models import Render

#: Number of retries after a missing answer or a temporary failure, and of those after a 429 with `retry-after`.
_RETRIES = 4
_RATE_LIMIT_RETRIES = 5
#: The longest `retry-after`, in seconds, that the client waits for.
_RATE_LIMIT_SECONDS = 60.0
#: Seconds before the first retry; each further wait is twice as long, up to the longest one.
_FIRST_WAIT = 0.5
_MOST_WAIT = 8.0
#: Statuses of temporary failures.
_PASSING = (500, 502, 503, 504)
#: Number of consecutive polls with temporary failures after which waiting for a render ends with an error.
_PATIENCE = 10
#: The status of an answer without content, because the client has the current version already.
_NOT_MODIFIED = 304
_ENDS = ("completed", "failed", "canceled")

Json = dict[str, Any]


class Tagged(NamedTuple):
    """Data and its entity tag, which can be passed as `if_match` of a change."""

    #: None if the tag that was sent (`if_none_match`) is still the current one.
    data: dict[str, Any] | None
    etag: str | None


Answer = TypeVar("Answer")


def _is_passing(error: Exception) -> bool:
    return isinstance(error, NoAnswer) or (isinstance(error, ApiError) and error.status in _PASSING)


def _ascii(name: str, value: str) -> str:
    """The value of a header, checked to be ASCII: httpx would raise a `UnicodeEncodeError` that does not name the header."""
    for at, letter in enumerate(value):
        if not letter.isascii():
            raise ValueError(f"{name} must have ASCII characters only; character {at + 1} is U+{ord(letter):04X}.")
    return value


def _if_match(tag: str | None) -> Json:
    return {} if tag is None else {"if-match": _ascii("The tag", tag)}


class VideoClient:
    """A client of the service. Every method raises `ApiError` and `NoAnswer`.

    :param base_url: with the version: `http://localhost:3000/v1`
    :param api_key: an API key; by default the value of the variable `VIDEO_API_KEY`
    :param token: a bearer token, instead of an API key
    :param timeout: seconds for one request
    :param retries: number of retries after a missing answer or a temporary failure
    :param http: the client that sends the requests, for a proxy or a custom certificate
    :param sleep: waits for a number of seconds
    :param idempotency_key: makes the idempotency key of a POST without one; by default a random UUID
    :raises ValueError: for a key or a token that is not ASCII
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        token: str | None = None,
        timeout: float = 30.0,
        retries: int = _RETRIES,
        http: httpx.Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
        idempotency_key: Callable[[], str] = lambda: str(uuid.uuid4()),
    ) -> None:
        self._base_url = base_url.rstrip("/")
        key = api_key if api_key is not None or token is not None else os.environ.get("VIDEO_API_KEY", "")
        self._headers = (
            {"authorization": f"Bearer {_ascii('The bearer token', token or '')}"}
            if key is None
            else {"x-api-key": _ascii("The API key", key)}
        )
        self._timeout = timeout
        self._retries = retries
        self._http = http or httpx.Client(follow_redirects=False)
        self._sleep = sleep
        self._idempotency_key = idempotency_key
        self.renders = Renders(self)

    def __enter__(self) -> VideoClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def get(self, path: str, *, query: Mapping[str, Any] | None = None) -> Json:
        return self._request("GET", path, query=query)

    def get_tagged(
        self, path: str, *, query: Mapping[str, Any] | None = None, if_none_match: str | None = None
    ) -> Tagged:
        """As `get`, with the entity tag of the answer.

        :param if_none_match: a tag; the data is None if it is still the current one
        """
        headers: Json = {} if if_none_match is None else {"if-none-match": _ascii("The tag", if_none_match)}
        answer = self._answered("GET", path, query=query, headers=headers)
        data = None if answer.status_code == _NOT_MODIFIED else self._json("GET", path, answer)
        return Tagged(data, answer.headers.get("etag"))

    def post(
        self,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Json:
        """Sends a POST with an idempotency key, so that a retry has no second effect.

        :param if_match: an entity tag; the change is made only if the resource still has it
        :raises ValueError: for an idempotency key that is not ASCII
        """
        key = idempotency_key if idempotency_key is not None else self._idempotency_key()
        headers = {"idempotency-key": _ascii("The idempotency key", key), **_if_match(if_match)}
        return self._request("POST", path, body=body, headers=headers)

    def put(self, path: str, body: Mapping[str, Any], *, if_match: str | None = None) -> Json:
        return self._request("PUT", path, body=body, headers=_if_match(if_match))

    def patch(self, path: str, body: Mapping[str, Any], *, if_match: str | None = None) -> Json:
        return self._request("PATCH", path, body=body, headers=_if_match(if_match))

    def delete(self, path: str, *, if_match: str | None = None) -> Json:
        return self._request("DELETE", path, headers=_if_match(if_match))

    def items(self, path: str, *, query: Mapping[str, Any] | None = None) -> Iterator[Json]:
        """All items of a list. A page is requested when its first item is needed."""
        cursor: str | None = None
        while True:
            asked = {**(query or {}), **({} if cursor is None else {"cursor": cursor})}
            page = self.get(path, query=asked)
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def upload(
        self,
        path: str,
        file: bytes | Path,
        *,
        content_type: str,
        fields: Mapping[str, Any] | None = None,
        if_match: str | None = None,
    ) -> Json:
        """Uploads a file: announces it, sends it to storage, and completes the upload.

        :param file: bytes, or the path of a file, which is read while it is sent
        :param fields: further fields of the request that completes the upload
        """
        upload = self._announced(path, file, content_type)
        return self.post(path, {"upload_id": upload["id"], **(fields or {})}, if_match=if_match)

    def announce_image(self, file: bytes | Path, *, content_type: str) -> str:
        """Uploads an image, and returns the id of the upload, which slides can name as `image: {"upload_id": …}`."""
        return str(self._announced("/uploads", file, content_type)["id"])

    def _announced(self, path: str, file: bytes | Path, content_type: str) -> Json:
        size = len(file) if isinstance(file, bytes) else file.stat().st_size
        upload = cast(Json, self.post(path, {"content_type": content_type, "size_bytes": size})["upload"])
        # Sending the file can be repeated: the same bytes go to the same address.
        self._retrying(lambda: self._stored(upload, file))
        return upload

    def _stored(self, upload: Json, file: bytes | Path) -> None:
        method, target = str(upload["method"]), str(upload["url"])
        try:
            if isinstance(file, bytes):
                answer = self._http.request(method, target, headers=upload["headers"], content=file)
            else:
                with file.open("rb") as stream:
                    answer = self._http.request(method, target, headers=upload["headers"], content=stream)
        except httpx.TransportError as error:
            raise NoAnswer(f"{method} of the file: no answer ({error!r})") from error
        if not answer.is_success:
            raise ApiError(method, httpx.URL(target).path, answer.status_code, answer.text, answer.headers)

    def _attempt(
        self, method: str, path: str, query: Mapping[str, Any] | None, body: Mapping[str, Any] | None, headers: Json
    ) -> httpx.Response:
        try:
            answer = self._http.request(
                method,
                f"{self._base_url}{path}",
                params=query or None,
                json=body,
                headers={**self._headers, **headers},
                timeout=self._timeout,
            )
        except httpx.TransportError as error:
            raise NoAnswer(f"{method} {path}: no answer from {self._base_url} ({error!r})") from error
        if not answer.is_success and answer.status_code != _NOT_MODIFIED:
            raise ApiError(method, path, answer.status_code, answer.text, answer.headers)
        if answer.status_code != _NOT_MODIFIED:
            # An answer that is not JSON raises here, within the attempt, so that it is retried.
            self._json(method, path, answer)
        return answer

    @staticmethod
    def _json(method: str, path: str, answer: httpx.Response) -> Json:
        try:
            return cast(Json, answer.json())
        except ValueError as error:
            raise ApiError(method, path, answer.status_code, answer.text, answer.headers) from error

    def _answered(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        headers: Json | None = None,
    ) -> httpx.Response:
        return self._retrying(lambda: self._attempt(method, path, query, body, headers or {}))

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        headers: Json | None = None,
    ) -> Json:
        return self._json(method, path, self._answered(method, path, query=query, body=body, headers=headers))

    def _retrying(self, attempt: Callable[[], Answer]) -> Answer:
        """Repeats an attempt that was rate limited or failed temporarily."""
        limited = failed = 0
        while True:
            try:
                return attempt()
            except ApiError as error:
                wait = error.retry_after_seconds
                if wait is not None:
                    if wait > _RATE_LIMIT_SECONDS or limited >= _RATE_LIMIT_RETRIES:
                        raise
                    limited += 1
                    self._sleep(wait)
                    continue
                if not _is_passing(error) or failed >= self._retries:
                    raise
            except NoAnswer:
                if failed >= self._retries:
                    raise
            most = min(_MOST_WAIT, _FIRST_WAIT * 2**failed)
            failed += 1
            self._sleep(most * (0.5 + random.random() / 2))


class Renders:
    """Helpers for renders."""

    def __init__(self, client: VideoClient) -> None:
        self._client = client

    def wait_for(
        self, render_id: str, on_progress: Callable[[Render], object] | None = None, *, poll_seconds: float = 1.0
    ) -> Render:
        """Polls a render until it has ended, and returns it: completed, failed or canceled.

        :param on_progress: called with each answer, the last one included
        :param poll_seconds: seconds between two polls
        """
        unanswered = 0
        while True:
            try:
                render = cast(Render, self._client.get(f"/renders/{render_id}"))
                unanswered = 0
                if on_progress:
                    on_progress(render)
                if render["status"] in _ENDS:
                    return render
            except (ApiError, NoAnswer) as error:
                unanswered += 1
                is_limited = isinstance(error, ApiError) and error.status == 429
                if not (is_limited or _is_passing(error)) or unanswered >= _PATIENCE:
                    raise
            self._client._sleep(poll_seconds)
