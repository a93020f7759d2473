import { connect as connectPlain, isIP } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { Client, InvalidCredentialsError, InvalidDNSyntaxError, NoSuchObjectError, ResultCodeError } from 'ldapts'
import type { MethodConfigs } from '#contract/methods.ts'
import { Failure } from '#server/failure.ts'
import { MethodError } from './adapter.ts'
import type { Advice } from './advice.ts'
import { networkError, within } from './net.ts'

type Config = MethodConfigs['ldap']
/** A connection to a directory; `socket` is its TLS socket, if any. */
export type Session = { client: Client; url: string; socket: () => TLSSocket | null; close: () => void }

export const urlsOf = ({ url }: Config): string[] => url.split(/\s+/).filter(Boolean)
export const usesTls = (url: string): boolean => url.toLowerCase().startsWith('ldaps:')

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')
const portOf = (url: string): number => Number(new URL(url).port) || (usesTls(url) ? 636 : 389)
export const addressOf = (url: string): { host: string; port: number } => ({ host: hostOf(url), port: portOf(url) })
/** Host and port of a directory, for display. */
export const whereOf = (url: string): string => `${hostOf(url)}:${portOf(url)}`

function tlsOptionsOf(config: Config, url: string): ConnectionOptions {
  const host = hostOf(url)
  return {
    ...(config.caCertificate && { ca: config.caCertificate }),
    // SNI takes a host name; an IP address is not allowed there (RFC 6066).
    ...(!isIP(host) && { servername: host }),
    host,
  }
}

/**
 * Opens a session that connects only once: ldapts reconnects by itself when the server hangs up, and after StartTLS
 * that would be in plain text. `inspect` accepts an untrusted certificate in order to examine it.
 */
export function openSession(config: Config, url: string, limitMs: number, inspect = false): Session {
  let secure: TLSSocket | null = null
  let connections = 0
  const once = <T>(socket: () => T): T => {
    if (++connections > 1) throw new Error('connection lost')
    return socket()
  }
  const tlsOptions = { ...tlsOptionsOf(config, url), ...(inspect && { rejectUnauthorized: false }) }
  const client = new Client({
    url,
    timeout: limitMs,
    connectTimeout: limitMs,
    // With plain LDAP, ldapts would take these options as a request for TLS from the first byte.
    ...(usesTls(url) && { tlsOptions }),
    createConnection: ((port: number, host: string) => once(() => connectPlain(port, host))) as typeof connectPlain,
    createSecureConnection: ((...given: Parameters<typeof connectTls>) => {
      const open = () => (secure = connectTls(...given))
      return usesTls(url) ? once(open) : open()
    }) as typeof connectTls,
  })
  return { client, url, socket: () => secure, close: () => void client.unbind().catch(() => secure?.destroy()) }
}

/** Upgrades a plain LDAP session with StartTLS. Throws MethodError. */
export async function startTls({ client, url }: Session, config: Config, inspect = false): Promise<void> {
  try {
    await client.startTLS({ ...tlsOptionsOf(config, url), ...(inspect && { rejectUnauthorized: false }) })
  } catch (error) {
    throw error instanceof ResultCodeError
      ? new MethodError(`StartTLS ${hostOf(url)}: ${error.message}`, 'startTlsRefused', error)
      : directoryError(error, url)
  }
}

/** Binds as the search account, or anonymously when there is none. Throws MethodError. */
export async function bindSearcher({ client, url }: Session, config: Config, password: string): Promise<void> {
  // A DN without a password would be bound anonymously (RFC 4513, 5.1.2).
  if (config.bindDn && !password) throw new MethodError(config.bindDn, 'secretMissing')
  try {
    await client.bind(config.bindDn, config.bindDn ? password : '')
  } catch (error) {
    const isRefused = error instanceof InvalidCredentialsError || error instanceof InvalidDNSyntaxError
    throw isRefused
      ? new MethodError(`${config.bindDn}: ${resultOf(error)}`, 'bindAccount', error)
      : directoryError(error, url)
  }
}

export const resultOf = (error: Error): string => error.message.replace(/\s+/g, ' ').trim()

/** Converts result codes, timeouts of ldapts and network errors to a MethodError. */
export function directoryError(error: unknown, url: string): MethodError {
  if (error instanceof MethodError) return error
  const where = whereOf(url)
  const failed = (advice: Advice) => new MethodError(`${where}: ${resultOf(error as Error)}`, advice, error)
  if (error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError) return failed('baseMissing')
  if (error instanceof ResultCodeError) return failed('directoryRefuses')
  const message = error instanceof Error ? error.message : ''
  if (/timed? ?out/i.test(message)) return failed('timeout')
  if (/connection (closed|lost)|socket error/i.test(message)) return failed('closed')
  return networkError(error, where)
}

/** The share of the remaining time for one of several directories, at least a second. */
const shareOf = (leftMs: number, left: number) => Math.min(leftMs, Math.max(1000, Math.floor(leftMs / left)))

/**
 * Runs a task on the first directory of the list that can be reached and searched; the connection is always closed, and
 * the total time never exceeds `limitMs`. Throws MethodError.
 */
export async function withDirectory<T>(
  config: Config,
  password: string,
  limitMs: number,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const endMs = performance.now() + limitMs
  const leftMs = () => Math.max(1, Math.round(endMs - performance.now()))
  const urls = urlsOf(config)
  let last: MethodError | null = null
  for (const [index, url] of urls.entries()) {
    const share = shareOf(leftMs(), urls.length - index)
    const session = openSession(config, url, leftMs())
    try {
      await within(share, whereOf(url), enter(session, config, password))
      return await within(leftMs(), whereOf(url), work(session))
    } catch (error) {
      // An error in the request is no failure of the server.
      if (error instanceof Failure) throw error
      last = directoryError(error, url)
      if (!mayBeOthers.has(last.advice) || leftMs() <= 1) throw last
    } finally {
      session.close()
    }
  }
  throw last ?? new MethodError(config.url, 'network')
}

/** Failures of one server for which the next one is tried. */
const mayBeOthers: ReadonlySet<Advice> = new Set([
  'dns',
  'refused',
  'unreachable',
  'timeout',
  'closed',
  'network',
  'tlsProtocol',
  'tlsExpired',
  'tlsName',
  'tlsUntrusted',
  'directoryRefuses',
])

async function enter(session: Session, config: Config, password: string): Promise<void> {
  if (config.startTls && !usesTls(session.url)) await startTls(session, config)
  await bindSearcher(session, config, password)
}
