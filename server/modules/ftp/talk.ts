import type { Socket } from 'node:net'
import { setTimeout as rest } from 'node:timers/promises'
import type { SecureContext } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import type { Protocols } from '#server/modules/protocols/index.ts'
import { type Channel, channelOf } from './channel.ts'
import type { Control } from './control.ts'
import type { FtpRoot, Login, Submissions } from './login.ts'
import type { OpenPassive, Passive } from './passive.ts'
import { Refusal } from './refusal.ts'

/**
 * On an unencrypted data connection the end of a file and the loss of the client look the same; but then the control
 * connection ends, too, within this time. With TLS, close_notify marks the end.
 */
const PARTING_MS = 25

/** Dependencies of the FTP server. */
export type FtpNeeds = {
  protocols: Pick<Protocols, 'admit' | 'hold' | 'spaces' | 'tree' | 'count'>
  submissions: Submissions
  openPassive: OpenPassive
  /** The IPv4 address in PASV replies; null: the address to which the session connected. */
  publicAddress: string | null
  /** Null: no TLS, which is allowed on a loopback address only. */
  certificate: (() => SecureContext) | null
  /** Counts a session of the signed-in person; returns a function that releases it. Throws tooManyRequests. */
  takePlace: (loginId: string) => () => void
  /** Called with the bytes transferred over a data connection. */
  moved: (direction: 'in' | 'out', bytes: number) => void
  now: () => Date
  log: FastifyBaseLogger
}

/** The state of one session: who logged in, current folder, and settings for the next transfer. */
export type Talk = {
  readonly needs: FtpNeeds
  readonly control: Control
  user: string | null
  login: Login | null
  releasePlace: () => void
  cwd: readonly string[]
  /** Offset of the next transfer, set by REST; and the size announced by ALLO. */
  restart: number
  announced: number
  renaming: readonly string[] | null
  /** The TLS context of the control connection: data connections resume its sessions. */
  secure: SecureContext | null
  isPrivate: boolean
  isOnlyExtended: boolean
  passive: Passive | null
  /** The running transfer: its connection once open, and a function that aborts it. */
  transfer: { channel: Channel | null; cut: () => void } | null
}

/** A command's implementation; `isForAll`: allowed before login. */
export type Verb = { isForAll?: boolean; run: (talk: Talk, argument: string) => Promise<void> }

export const newTalk = (needs: FtpNeeds, control: Control): Talk => ({
  needs,
  control,
  user: null,
  login: null,
  releasePlace: () => {},
  cwd: [],
  restart: 0,
  announced: 0,
  renaming: null,
  secure: null,
  isPrivate: false,
  isOnlyExtended: false,
  passive: null,
  transfer: null,
})

export const say = ({ control }: Talk, code: number, text: string): void => control.say(`${code} ${text}`)
/** A multi-line reply; inner lines are indented, so that none looks like the last line (RFC 959, 4.2). */
export const sayLines = ({ control }: Talk, code: number, [first, ...lines]: readonly string[], last: string): void =>
  control.say([`${code}-${first}`, ...lines.map((line) => ` ${line}`), `${code} ${last}`].join('\r\n'))

/** Who logged in. Throws Refusal before that. */
export function loginOf({ login }: Talk): Login {
  if (!login) throw new Refusal(530, 'Log in first, with USER and PASS')
  return login
}
export const virtualRoot = (talk: Talk): FtpRoot => loginOf(talk).root

export function dropPassive(talk: Talk): void {
  talk.passive?.close()
  talk.passive = null
}

/** Aborts the running transfer. */
export const abort = ({ transfer }: Talk): void => transfer?.cut()

/** The data connection opened by the client. Throws Refusal 425, 426. */
async function connected(talk: Talk, passive: Passive): Promise<Socket> {
  const raw = await passive.connected()
  if (talk.control.isOpen()) return raw
  raw.destroy()
  throw new Refusal(426, 'The control connection is gone')
}

/** Opens a data connection, `into` the server or out of it; must be followed by `closeData`. Throws Refusal. */
export async function openData(talk: Talk, into: boolean): Promise<Channel> {
  const { passive, secure, isPrivate } = talk
  if (secure && !isPrivate) throw new Refusal(521, 'Files go over TLS only: say PBSZ 0 and PROT P first')
  if (!passive) throw new Refusal(425, 'Say PASV or EPSV first')
  say(talk, 150, 'The data connection is about to carry it')
  talk.passive = null
  talk.transfer = { channel: null, cut: passive.close }
  try {
    const channel = await channelOf(await connected(talk, passive), isPrivate ? secure : null, into)
    talk.transfer = { channel, cut: channel.destroy }
    return channel
  } catch (error) {
    talk.transfer = null
    throw error
  }
}

/** Closes a data connection: gracefully after a complete transfer, otherwise immediately. */
export function closeData(talk: Talk, channel: Channel, into: boolean): void {
  talk.transfer = null
  talk.needs.moved(into ? 'in' : 'out', channel.bytes())
  channel.close()
}

/**
 * Whether the client's data is complete: TLS ended with close_notify, or the client is still connected a moment later.
 */
export async function isWhole(talk: Talk, channel: Channel): Promise<boolean> {
  if (!talk.isPrivate) await rest(PARTING_MS)
  return !channel.isCut() && talk.control.isOpen()
}
