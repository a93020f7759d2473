import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { Failure } from '#server/failure.ts'
import { lookupAll } from '#server/http/outside.ts'
import { admittedFtp, type OutsidePolicy } from '#server/http/outside-address.ts'
import {
  connected,
  FTP_IDLE_MS,
  failureOf,
  type Guarded,
  type Reply,
  replyReader,
  secured,
  until,
} from './ftp-control.ts'

/** Where the files of one submission go; the root of the account is their folder. */
export type Upload = { url: string; username: string; password: string }
type Needs = { policy: OutsidePolicy; signal: AbortSignal; idleMs?: number }
type Piece = {
  path: string
  read: (from: number) => Promise<AsyncIterable<Buffer>>
  onBytes: (bytes: number) => void
}

const isGood = ({ code }: Reply) => code >= 200 && code < 300
const refused = ({ text }: Reply) => new Failure('institutionFtpRefused', { cause: text })

/** Where an FTP address leads; an address without a scheme is one too. Throws institutionAnswerWrong. */
function placeOf(text: string): { host: string; port: number; isTls: boolean } {
  const whole = /^\w+:\/\//.test(text) ? text : `ftp://${text}`
  const [, scheme = '', rest = ''] = /^(ftps?|ftpes):\/\/(.+)$/i.exec(whole) ?? []
  if (!URL.canParse(`ftp://${rest}`)) throw new Failure('institutionAnswerWrong', { cause: text })
  const url = new URL(`ftp://${rest}`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { host, port: Number(url.port) || 21, isTls: scheme.toLowerCase() !== 'ftp' }
}

/**
 * Logs in to an FTP server to bring files. TLS is used where the server has it; where the address asks for it, nothing is
 * said without, and the certificate must be of the host. Throws institutionFtpRefused, outsideUnreachable,
 * outsideRefused.
 */
export async function ftpSession(upload: Upload, { policy, signal, idleMs = FTP_IDLE_MS }: Needs) {
  const { host, port, isTls } = placeOf(upload.url)
  const admitted = await admittedFtp({ host, port }, policy, lookupAll)
  const guarded: Guarded = { signal, idleMs }
  let control: Socket | TLSSocket = await connected({ ...admitted, port }, guarded)
  let reply = replyReader(control, guarded)
  let session: Buffer | undefined
  let isPrivate = false
  const folders = new Set<string>()

  async function say(line: string): Promise<Reply> {
    if (/[\r\n\0]/.test(line)) throw new Failure('institutionFtpRefused', { cause: 'line break' })
    control.write(`${line}\r\n`)
    return reply()
  }
  async function demand(line: string, isRight: (answer: Reply) => boolean = isGood): Promise<Reply> {
    const answer = await say(line)
    if (!isRight(answer)) throw refused(answer)
    return answer
  }

  async function secure(): Promise<void> {
    const answer = await say('AUTH TLS')
    if (answer.code !== 234 && isTls) throw refused(answer)
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
    isPrivate = isGood(await say('PROT P'))
    if (!isPrivate && isTls) throw new Failure('institutionFtpRefused', { cause: 'PROT P' })
  }

  /** The port of a data connection; an address in the reply is not believed, for it could be anybody's. */
  async function passive(): Promise<number> {
    const extended = await say('EPSV')
    const [, port] = /\(\|\|\|(\d{1,5})\|\)/.exec(extended.text) ?? []
    if (isGood(extended) && port) return Number(port)
    const answer = await demand('PASV')
    const [, high, low] = /\d{1,3},\d{1,3},\d{1,3},\d{1,3},(\d{1,3}),(\d{1,3})/.exec(answer.text) ?? []
    if (!high || !low) throw refused(answer)
    return Number(high) * 256 + Number(low)
  }

  async function makeFolders(path: string): Promise<void> {
    const parts = path.split('/').slice(0, -1)
    for (const [at] of parts.entries()) {
      const folder = parts.slice(0, at + 1).join('/')
      if (folders.has(folder)) continue
      // One that is there already is refused, and so is one that can't be made: the file tells which.
      await say(`MKD ${folder}`)
      folders.add(folder)
    }
  }

  async function send(data: Socket, { read, onBytes }: Piece): Promise<void> {
    for await (const piece of await read(0)) {
      signal.throwIfAborted()
      if (data.destroyed) throw new Failure('outsideUnreachable', { cause: data.errored })
      if (!data.write(piece)) await until(data, 'drain')
      onBytes(piece.length)
    }
    const finished = until(data, 'finish')
    data.end()
    await finished
  }

  /** Stores a file, and makes the folders that it lies in. */
  async function store(file: Piece): Promise<void> {
    let data: Socket | null = null
    try {
      await makeFolders(file.path)
      const raw = await connected({ ...admitted, port: await passive() }, guarded)
      data = raw
      await demand(`STOR ${file.path}`, ({ code }) => code < 300)
      if (isPrivate) data = await secured(raw, { host, verify: isTls, session }, guarded)
      data.resume()
      await send(data, file)
      const stored = await reply()
      if (!isGood(stored)) throw refused(stored)
    } catch (error) {
      throw failureOf(error, guarded)
    } finally {
      data?.destroy()
    }
  }

  const close = () => {
    if (control.writable) control.write('QUIT\r\n')
    control.destroySoon()
  }

  try {
    const greeting = await reply()
    if (!isGood(greeting)) throw refused(greeting)
    await secure()
    const user = await say(`USER ${upload.username}`)
    const admittedUser = user.code === 331 ? await say(`PASS ${upload.password}`) : user
    if (!isGood(admittedUser)) throw new Failure('institutionFtpLogin', { cause: admittedUser.text })
    await say('OPTS UTF8 ON')
    await demand('TYPE I')
  } catch (error) {
    control.destroy()
    throw failureOf(error, guarded)
  }
  return { store, close }
}
