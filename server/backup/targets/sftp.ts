import { createHash } from 'node:crypto'
import { Readable, type Stream } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client, FileEntryWithStats, SFTPWrapper } from 'ssh2'
import { Failure } from '#server/failure.ts'
import { admittedFtp, type OutsidePolicy } from '#server/http/outside-address.ts'
import type { BackupTarget, TargetAddress } from './target.ts'

const HALF = '.half'
const PORT = 22
/** Timeout for a server that does not respond, in milliseconds (our choice). */
const SIGN_IN_MS = 20_000
const SILENT_MS = 20_000
const SILENT_TIMES = 3
/** Status codes of the protocol. */
const STATUS = { end: 1, missing: 2, denied: 3, failure: 4 } as const
/** Of the type bits of a mode. */
const TYPE = 0o170000
const FOLDER = 0o040000

type SshError = Error & { code?: number; level?: string }
type Asking = { policy: OutsidePolicy; signal: AbortSignal }

/** A private key whose line breaks were lost when it was pasted. */
const keyOf = (text: string): string =>
  text.replace(/(-----BEGIN [A-Z ]+-----)([\s\S]*?)(-----END [A-Z ]+-----)\s*$/, (_all, begin, body, end) =>
    [begin, body.replace(/\s/g, ''), `${end}\n`].join('\n'),
  )
const isKey = (secret: string) => secret.trimStart().startsWith('-----BEGIN ')

/** The folder that an address names. Throws backupServerWrong. */
function pathOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname).replace(/\/+$/, '')
  } catch (cause) {
    throw new Failure('backupServerWrong', { cause })
  }
}

async function connected({ server, account, secret, hostKey }: TargetAddress, { policy, signal }: Asking) {
  const url = new URL(server)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || PORT
  const base = pathOf(url)
  const { address } = await admittedFtp({ host, port, usual: PORT }, policy)
  // Loaded when the first such target is used.
  const { default: ssh2 } = await import('ssh2')
  const client = new ssh2.Client()
  // Callers that wait for a response get the error; without this listener it would end the process.
  client.on('error', () => undefined)
  let seen = ''
  const cut = () => client.destroy()
  signal.addEventListener('abort', cut, { once: true })
  client.once('close', () => signal.removeEventListener('abort', cut))
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve)
      client.once('error', reject)
      client.once('close', () => reject(new Error('closed')))
      client.connect({
        host: address,
        port,
        username: account,
        ...(isKey(secret) ? { privateKey: keyOf(secret.trim()) } : { password: secret }),
        readyTimeout: SIGN_IN_MS,
        keepaliveInterval: SILENT_MS,
        keepaliveCountMax: SILENT_TIMES,
        hostVerifier: (key: Buffer) => {
          seen = createHash('sha256').update(key).digest('base64').replace(/=+$/, '')
          return !hostKey || seen === hostKey
        },
      })
    })
  } catch (cause) {
    client.destroy()
    signal.throwIfAborted()
    const { level = '', message } = cause as SshError
    if (hostKey && seen && seen !== hostKey) throw new Failure('backupHostKeyChanged', { cause: seen })
    const isAccount = level === 'client-authentication' || /privateKey/.test(message)
    throw new Failure(isAccount ? 'outsideSignIn' : 'outsideUnreachable', { cause })
  }
  return { client, hostKey: seen, base }
}

const channelOf = (client: Client) =>
  new Promise<SFTPWrapper>((resolve, reject) =>
    client.sftp((error, channel) =>
      error ? reject(new Failure('outsideUnreachable', { cause: error })) : resolve(channel),
    ),
  )

/** The response to closing a file is lost if the connection ends first, and nobody listens to the stream any more. */
const heard = <T extends Stream>(stream: T): T => stream.on('error', () => undefined)

type Done<T> = (error: Error | null | undefined, value: T) => void
const asked = <T>(ask: (done: Done<T>) => void) =>
  new Promise<T>((resolve, reject) => ask((error, value) => (error ? reject(error) : resolve(value))))

/** Fails pending operations when the connection is lost, because their responses will not arrive. */
function connectionOf(client: Client) {
  const waiting = new Set<(error: Error) => void>()
  let isLost = false
  client.once('close', () => {
    isLost = true
    for (const fail of waiting) fail(new Error('closed'))
  })
  return <T>(work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (isLost) return reject(new Error('closed'))
      waiting.add(reject)
      work()
        .then(resolve, reject)
        .finally(() => waiting.delete(reject))
    })
}
const isCode = (error: unknown, code: number) => (error as SshError).code === code
const orAbsent =
  <T>(absent: T) =>
  (error: unknown): T => {
    if (isCode(error, STATUS.missing)) return absent
    throw error
  }

