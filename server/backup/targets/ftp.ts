import { Readable } from 'node:stream'
import { Failure } from '#server/failure.ts'
import { type FtpSession, ftpPlaceOf, ftpSession } from '#server/http/ftp-client.ts'
import { FtpRefused } from '#server/http/ftp-control.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import type { BackupTarget, TargetAddress } from './target.ts'

const HALF = '.half'
/**
 * Servers close idle connections; one that was idle for longer than this is not reused, in milliseconds (our choice).
 */
const STILL_MS = 20_000
/** Replies of the protocol (RFC 959, 4.2). */
const NOT_KNOWN = [331, 332, 430, 530]
const NO_ROOM = [452, 552]
const LOCAL_ERROR = 451
const ABSENT = [450, 550]
const NOT_ALLOWED = [532, 550, 553]

const isRefused = (error: unknown, codes: readonly number[]) =>
  error instanceof FtpRefused && codes.includes(error.code)
/** The refusal for a response; with `isWriting`, 451 can mean that the server's disk is full. */
function refused(cause: unknown, isWriting = false): never {
  if (!(cause instanceof FtpRefused)) throw cause
  const { code, isLogin } = cause
  if (isLogin || NOT_KNOWN.includes(code)) throw new Failure('outsideSignIn', { cause })
  if (NO_ROOM.includes(code) || (isWriting && code === LOCAL_ERROR)) throw new Failure('backupTargetFull', { cause })
  throw new Failure(NOT_ALLOWED.includes(code) ? 'backupTargetAway' : 'outsideUnreachable', { cause })
}
const isDone = ({ code }: { code: number }) => code >= 200 && code < 300
const above = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

type Needs = { policy: OutsidePolicy; signal: AbortSignal }

/**
 * A folder on an FTP server, below the start folder of its account. A connection does one thing at a time, so as many
 * connections are opened as operations run in parallel.
 */
export async function ftpTarget(
  { server, account, secret, folder }: TargetAddress,
  needs: Needs,
): Promise<BackupTarget> {
  const place = ftpPlaceOf(server)
  if (!place) throw new Failure('backupServerWrong')
  const open = () => ftpSession({ place, username: account || 'anonymous', password: secret }, needs).catch(refused)
  const still: { session: FtpSession; since: number }[] = []
  const made = new Set<string>()

  const take = async (): Promise<FtpSession> => {
    for (let known = still.pop(); known; known = still.pop()) {
      if (known.session.isOpen() && performance.now() - known.since < STILL_MS) return known.session
      known.session.close()
    }
    return open()
  }
  const giveBack = (session: FtpSession) => {
    if (session.isOpen()) still.push({ session, since: performance.now() })
  }
  /** Does something in a conversation, which is over after an error that is no answer of the server. */
  async function talk<T>(work: (session: FtpSession) => Promise<T>, isWriting = false): Promise<T> {
    const session = await take()
    try {
      const done = await work(session)
      giveBack(session)
      return done
    } catch (error) {
      if (error instanceof FtpRefused) giveBack(session)
      else session.end()
      return refused(error, isWriting)
    }
  }

  const first = await open()
  const begun = await first.demand('PWD').catch(refused)
  const home = (/"((?:[^"]|"")*)"/.exec(begun.text)?.[1] ?? '').replaceAll('""', '"').replace(/\/+$/, '')
  const base = place.folder ? `${home}/${place.folder}` : home
  const root = [base, folder].filter(Boolean).join('/')
  const at = (path: string) => `${root}/${path}`
  giveBack(first)

  const isFolder = async (session: FtpSession, path: string) => isDone(await session.say(`CWD ${path || '/'}`))
  async function demandFolder(session: FtpSession, path: string): Promise<void> {
    if (path === base || made.has(path)) return
    await demandFolder(session, above(path))
    // An existing folder is refused like one that can't be created; storing the file shows which it is.
    await session.say(`MKD ${path}`)
    made.add(path)
  }
  async function renamed(session: FtpSession, half: string, path: string): Promise<void> {
    const rename = async () => {
      await session.demand(`RNFR ${half}`, ({ code }) => code === 350)
      await session.demand(`RNTO ${path}`)
    }
    await rename().catch(async (error: unknown) => {
      // Some servers rename to no name that is taken.
      if (!isDone(await session.say(`DELE ${path}`))) throw error
      await rename()
    })
  }
  async function* namesIn(session: FtpSession, path: string): AsyncGenerator<string> {
    let rest = ''
    try {
      for await (const piece of session.receive(`NLST ${path}`)) {
        const lines = (rest + piece.toString('latin1')).split('\n')
        rest = lines.pop() ?? ''
        yield* lines.map(nameOf)
      }
    } catch (error) {
      if (!isRefused(error, ABSENT)) throw error
    }
    if (rest) yield nameOf(rest)
  }

  /** Removes what is at a path. Throws FtpRefused for what is still there. */
  async function removeAll(session: FtpSession, path: string): Promise<void> {
    const removed = await session.say(`DELE ${path}`)
    if (isDone(removed)) return
    if (await isFolder(session, path)) {
      await session.demand('CWD /')
      for (const name of await Array.fromAsync(namesIn(session, path))) await removeAll(session, `${path}/${name}`)
      made.delete(path)
      return void (await session.demand(`RMD ${path}`))
    }
    if (isDone(await session.say(`SIZE ${path}`))) throw new FtpRefused(removed)
  }

  return {
    async write(path, source) {
      const target = at(path)
      const half = `${target}${HALF}`
      try {
        await talk(async (session) => {
          if (!made.size && place.folder && !(await isFolder(session, base))) throw new Failure('backupPlaceMissing')
          await demandFolder(session, above(target))
          await session
            .send(`STOR ${half}`, () => source as AsyncIterable<Buffer>)
            .catch(async (error: unknown) => {
              if (error instanceof FtpRefused) await session.say(`DELE ${half}`)
              throw error
            })
          await renamed(session, half, target)
        }, true)
      } finally {
        source.destroy()
      }
    },
    async read(path) {
      const session = await take()
      const pieces = session.receive(`RETR ${at(path)}`)
      const begun = await pieces.next().catch(async (error: unknown) => {
        const isAbsent = isRefused(error, ABSENT) && !isDone(await session.say(`SIZE ${at(path)}`))
        if (isAbsent) return null
        session.end()
        return refused(error)
      })
      if (begun === null) {
        giveBack(session)
        return null
      }
      async function* read(start: IteratorResult<Buffer>): AsyncGenerator<Buffer> {
        try {
          if (!start.done) yield start.value
          yield* pieces
          giveBack(session)
        } catch (error) {
          session.end()
          refused(error)
        } finally {
          await pieces.return(undefined)
        }
      }
      return Readable.from(read(begun), { objectMode: false })
    },
    size: (path) =>
      talk(async (session) => {
        const said = await session.say(`SIZE ${at(path)}`)
        return isDone(said) ? Number(/\d+\s*$/.exec(said.text)?.[0]) : null
      }),
    async *list(path) {
      const session = await take()
      try {
        yield* namesIn(session, at(path))
        giveBack(session)
      } catch (error) {
        session.end()
        refused(error)
      }
    },
    remove: (path) => talk((session) => removeAll(session, at(path))),
    close: () => {
      for (const { session } of still.splice(0)) session.close()
    },
  }
}
/** Some servers tell names with the folder before them. */
const nameOf = (line: string): string => line.replace(/\r$/, '').split('/').at(-1) ?? ''
