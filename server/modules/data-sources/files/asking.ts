import { AwsClient } from 'aws4fetch'
import type { DataSourceDraft } from '#contract/data-sources.ts'
import { Failure } from '#server/failure.ts'
import { demandSuccess, type OutsideAnswer, outsideGateway } from '#server/http/outside.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import { asFailure } from '../drivers/failing.ts'
import { tlsOf } from '../drivers/tls.ts'

/** A file of another site with the password for it. */
export type FileAddress = Pick<DataSourceDraft, 'kind' | 'host' | 'port' | 'database' | 'account' | 'tls' | 'ca'> & {
  password: string
}
/** A requested file; `state` identifies its version (ETag or Last-Modified), null if the site sends none. */
export type AskedFile = Pick<OutsideAnswer, 'body' | 'discard'> & {
  name: string
  state: string | null
  size: number | null
}

const REGION = 'us-east-1'

/** The address of a file. */
export function urlOf({ host, port, database: path, tls }: FileAddress): URL {
  const site = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const base = `${tls === 'off' ? 'http' : 'https'}://${site}:${port}`
  const text = `${base}/${path.replace(/^\/+/, '')}`
  if (!URL.canParse(text)) throw new Failure('dataSourceFileGone')
  return new URL(text)
}

/** The last name of its path. */
export function fileNameOf(address: FileAddress): string {
  const last = urlOf(address).pathname.split('/').filter(Boolean).at(-1) ?? ''
  try {
    return decodeURIComponent(last) || address.host
  } catch {
    return last
  }
}

/** The credentials for the site. */
async function headersOf(address: FileAddress, url: URL): Promise<Record<string, string>> {
  const { kind, host, account, password } = address
  if (kind === 's3') {
    const region = /\bs3[.-]([a-z]{2}-[a-z]+-\d)\b/.exec(host)?.[1] ?? REGION
    const client = new AwsClient({ accessKeyId: account, secretAccessKey: password, service: 's3', region, retries: 0 })
    const signed = await client.sign(url.href, { headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } })
    return Object.fromEntries(signed.headers)
  }
  return account ? { authorization: `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}` } : {}
}

/** The version of a file according to its site, together with the address, so that it never matches another file. */
function stateOf(url: URL, { headers }: OutsideAnswer): string | null {
  const said = headers.etag ?? headers['last-modified']
  return said ? `${url.href} ${said}` : null
}

function conditionsOf(url: URL, known: string | null): Record<string, string> {
  const said = known?.startsWith(`${url.href} `) ? known.slice(url.href.length + 1) : null
  if (said === null) return {}
  return said.includes('"') ? { 'if-none-match': said } : { 'if-modified-since': said }
}

const REFUSALS = { outsideSignIn: 'dataSourcePasswordWrong', outsideGone: 'dataSourceFileGone' } as const

/** The refusal of another site in the words of data sources. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  const { refusal, cause } = error
  if (refusal === 'outsideSignIn' || refusal === 'outsideGone') return new Failure(REFUSALS[refusal], { cause })
  if (refusal !== 'outsideUnreachable') return error
  if (cause === undefined) return new Failure('dataSourceBroken')
  const inner = cause instanceof Failure || !(cause instanceof Error) ? new Error(String(cause ?? refusal)) : cause
  return asFailure(inner, {})
}

/** The bytes of an answer, and what breaks them off in the words of data sources. */
export async function* bytesOf(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw refusalOf(error)
  }
}

/**
 * Fetches a file, unless it is unchanged since the known state: then null. Throws outsideRefused and errors that name
 * the cause.
 */
export async function askFile(
  address: FileAddress,
  { policy, known, signal }: { policy: OutsidePolicy; known: string | null; signal: AbortSignal },
): Promise<AskedFile | null> {
  const url = urlOf(address)
  try {
    const headers = { ...(await headersOf(address, url)), ...conditionsOf(url, known) }
    const answer = await outsideGateway({ policy }).ask(url, { headers, signal, tls: tlsOf(address) || {} })
    const state = stateOf(url, answer)
    if (answer.status === 304 || (state !== null && state === known)) {
      answer.discard()
      return null
    }
    demandSuccess(answer)
    const size = Number(answer.headers['content-length'])
    return {
      body: bytesOf(answer.body),
      discard: answer.discard,
      name: fileNameOf(address),
      state,
      size: Number.isSafeInteger(size) ? size : null,
    }
  } catch (error) {
    throw refusalOf(error)
  }
}
