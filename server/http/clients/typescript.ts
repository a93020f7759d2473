import { type ClientCall, callsOf, type Document, type Schema } from './calls.ts'

const literal = (value: unknown) => JSON.stringify(value)
const nameOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name))

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties as Record<string, Schema>).map(
    ([name, schema]) => `${nameOf(name)}${(required as string[]).includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length) return `{ ${fields.join('; ')} }`
  const rest = additionalProperties
  return `Record<string, ${typeof rest === 'object' && rest !== null ? typeOf(rest as Schema) : 'unknown'}>`
}

/** A JSON schema as a type. */
function typeOf(schema: Schema): string {
  const { type, enum: values, anyOf, oneOf, allOf, items, prefixItems } = schema
  if (schema.const !== undefined) return literal(schema.const)
  if (values) return (values as unknown[]).map(literal).join(' | ')
  const forms = (anyOf ?? oneOf) as Schema[] | undefined
  if (forms) return forms.map((form) => `(${typeOf(form)})`).join(' | ')
  if (allOf) return (allOf as Schema[]).map((form) => `(${typeOf(form)})`).join(' & ')
  if (schema.contentMediaType) return 'Blob'
  if (prefixItems) return `[${(prefixItems as Schema[]).map(typeOf).join(', ')}]`
  if (type === 'array') return `(${items ? typeOf(items as Schema) : 'unknown'})[]`
  if (type === 'object') return objectType(schema)
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown'
}

function methodOf({ name, summary, method, path, fields, sends, data }: ClientCall): string {
  const input = fields.map((one) => `${nameOf(one.name)}${one.isRequired ? '' : '?'}: ${typeOf(one.schema)}`)
  const isFree = fields.every(({ isRequired }) => !isRequired)
  const parameter = `input: { ${input.join('; ')} }${isFree ? ' = {}' : ''}`
  const answer = data ? typeOf(data) : 'Response'
  const call = `this.${data ? 'call' : 'bytes'}(${[method, path, sends].map(literal).join(', ')}, input)`
  return `    /** ${summary.replaceAll('*/', '* /')} */
    ${name}: (${parameter}): Promise<${answer}> => ${call}${data ? ` as Promise<${answer}>` : ''},`
}

const HEAD = `/** A refusal of the server: \`error\` names it. */
export class DataSpaceError extends Error {
  readonly status: number
  readonly code: number
  readonly error: string
  readonly data: unknown
  readonly fields: { field: string; message: string }[]
  readonly requestId: string
  /** Seconds to wait, when there were too many calls. */
  readonly retryAfter: number | null
  constructor(response: Response, body: Record<string, unknown>) {
    super(String(body.message ?? response.statusText))
    this.name = 'DataSpaceError'
    this.status = response.status
    this.code = Number(body.code ?? -1)
    this.error = String(body.error ?? 'unknown')
    this.data = body.data ?? null
    this.fields = (body.fields ?? []) as { field: string; message: string }[]
    this.requestId = String(body.requestId ?? '')
    const seconds = response.headers.get('retry-after')
    this.retryAfter = seconds === null ? null : Number(seconds)
  }
}

type Sends = 'query' | 'json' | 'form' | 'multipart'
type Page<Item> = { list: Item[]; next?: string | null }

/** All items of a list, page by page. */
export async function* each<Input extends { after?: string }, Item>(
  list: (input: Input) => Promise<Page<Item>>,
  input: Input,
): AsyncGenerator<Item> {
  let page = await list(input)
  for (;;) {
    yield* page.list
    if (!page.next) return
    page = await list({ ...input, after: page.next })
  }
}

/** Key and secret of an application that signs its requests (RFC 9421): the secret never travels. */
export type Signature = { key: string; secret: string }
const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))

