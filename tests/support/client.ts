import { FailureBody, successOf } from '#contract/core/envelope.ts'
import type { DataOf, InputOf, Operation } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'

type Success<O extends Operation> = { code: 0; status: number; data: DataOf<O> }
type Refusal = FailureBody & { status: number }
export type Answer<O extends Operation> = Success<O> | Refusal

/** Each success schema is built once: compiling a new one at first use takes longer than the check itself. */
const successes = new WeakMap<Operation, ReturnType<typeof successOf>>()
function successSchema(operation: Operation) {
  const schema = successes.get(operation) ?? successOf(operation.data)
  successes.set(operation, schema)
  return schema
}

/** Attributes of a cookie that is deleted; a random value may look like a part of them. */
const IS_OVER = /;\s*(?:max-age=0\s*(?:;|$)|expires=[^;]*1970)/i

/** A client outside a browser: it only keeps cookies and sends DS_TOKEN back. */
export class Client {
  readonly origin: string
  readonly cookies = new Map<string, string>()
  language: 'zh' | 'en' = 'en'

  constructor(origin: string) {
    this.origin = origin
  }

  headers(): Record<string, string> {
    const csrf = this.cookies.get('DS_TOKEN')
    return {
      'accept-language': this.language,
      ...(this.cookies.size && { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...(csrf && { DS_TOKEN: csrf }),
    }
  }

  /** Sends a raw request below the origin, with this client's cookies and CSRF token. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(this.origin + path, {
      redirect: 'manual',
      ...init,
      headers: { ...this.headers(), ...(init.headers as object) },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1)
      if (value && !IS_OVER.test(line)) this.cookies.set(pair.slice(0, at), value)
      else this.cookies.delete(pair.slice(0, at))
    }
    return response
  }

  /** Calls an operation; the answer is checked against the operation's success schema or the failure schema. */
  async call<O extends Operation>(operation: O, input: InputOf<O>): Promise<Answer<O>> {
    const response = await this.send(operation, input)
    const body: unknown = await response.json()
    if ((body as { code: number }).code !== 0) return { ...FailureBody.parse(body), status: response.status }
    const proved = successSchema(operation).parse(body)
    return { code: 0, status: response.status, data: proved.data as DataOf<O> }
  }

  /** Returns the data of a call that must succeed. */
  async data<O extends Operation>(operation: O, input: InputOf<O>): Promise<DataOf<O>> {
    const answer = await this.call(operation, input)
    if (answer.code !== 0) throw new Error(`${operation.method} ${operation.path}: ${JSON.stringify(answer)}`)
    return (answer as Success<O>).data
  }

  /** Sends an operation's input as its contract says and returns the raw response. */
  send<O extends Operation>(operation: O, input: InputOf<O>): Promise<Response> {
    const rest = { ...(input as Record<string, unknown>) }
    const path = operation.path.replace(/:(\w+)/g, (_whole, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const url = `/api${path}`
    if (operation.method === 'GET') return this.fetch(url + queryOf(rest))
    if (operation.body === 'multipart') return this.fetch(url, { method: operation.method, body: formOf(rest) })
    const body =
      operation.body === 'json' ? JSON.stringify(rest) : new URLSearchParams(rest as Record<string, string>).toString()
    const type = operation.body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
    return this.fetch(url, { method: operation.method, body, headers: { 'content-type': type } })
  }

  async login(emailAccounts: string, password: string): Promise<this> {
    await this.data(contract.session.login, { emailAccounts, password })
    return this
  }
}

/** The fields of a multipart form, with an empty file for the bytes. */
function formOf(rest: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(rest)) form.set(name, String(value))
  form.set('file', new Blob(), 'file')
  return form
}

function queryOf(rest: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
  }
  const text = query.toString()
  return text && `?${text}`
}
