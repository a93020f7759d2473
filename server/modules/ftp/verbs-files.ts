import { BrokenOff, resolvePath, type Seen, textOfPath } from '#server/modules/protocols/index.ts'
import { released } from '#server/storage/release.ts'
import type { Channel } from './channel.ts'
import { dateOf, stampOf } from './mlst.ts'
import { Refusal } from './refusal.ts'
import { send } from './sending.ts'
import { closeData, isWhole, loginOf, openData, say, type Talk, type Verb, virtualRoot } from './talk.ts'
import { seen } from './verbs-folders.ts'

async function file(talk: Talk, path: readonly string[]): Promise<Seen> {
  const found = await seen(talk, path)
  if (found.isFolder) throw new Refusal(550, 'That is a folder')
  return found
}

/** The offset of REST, which applies to one transfer only. */
function takeRestart(talk: Talk): number {
  const { restart } = talk
  talk.restart = 0
  return restart
}

async function retr(talk: Talk, argument: string): Promise<void> {
  const start = takeRestart(talk)
  const path = resolvePath(talk.cwd, argument)
  const { size } = await file(talk, path)
  if (start > size) throw new Refusal(554, `The file has ${size} bytes only`)
  await send(talk, await virtualRoot(talk).read(path, start))
}

/** The received bytes; throws BrokenOff when the connection ends before the file does. */
async function* arriving(talk: Talk, channel: Channel, missing: number): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const piece of channel.stream) {
      bytes += (piece as Buffer).length
      yield piece as Buffer
    }
  } catch (error) {
    throw new BrokenOff(error)
  }
  if (bytes < missing || !(await isWhole(talk, channel))) throw new BrokenOff()
  // An upload may take hours, so the permission to upload is checked again at its end.
  await loginOf(talk).hold()
}

/** Stores the received bytes after the first `offset` bytes of the existing file. */
async function receive(talk: Talk, path: readonly string[], offset: number): Promise<void> {
  const { announced } = talk
  talk.announced = 0
  /** Opens the data connection only after the right to store the file was checked, so nothing is sent in vain. */
  async function* source() {
    const channel = await openData(talk, true)
    try {
      yield* arriving(talk, channel, announced - offset)
    } finally {
      closeData(talk, channel, true)
    }
  }
  try {
    await virtualRoot(talk).write(path, released(source()), { offset, leastBytes: announced })
  } catch (error) {
    if (error instanceof BrokenOff) throw new Refusal(426, 'It broke off: what came is kept for you to go on', error)
    throw error
  }
  say(talk, 226, 'It is stored')
}

const stor = (talk: Talk, argument: string) => receive(talk, resolvePath(talk.cwd, argument), takeRestart(talk))

async function appe(talk: Talk, argument: string): Promise<void> {
  takeRestart(talk)
  const path = resolvePath(talk.cwd, argument)
  const found = await virtualRoot(talk).stat(path)
  if (found?.isFolder) throw new Refusal(550, 'That is a folder')
  return receive(talk, path, found?.size ?? 0)
}

async function dele(talk: Talk, argument: string): Promise<void> {
  const path = resolvePath(talk.cwd, argument)
  await file(talk, path)
  await virtualRoot(talk).remove(path)
  say(talk, 250, 'It is removed')
}

const size = async (talk: Talk, argument: string) =>
  say(talk, 213, String((await file(talk, resolvePath(talk.cwd, argument))).size))

const mdtm = async (talk: Talk, argument: string) =>
  say(talk, 213, stampOf((await seen(talk, resolvePath(talk.cwd, argument))).modifiedAt))

async function mfmt(talk: Talk, argument: string): Promise<void> {
  const [, stamp = '', name = ''] = /^(\S+) (.+)$/.exec(argument) ?? []
  const at = dateOf(stamp)
  if (!at) throw new Refusal(501, 'Say MFMT YYYYMMDDHHMMSS and a path')
  await virtualRoot(talk).setModified(resolvePath(talk.cwd, name), at)
  say(talk, 213, `Modify=${stampOf(at)}; ${name}`)
}

/** HASH (draft-bryan-ftpext-hash): the stored checksum, so that a client can compare without downloading. */
async function hash(talk: Talk, argument: string): Promise<void> {
  const path = resolvePath(talk.cwd, argument)
  const { sha256, size: bytes } = await file(talk, path)
  if (!sha256) throw new Refusal(450, 'Its upload is unfinished')
  say(talk, 213, `SHA-256 0-${bytes} ${sha256} ${textOfPath(path)}`)
}

async function site(): Promise<void> {
  throw new Refusal(504, 'There are no SITE commands here: rights are given in the console')
}

/** Commands for files. */
export const fileVerbs: Readonly<Record<string, Verb>> = {
  RETR: { run: retr },
  STOR: { run: stor },
  APPE: { run: appe },
  DELE: { run: dele },
  SIZE: { run: size },
  MDTM: { run: mdtm },
  MFMT: { run: mfmt },
  HASH: { run: hash },
  SITE: { run: site },
}
