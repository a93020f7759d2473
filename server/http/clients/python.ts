import { type ClientCall, callsOf, type Document, type Field, type Schema } from './calls.ts'

const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return self try while with yield`.split(/\s+/),
)
const nameOf = (name: string) => (KEYWORDS.has(name) ? `${name}_` : name)
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const literal = (value: unknown) => JSON.stringify(value)
const TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  boolean: 'bool',
  number: 'float',
  integer: 'int',
  array: 'list',
  object: 'dict',
}

/** A JSON schema as an annotation. */
function annotationOf({ type, enum: values, contentMediaType }: Schema): string {
  if (contentMediaType) return 'bytes'
  if (values && (values as unknown[]).every((value) => typeof value === 'string'))
    return `Literal[${(values as string[]).map(literal).join(', ')}]`
  return TYPES[String(type)] ?? 'Any'
}

const parameterOf = ({ name, isRequired, schema }: Field) =>
  `${nameOf(name)}: ${isRequired ? annotationOf(schema) : `${annotationOf(schema)} | Unset = UNSET`}`

function methodOf({ name, summary, method, path, fields, sends, data }: ClientCall): string {
  const parameters = fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)).map(parameterOf)
  const list = parameters.length ? `, *, ${parameters.join(', ')}` : ''
  const input = fields.map((field) => `${literal(field.name)}: ${nameOf(field.name)}`).join(', ')
  const run = data ? '_call' : '_open'
  return `    def ${nameOf(snake(name))}(self${list}) -> ${data ? 'Any' : 'BinaryIO'}:
        """${summary.replaceAll('\\', '\\\\').replaceAll('"', "'")}"""
        return self._site.${run}(${[method, path, sends].map(literal).join(', ')}, {${input}})
`
}

const HEAD = `from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, BinaryIO, Callable, Iterator, Literal


class Unset:
    """A parameter that is not sent; None is sent as null."""


UNSET = Unset()


class DataSpaceError(Exception):
    """A refusal of the server: \`error\` names it; \`retry_after\` are seconds to wait after too many calls."""

    def __init__(self, status: int, body: dict, retry_after: int | None = None) -> None:
        super().__init__(body.get("message") or f"HTTP {status}")
        self.status = status
        self.code = body.get("code", -1)
        self.error = body.get("error", "unknown")
        self.data = body.get("data")
        self.fields = body.get("fields", [])
        self.request_id = body.get("requestId", "")
        self.retry_after = retry_after


def each(call: Callable[..., dict], **parameters: Any) -> Iterator[Any]:
    """All items of a list, page by page."""
    page = call(**parameters)
    while True:
        yield from page["list"]
        if not page.get("next"):
            return
        page = call(**{**parameters, "after": page["next"]})


def _text(value: Any) -> str:
    if isinstance(value, bool) or value is None or isinstance(value, (dict, list)):
        return json.dumps(value)
    return str(value)


def _multipart(fields: dict) -> tuple[bytes, str]:
    boundary = uuid.uuid4().hex
    parts = []
    # Fields before the file, so that the server knows them when the bytes come.
    for name, value in sorted(fields.items(), key=lambda one: isinstance(one[1], bytes)):
        is_file = isinstance(value, bytes)
        head = f'Content-Disposition: form-data; name="{name}"'
        head += '; filename="file"\\r\\nContent-Type: application/octet-stream' if is_file else ""
        content = value if is_file else _text(value).encode()
        parts.append(f"--{boundary}\\r\\n{head}\\r\\n\\r\\n".encode() + content + b"\\r\\n")
    return b"".join(parts) + f"--{boundary}--\\r\\n".encode(), f"multipart/form-data; boundary={boundary}"


class Signature:
    """Key and secret of an application that signs its requests (RFC 9421): the secret never travels."""

    def __init__(self, key: str, secret: str) -> None:
        self._key = key
        self._secret = secret.encode()

    def headers(self, method: str, place: str, body: bytes | None) -> dict:
        path, _, query = place.partition("?")
        values, headers = {"@method": method, "@path": path, "@query": "?" + query}, {}
        if body is not None:
            digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
            values["content-digest"] = headers["Content-Digest"] = f"sha-256=:{digest}:"
        names = " ".join(f'"{name}"' for name in values)
        params = f'({names});created={int(time.time())};keyid="{self._key}";nonce="{secrets.token_urlsafe(16)}"'
        lines = [f'"{name}": {value}' for name, value in values.items()] + [f'"@signature-params": {params}']
        mac = base64.b64encode(hmac.new(self._secret, "\\n".join(lines).encode(), hashlib.sha256).digest()).decode()
        return {**headers, "Signature-Input": f"sig={params}", "Signature": f"sig=:{mac}:"}


class _Bearer:
    def __init__(self, token: str) -> None:
        self._token = token

    def headers(self, method: str, place: str, body: bytes | None) -> dict:
        return {"Authorization": f"Bearer {self._token}"}


class _Site:
    def __init__(self, origin: str, credential: str | Signature, timeout: float) -> None:
        self._origin = origin.rstrip("/")
        self._credential = _Bearer(credential) if isinstance(credential, str) else credential
        self._timeout = timeout

    def _open(self, method: str, path: str, sends: str, given: dict) -> BinaryIO:
        rest = {name: value for name, value in given.items() if value is not UNSET}
        place = re.sub(r"\\{(\\w+)\\}", lambda m: urllib.parse.quote(str(rest.pop(m[1])), safe=""), path)
        headers, body = {}, None
        if sends == "query" and rest:
            place += "?" + urllib.parse.urlencode({name: _text(value) for name, value in rest.items()})
        elif sends == "json":
            body, headers["Content-Type"] = json.dumps(rest).encode(), "application/json"
        elif sends == "form":
            body = urllib.parse.urlencode({name: _text(value) for name, value in rest.items()}).encode()
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        elif sends == "multipart":
            body, headers["Content-Type"] = _multipart(rest)
        headers.update(self._credential.headers(method, place, body))
        request = urllib.request.Request(self._origin + place, body, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            with error:
                raw, seconds = error.read(), error.headers.get("Retry-After")
            try:
                told = json.loads(raw)
            except ValueError:
                told = {}
            raise DataSpaceError(error.code, told, int(seconds) if seconds else None) from None

    def _call(self, method: str, path: str, sends: str, given: dict) -> Any:
        with self._open(method, path, sends, given) as answer:
            body = json.load(answer)
        if body["code"] != 0:
            raise DataSpaceError(answer.status, body)
        return body["data"]


class _Capability:
    def __init__(self, site: _Site) -> None:
        self._site = site

`

const classOf = (capability: string) => `_${capability.charAt(0).toUpperCase()}${capability.slice(1)}`

/** A client in Python 3.9 or newer: one file that needs the standard library alone. */
export function pythonClient(document: Document): string {
  const calls = callsOf(document)
  const classes = [...calls].map(
    ([capability, some]) => `\nclass ${classOf(capability)}(_Capability):\n${some.map(methodOf).join('\n')}`,
  )
  const members = [...calls.keys()].map((one) => `        self.${snake(one)} = ${classOf(one)}(site)`)
  const whole = `\n\nclass DataSpace:
    """The API of a site. \`credential\`: an access token, \`dsa_<key>.<secret>\` of an application, or its Signature."""

    def __init__(self, origin: str, credential: str | Signature, timeout: float = 60) -> None:
        site = _Site(origin, credential, timeout)
${members.join('\n')}
`
  const about = `# The API of DataSpace ${document.info.version}, generated from /api/openapi.json.\n`
  return `${about}${HEAD}${classes.join('\n')}${whole}`
}
