import { Readable } from 'node:stream'
import { Failure } from '#server/failure.ts'
import type { Seen } from '#server/modules/protocols/index.ts'
import { listLineOf, quotedPath, resolvePath, textOfPath } from '#server/modules/protocols/index.ts'
import { mlstLineOf } from './mlst.ts'
import { Refusal } from './refusal.ts'
import { send } from './sending.ts'
import { say, sayLines, type Talk, type Verb, virtualRoot } from './talk.ts'
import { sessionStat } from './verbs-entry.ts'

/** The item at a path. Throws fileGone. */
export async function seen(talk: Talk, path: readonly string[]): Promise<Seen> {
  const found = await virtualRoot(talk).stat(path)
  if (!found) throw new Failure('fileGone')
  return found
}

async function folder(talk: Talk, path: readonly string[]): Promise<Seen> {
  const found = await seen(talk, path)
  if (!found.isFolder) throw new Refusal(550, 'That is a file')
  return found
}

async function cwd(talk: Talk, argument: string): Promise<void> {
  const path = resolvePath(talk.cwd, argument)
  await folder(talk, path)
  talk.cwd = path
  say(talk, 250, `You are in ${textOfPath(path)}`)
}

async function mkd(talk: Talk, argument: string): Promise<void> {
  const path = resolvePath(talk.cwd, argument)
  await virtualRoot(talk).makeFolder(path)
  say(talk, 257, `${quotedPath(path)} is made`)
}

async function rmd(talk: Talk, argument: string): Promise<void> {
  const path = resolvePath(talk.cwd, argument)
  const { items } = await folder(talk, path)
  if (items) throw new Refusal(550, 'The folder is not empty')
  await virtualRoot(talk).remove(path)
  say(talk, 250, 'It lies in the trash')
}

async function rnfr(talk: Talk, argument: string): Promise<void> {
  const path = resolvePath(talk.cwd, argument)
  await seen(talk, path)
  talk.renaming = path
  say(talk, 350, 'Now RNTO')
}

async function rnto(talk: Talk, argument: string): Promise<void> {
  const from = talk.renaming
  talk.renaming = null
  if (!from) throw new Refusal(503, 'Say RNFR first')
  await virtualRoot(talk).move(from, resolvePath(talk.cwd, argument))
  say(talk, 250, 'It is renamed')
}

type Line = (item: Seen) => string

/** Listing lines for the item or folder at a path, page by page. */
async function* linesOf(talk: Talk, path: readonly string[], line: Line): AsyncGenerator<string> {
  const found = await seen(talk, path)
  if (!found.isFolder) return yield line(found)
  for await (const page of virtualRoot(talk).list(path)) yield page.map(line).join('')
}

/** Removes switches of `ls` in front of the path; they have no effect. */
const withoutSwitches = (argument: string) => argument.replace(/^(-[A-Za-z]+(\s+|$))+/, '')

async function list(talk: Talk, argument: string): Promise<void> {
  const path = resolvePath(talk.cwd, withoutSwitches(argument))
  await seen(talk, path)
  const at = talk.needs.now()
  await send(talk, Readable.from(linesOf(talk, path, (item) => `${listLineOf(item, at)}\r\n`)))
}

async function nlst(talk: Talk, argument: string): Promise<void> {
  const asked = withoutSwitches(argument)
  const path = resolvePath(talk.cwd, asked)
  const { isFolder } = await seen(talk, path)
  // Names are prefixed with the requested path, so that a client can use them in further requests.
  const before = asked && isFolder ? `${asked.replace(/\/$/, '')}/` : ''
  await send(talk, Readable.from(linesOf(talk, path, ({ name }) => `${isFolder ? before + name : asked}\r\n`)))
}

async function mlsd(talk: Talk, argument: string): Promise<void> {
  const path = resolvePath(talk.cwd, argument)
  const found = await seen(talk, path)
  if (!found.isFolder) throw new Refusal(501, 'That is a file: say MLST')
  await send(talk, Readable.from(linesOf(talk, path, (item) => `${mlstLineOf(item)} ${item.name}\r\n`)))
}

async function mlst(talk: Talk, argument: string): Promise<void> {
  const path = resolvePath(talk.cwd, argument)
  const found = await seen(talk, path)
  sayLines(talk, 250, ['What is there:', `${mlstLineOf(found)} ${textOfPath(path)}`], 'End')
}

async function stat(talk: Talk, argument: string): Promise<void> {
  if (!argument) return sessionStat(talk)
  const path = resolvePath(talk.cwd, withoutSwitches(argument))
  await seen(talk, path)
  const at = talk.needs.now()
  talk.control.say('213-What is there:')
  for await (const lines of linesOf(talk, path, (item) => ` ${listLineOf(item, at)}\r\n`)) {
    talk.control.say(lines.slice(0, -2))
    await talk.control.taken()
  }
  say(talk, 213, 'End')
}

/** Commands for folders and for items in them. */
export const folderVerbs: Readonly<Record<string, Verb>> = {
  CWD: { run: cwd },
  XCWD: { run: cwd },
  CDUP: { run: (talk) => cwd(talk, '..') },
  XCUP: { run: (talk) => cwd(talk, '..') },
  PWD: { run: async (talk) => say(talk, 257, `${quotedPath(talk.cwd)} is where you are`) },
  XPWD: { run: async (talk) => say(talk, 257, `${quotedPath(talk.cwd)} is where you are`) },
  MKD: { run: mkd },
  XMKD: { run: mkd },
  RMD: { run: rmd },
  XRMD: { run: rmd },
  RNFR: { run: rnfr },
  RNTO: { run: rnto },
  LIST: { run: list },
  NLST: { run: nlst },
  MLSD: { run: mlsd },
  MLST: { run: mlst },
  STAT: { isForAll: true, run: stat },
}
