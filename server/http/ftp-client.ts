import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { Failure } from '#server/failure.ts'
import {
  connected,
  FTP_IDLE_MS,
  FtpRefused,
  failureOf,
  type Guarded,
  type Reply,
  replyReader,
  secured,
  until,
} from './ftp-control.ts'
import type { WatchOutgoing } from './outgoing.ts'
import { admittedFtp, type OutsidePolicy } from './outside-address.ts'

const PORT = 21

export type FtpPlace = { host: string; port: number; isTls: boolean; folder: string }
export type FtpAccount = { place: FtpPlace; username: string; password: string }
/** `watch`: counts the bytes of files as traffic. */
type Needs = { policy: OutsidePolicy; signal: AbortSignal; idleMs?: number | undefined; watch?: WatchOutgoing }

/** The bytes of what is sent, from an offset on. */
type Read = (from: number) => AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>

const isGood = ({ code }: Reply) => code >= 200 && code < 300
const isBegun = ({ code }: Reply) => code < 300
/** The reply to REST: the command that it is for is awaited. */
const isPending = ({ code }: Reply) => code >= 300 && code < 400

/** Some servers say that they want a login first; it is not the account that is wrong. */
const withoutTls = ({ text }: Reply) => new FtpRefused({ code: 502, text })

/** Parses an FTP address; the scheme may be missing. Null if it is invalid. */
export function ftpPlaceOf(text: string): FtpPlace | null {
  const whole = /^\w+:\/\//.test(text) ? text : `ftp://${text}`
  const [, scheme = '', rest = ''] = /^(ftps?|ftpes):\/\/(.+)$/i.exec(whole) ?? []
  if (!URL.canParse(`ftp://${rest}`)) return null
  const url = new URL(`ftp://${rest}`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  try {
    const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
    return { host, port: Number(url.port) || PORT, isTls: scheme.toLowerCase() !== 'ftp', folder }
  } catch {
    return null
  }
}

/**
 * Logs in to an FTP server. TLS is used if the server supports it; if the address requires it, nothing is sent without
 * TLS, and the certificate must match the host. A connection does one thing at a time. Throws FtpRefused for what the
 * server refuses, outsideUnreachable, outsideRefused.
 */
export async function ftpSession({ place, username, password }: FtpAccount, { policy, signal, idleMs, watch }: Needs) {
  const { host, port, isTls } = place
  const admitted = await admittedFtp({ host, port }, policy)
  const guarded: Guarded = { signal, idleMs: idleMs ?? FTP_IDLE_MS }
  let control: Socket | TLSSocket = await connected({ ...admitted, port }, guarded)
  let reply = replyReader(control, guarded)
  let session: Buffer | undefined
  let isPrivate = false

  /** Says a command and waits for its answer, whatever it is. */
  async function say(line: string): Promise<Reply> {
    if (/[\r\n\0]/.test(line)) throw new FtpRefused({ code: 553, text: 'line break' })
    control.write(`${line}\r\n`)
    return reply()
  }
  /** The same; throws FtpRefused unless the answer is right. */
  async function demand(line: string, isRight: (answer: Reply) => boolean = isGood): Promise<Reply> {
    const answer = await say(line)
    if (!isRight(answer)) throw new FtpRefused(answer)
    return answer
  }

  async function secure(): Promise<void> {
    const answer = await say('AUTH TLS')
    if (answer.code !== 234 && isTls) throw withoutTls(answer)
    if (answer.code !== 234) return
    for (const event of ['data', 'error', 'close', 'timeout']) control.removeAllListeners(event)
    control.setTimeout(0)
    const upgraded = await secured(control, { host, verify: isTls }, guarded)
    upgraded.on('session', (ticket: Buffer) => {
      session = ticket
    })
    control = upgraded
    reply = replyReader(control, guarded)
    await demand('PBSZ 0')
    const kept = await say('PROT P')
    isPrivate = isGood(kept)
    if (!isPrivate && isTls) throw withoutTls(kept)
  }

  /** The port of a data connection; an address in the reply is not believed, for it could be anybody's. */
  async function passive(): Promise<number> {
    const extended = await say('EPSV')
    const [, given] = /\(\|\|\|(\d{1,5})\|\)/.exec(extended.text) ?? []
    if (isGood(extended) && given) return Number(given)
    const answer = await demand('PASV')
    const [, high, low] = /\d{1,3},\d{1,3},\d{1,3},\d{1,3},(\d{1,3}),(\d{1,3})/.exec(answer.text) ?? []
    if (!high || !low) throw new FtpRefused(answer)
    return Number(high) * 256 + Number(low)
  }

  /**
   * Opens a data connection for a command, from an offset on where the server can (REST, RFC 3659), else from the
   * beginning. Nothing is said on the control connection until its end.
   */
  async function begin(line: string, wished = 0): Promise<{ data: Socket; from: number }> {
    const raw = await connected({ ...admitted, port: await passive() }, guarded)
    try {
      const from = wished && isPending(await say(`REST ${wished}`)) ? wished : 0
      await demand(line, isBegun)
      const data = isPrivate ? await secured(raw, { host, verify: isTls, session }, guarded) : raw
      watch?.(data)
      control.setTimeout(0)
      return { data, from }
    } catch (error) {
      raw.destroy()
      throw error
    }
  }
  /** The answer at the end of a data connection. */
  async function answered(): Promise<void> {
    control.setTimeout(guarded.idleMs)
    const ended = await reply()
    if (!isGood(ended)) throw new FtpRefused(ended)
  }

  /** The transfer was interrupted: the response of a server whose disk is full says more than the connection error. */
  async function toldInstead(error: unknown): Promise<unknown> {
    if (signal.aborted || !(error instanceof Failure) || error.refusal !== 'outsideUnreachable') return error
    return answered().then(
      () => error,
      (said: unknown) => (said instanceof FtpRefused ? said : error),
    )
  }

  /** Bytes of a file on the server; 0 if there is none or the server does not say. */
  async function sizeOf(path: string): Promise<number> {
    const { code, text } = await say(`SIZE ${path}`)
    const [, size = '0'] = /^213 (\d{1,15})/.exec(text) ?? []
    return code === 213 ? Number(size) : 0
  }

  /** Sends what a command such as STOR stores: the bytes from an offset on, 0 where the server can't go on at `wished`. */
  async function send(line: string, read: Read, wished = 0): Promise<void> {
    let data: Socket | null = null
    try {
      const { data: open, from } = await begin(line, wished)
      data = open
      open.resume()
      const demandOpen = () => {
        if (open.destroyed) throw new Failure('outsideUnreachable', { cause: open.errored })
      }
      try {
        for await (const piece of await read(from)) {
          signal.throwIfAborted()
          demandOpen()
          if (!open.write(piece)) await until(open, 'drain')
        }
        demandOpen()
        const finished = until(open, 'finish')
        open.end()
        await finished
      } catch (error) {
        throw await toldInstead(error)
      }
      await answered()
    } catch (error) {
      throw failureOf(error, guarded)
    } finally {
      data?.destroy()
    }
  }

  /** The bytes that a command such as RETR returns; stopping early ends the session. */
  async function* receive(line: string): AsyncGenerator<Buffer> {
    let data: Socket | null = null
    let isWhole = false
    try {
      data = (await begin(line)).data
      for await (const piece of data) yield piece as Buffer
      await answered()
      isWhole = true
    } catch (error) {
      isWhole = error instanceof FtpRefused
      throw failureOf(error, guarded)
    } finally {
      data?.destroy()
      if (!isWhole) control.destroy()
    }
  }

  const close = () => {
    if (control.writable) control.write('QUIT\r\n')
    control.destroySoon()
  }

  /** Ends the conversation at once, whatever is under way. */
  const end = () => void control.destroy()

  try {
    const greeting = await reply()
    if (!isGood(greeting)) throw new FtpRefused(greeting)
    await secure()
    const user = await say(`USER ${username}`)
    const login = user.code === 331 ? await say(`PASS ${password}`) : user
    if (!isGood(login)) throw new FtpRefused(login, { isLogin: true })
    await say('OPTS UTF8 ON')
    await demand('TYPE I')
  } catch (error) {
    control.destroy()
    throw failureOf(error, guarded)
  }
  return { say, demand, sizeOf, send, receive, close, end, isOpen: () => !control.destroyed }
}
export type FtpSession = Awaited<ReturnType<typeof ftpSession>>