async function signedHeaders({ key, secret }: Signature, method: string, url: URL, body: ArrayBuffer | null) {
  const values: [string, string][] = [['@method', method], ['@path', url.pathname], ['@query', url.search || '?']]
  const headers: Record<string, string> = {}
  if (body) {
    headers['content-digest'] = 'sha-256=:' + base64(await crypto.subtle.digest('SHA-256', body)) + ':'
    values.push(['content-digest', headers['content-digest']])
  }
  const names = values.map(([name]) => '"' + name + '"').join(' ')
  const created = Math.floor(Date.now() / 1000)
  const params = \`(\${names});created=\${created};keyid="\${key}";nonce="\${crypto.randomUUID()}"\`
  const lines = [...values, ['@signature-params', params]].map(([name, value]) => \`"\${name}": \${value}\`)
  const text = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const hmac = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['sign'])
  const mac = base64(await crypto.subtle.sign('HMAC', hmac, text.encode(lines.join('\\n'))))
  return { ...headers, 'signature-input': 'sig=' + params, signature: 'sig=:' + mac + ':' }
}

/** The API of a site. \`credential\`: an access token, \`dsa_<key>.<secret>\` of an application, or what it signs with. */
export class DataSpace {
  readonly #origin: string
  readonly #credential: string | Signature
  readonly #fetch: typeof fetch
  constructor(origin: string, credential: string | Signature, ask: typeof fetch = (...given) => fetch(...given)) {
    this.#origin = origin.replace(/\\/+$/, '')
    this.#credential = credential
    this.#fetch = ask
  }

  /** Headers that say who asks; what is signed is sent byte for byte. */
  private async identify(url: URL, request: RequestInit & { method: string; headers: Record<string, string> }) {
    const { method, headers, body } = request
    const credential = this.#credential
    if (typeof credential === 'string') {
      headers.authorization = 'Bearer ' + credential
      return
    }
    const packed = body ? new Response(body) : null
    const bytes = packed ? await packed.arrayBuffer() : null
    if (packed && bytes) {
      headers['content-type'] ??= packed.headers.get('content-type') ?? ''
      request.body = bytes
    }
    Object.assign(headers, await signedHeaders(credential, method, url, bytes))
  }

  private async send(method: string, path: string, sends: Sends, input: object): Promise<Response> {
    const rest = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined))
    const place = path.replace(/\\{(\\w+)\\}/g, (_whole, name: string) => {
      const value = String(rest.get(name))
      rest.delete(name)
      return encodeURIComponent(value)
    })
    const url = new URL(this.#origin + place)
    const headers: Record<string, string> = {}
    const request: RequestInit & { method: string; headers: Record<string, string> } = { method, headers }
    const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
    if (sends === 'query') for (const [name, value] of rest) url.searchParams.set(name, text(value))
    if (sends === 'json') {
      headers['content-type'] = 'application/json'
      request.body = JSON.stringify(Object.fromEntries(rest))
    }
    if (sends === 'form') request.body = new URLSearchParams([...rest].map(([name, value]) => [name, text(value)]))
    if (sends === 'multipart') {
      const form = new FormData()
      // Fields before the file, so that the server knows them when the bytes come.
      for (const [name, value] of rest) if (!(value instanceof Blob)) form.append(name, text(value))
      for (const [name, value] of rest) if (value instanceof Blob) form.append(name, value)
      request.body = form
    }
    await this.identify(url, request)
    return this.#fetch(url, request)
  }

  private async call(method: string, path: string, sends: Sends, input: object): Promise<unknown> {
    const response = await this.send(method, path, sends, input)
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
    if (!response.ok || body.code !== 0) throw new DataSpaceError(response, body)
    return body.data
  }

  private async bytes(method: string, path: string, sends: Sends, input: object): Promise<Response> {
    const response = await this.send(method, path, sends, input)
    if (response.ok) return response
    throw new DataSpaceError(response, (await response.json().catch(() => ({}))) as Record<string, unknown>)
  }
`

/** A client in TypeScript: one file without dependencies, for browsers and Node. */
export function typescriptClient(document: Document): string {
  const groups = [...callsOf(document)].map(
    ([capability, calls]) => `  readonly ${capability} = {\n${calls.map(methodOf).join('\n')}\n  }\n`,
  )
  const about = `// The API of DataSpace ${document.info.version}, generated from /api/openapi.json.\n`
  return `${about}${HEAD}\n${groups.join('\n')}}\n`
}