/** A folder of an SFTP server. Throws backupHostKeyChanged for a server with another key than the policy knows. */
export async function sftpTarget(address: TargetAddress, asking: Asking): Promise<BackupTarget> {
  const { client, hostKey, base } = await connected(address, asking)
  const whileThere = connectionOf(client)
  const answer = <T>(ask: (done: Done<T>) => void): Promise<T> => whileThere(() => asked(ask))
  const channel = await channelOf(client).catch((error: unknown) => {
    client.destroy()
    throw error
  })
  // A path of the server, or one below the folder of the account.
  const root = [base, address.folder].filter(Boolean).join('/')
  const at = (path: string) => (root ? `${root}/${path}` : path)
  const made = new Set<string>()

  /** Whether the target is full; assumed not for servers that can't tell. */
  const isFull = async (): Promise<boolean> => {
    const room = await answer<{ f_bavail: number }>((done) => channel.ext_openssh_statvfs(base || '.', done)).catch(
      () => null,
    )
    return Number(room?.f_bavail ?? 1) === 0
  }
  /** The refusal that an error of the server means. */
  async function refused(error: unknown): Promise<never> {
    asking.signal.throwIfAborted()
    if (error instanceof Failure) throw error
    if (isCode(error, STATUS.missing)) throw new Failure('backupPlaceMissing', { cause: error })
    if (isCode(error, STATUS.denied)) throw new Failure('backupTargetAway', { cause: error })
    if (isCode(error, STATUS.failure) && (await isFull())) throw new Failure('backupTargetFull', { cause: error })
    throw new Failure('outsideUnreachable', { cause: error })
  }
  const judged = <T>(work: Promise<T>): Promise<T> => work.catch(refused)

  async function demandFolder(path: string): Promise<void> {
    if (!path || path === base || made.has(path)) return
    await demandFolder(above(path))
    // An existing folder is refused like one that can't be created; storing the file shows which it is.
    await answer<void>((done) => channel.mkdir(path, { mode: 0o700 }, (error) => done(error))).catch(() => undefined)
    made.add(path)
  }

  async function store(place: string, source: Readable): Promise<void> {
    // The error of the source is no error of the server.
    let broken: Error | null = null
    source.once('error', (error) => {
      broken = error
    })
    const half = `${place}${HALF}`
    try {
      await whileThere(() => pipeline(source, heard(channel.createWriteStream(half, { mode: 0o600 }))))
    } catch (error) {
      if (!broken) await answer<void>((done) => channel.unlink(half, done)).catch(() => undefined)
      if (broken) throw broken as Error
      await refused(error)
    }
    await judged(renamed(half, place))
  }
  async function renamed(half: string, place: string): Promise<void> {
    const isReplaced = await answer<void>((done) => channel.ext_openssh_rename(half, place, done)).then(
      () => true,
      () => false,
    )
    if (isReplaced) return
    // Servers other than OpenSSH rename to no name that is taken.
    await answer<void>((done) => channel.unlink(place, done)).catch(orAbsent(undefined))
    await answer<void>((done) => channel.rename(half, place, done))
  }

  /** The entries of a folder, some at a time. */
  async function* entriesIn(path: string) {
    const handle = await answer<Buffer>((done) => channel.opendir(path, done)).catch(orAbsent(null))
    if (!handle) return
    try {
      for (;;) {
        const some = await answer((done: Done<FileEntryWithStats[]>) => channel.readdir(handle, done)).catch(
          (error: unknown) => {
            if (isCode(error, STATUS.end)) return []
            throw error
          },
        )
        if (!some.length) return
        yield* some.filter(({ filename }) => filename !== '.' && filename !== '..')
      }
    } finally {
      await answer<void>((done) => channel.close(handle, (error) => done(error))).catch(() => undefined)
    }
  }

  async function removeAll(path: string): Promise<void> {
    const found = await answer((done: Done<{ mode: number }>) => channel.lstat(path, done)).catch(orAbsent(null))
    if (!found) return
    if ((found.mode & TYPE) !== FOLDER) return answer<void>((done) => channel.unlink(path, done))
    for await (const { filename } of entriesIn(path)) await removeAll(`${path}/${filename}`)
    made.delete(path)
    return answer<void>((done) => channel.rmdir(path, (error) => done(error)))
  }

  return {
    hostKey,
    async write(path, source) {
      const place = at(path)
      try {
        if (base) await judged(answer((done: Done<unknown>) => channel.stat(base, done)))
        await demandFolder(above(place))
        await store(place, source)
      } finally {
        source.destroy()
      }
    },
    async read(path) {
      const place = at(path)
      const found = await judged(answer((done: Done<unknown>) => channel.stat(place, done)).catch(orAbsent(null)))
      if (found === null) return null
      const pieces = heard(channel.createReadStream(place))
      const lose = () => pieces.destroy(new Error('closed'))
      client.once('close', lose)
      async function* read(): AsyncGenerator<Buffer> {
        try {
          yield* pieces as AsyncIterable<Buffer>
        } catch (error) {
          await refused(error)
        } finally {
          client.off('close', lose)
        }
      }
      return Readable.from(read(), { objectMode: false })
    },
    async size(path) {
      const stat = answer((done: Done<{ size: number }>) => channel.stat(at(path), done))
      return (await judged(stat.catch(orAbsent(null))))?.size ?? null
    },
    async *list(folder) {
      try {
        for await (const { filename } of entriesIn(at(folder))) yield filename
      } catch (error) {
        await refused(error)
      }
    },
    remove: (path) => judged(removeAll(at(path))),
    close: () => client.end(),
  }
}
const above = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
