import { listLineOf, resolvePath, type Seen, textOfPath, type VirtualRoot } from '#server/modules/protocols/index.ts'
import { attributesIn, attributesOf, entryOf } from './attributes.ts'
import { HANDLES_MAX, type Handles, type Open } from './handles.ts'
import { type Fields, PACKET_BYTES, packetOf, Reply, Request, Status, statusReply, text, u32, u64 } from './packet.ts'
import { readingOf } from './reading.ts'
import { Refusal } from './refusal.ts'
import { arrivingAt } from './writing.ts'

/** Context of the answers. */
export type Talk = { virtualRoot: VirtualRoot; handles: Handles; now: () => Date }
type Answer = (talk: Talk, fields: Fields, id: number) => Promise<Buffer>

/** Flags of OPEN. */
const OPEN = { READ: 1, WRITE: 2, APPEND: 4, CREATE: 8, TRUNCATE: 16, EXCLUSIVE: 32 } as const
/** Entries per reply: even with the longest names it stays below the packet limit. */
const ENTRIES = 100
/** Most bytes of file data in one packet. */
const DATA_BYTES = PACKET_BYTES - 1024
/** The longest name, in bytes. */
const NAME_BYTES = 255
const BLOCK_BYTES = 4096

/** Paths are resolved from the root, since there is no working directory. */
const pathOf = (path: string) => resolvePath([], path)
const ok = (id: number) => statusReply(id, Status.OK, 'Done')
const gone = () => new Refusal(Status.NO_SUCH_FILE, 'There is nothing of that name')

async function seen({ virtualRoot }: Talk, path: readonly string[]): Promise<Seen> {
  const found = await virtualRoot.stat(path)
  if (!found) throw gone()
  return found
}

async function openForReading(talk: Talk, path: readonly string[]): Promise<Open> {
  const { isFolder, size } = await seen(talk, path)
  if (isFolder) throw new Refusal(Status.FAILURE, 'That is a folder')
  const { virtualRoot } = talk
  const reading = readingOf(size, (start) => virtualRoot.read(path, start))
  // Rights are checked at OPEN rather than at the first READ.
  await reading.begin()
  return { kind: 'read', path, reading }
}

async function openForWriting(talk: Talk, path: readonly string[], flags: number): Promise<Open> {
  const { virtualRoot, handles } = talk
  const found = await virtualRoot.stat(path)
  if (found?.isFolder) throw new Refusal(Status.FAILURE, 'That is a folder')
  if (found && flags & OPEN.EXCLUSIVE) throw new Refusal(Status.FAILURE, 'There is something of that name')
  if (!found && !(flags & OPEN.CREATE)) throw gone()
  const isFresh = !found || Boolean(flags & OPEN.TRUNCATE)
  const arriving = arrivingAt(virtualRoot, path, isFresh ? null : found.size, handles.needs)
  await arriving.judged()
  return { kind: 'write', path, arriving, modifiedAt: null }
}

const open: Answer = async (talk, fields, id) => {
  const [path, flags] = [pathOf(fields.text()), fields.u32()]
  const isWriting = flags & (OPEN.WRITE | OPEN.APPEND)
  const begin = () => (isWriting ? openForWriting(talk, path, flags) : openForReading(talk, path))
  const handle = await talk.handles.add(begin)
  return packetOf(Reply.HANDLE, u32(id), text(handle))
}

const close: Answer = async ({ virtualRoot, handles }, fields, id) => {
  const name = fields.text()
  const found = handles.find(name)
  handles.forget(name)
  if (found.kind === 'read') found.reading.close()
  if (found.kind === 'folder') await found.pages.return?.()
  if (found.kind === 'write') {
    await found.arriving.close()
    if (found.modifiedAt) await virtualRoot.setModified(found.path, found.modifiedAt)
  }
  return ok(id)
}

const read: Answer = async ({ handles }, fields, id) => {
  const found = handles.find(fields.text())
  if (found.kind === 'folder') throw new Refusal(Status.FAILURE, 'That is a folder')
  const [offset, length] = [fields.u64(), fields.u32()]
  const file = found.kind === 'read' ? found.reading : found.arriving
  const bytes = await file.read(offset, Math.min(length, DATA_BYTES))
  return bytes.length ? packetOf(Reply.DATA, u32(id), text(bytes)) : statusReply(id, Status.EOF, 'That is all')
}

const write: Answer = async ({ handles }, fields, id) => {
  const { arriving } = handles.of(fields.text(), 'write')
  const offset = fields.u64()
  // The packet's memory is released after the answer; its bytes were queued.
  await arriving.write(offset, fields.bytes())
  return ok(id)
}

/** The item at a path for this session, including a file that it has open for writing and not closed yet. */
async function seenNow(talk: Talk, path: readonly string[]): Promise<Parameters<typeof attributesOf>[0]> {
  const written = talk.handles.writtenAt(path)
  if (!written) return seen(talk, path)
  return { isFolder: false, size: written.size(), modifiedAt: talk.now() }
}

const stat: Answer = async (talk, fields, id) =>
  packetOf(Reply.ATTRS, u32(id), attributesOf(await seenNow(talk, pathOf(fields.text()))))

const fstat: Answer = async (talk, fields, id) => {
  const found = talk.handles.find(fields.text())
  if (found.kind === 'folder') throw new Refusal(Status.UNSUPPORTED, 'Ask for the folder by its path')
  return packetOf(Reply.ATTRS, u32(id), attributesOf(await seenNow(talk, found.path)))
}

/** Gives a file another size, whether this session has it open or not. */
async function resize(talk: Talk, path: readonly string[], size: number): Promise<void> {
  const written = talk.handles.writtenAt(path)
  if (written) return written.resize(size)
  const { virtualRoot, handles } = talk
  const found = await seen(talk, path)
  if (found.isFolder) throw new Refusal(Status.FAILURE, 'That is a folder')
  const arriving = arrivingAt(virtualRoot, path, found.size, handles.needs)
  try {
    await arriving.resize(size)
  } finally {
    await arriving.close()
  }
}

const setstat: Answer = async (talk, fields, id) => {
  const path = pathOf(fields.text())
  const { size, modifiedAt } = attributesIn(fields)
  if (size !== null) await resize(talk, path, size)
  if (modifiedAt && !talk.handles.writtenAt(path)) await talk.virtualRoot.setModified(path, modifiedAt)
  return ok(id)
}

const fsetstat: Answer = async ({ handles }, fields, id) => {
  const found = handles.of(fields.text(), 'write')
  const { size, modifiedAt } = attributesIn(fields)
  if (size !== null) await found.arriving.resize(size)
  found.modifiedAt = modifiedAt ?? found.modifiedAt
  return ok(id)
}

const opendir: Answer = async (talk, fields, id) => {
  const path = pathOf(fields.text())
  const handle = await talk.handles.add(async () => {
    if (!(await seen(talk, path)).isFolder) throw new Refusal(Status.FAILURE, 'That is a file')
    return { kind: 'folder', pages: talk.virtualRoot.list(path)[Symbol.asyncIterator](), rest: [] }
  })
  return packetOf(Reply.HANDLE, u32(id), text(handle))
}

const readdir: Answer = async ({ handles, now }, fields, id) => {
  const found = handles.of(fields.text(), 'folder')
  while (!found.rest.length) {
    const { value, done } = await found.pages.next()
    if (done) return statusReply(id, Status.EOF, 'That is all')
    found.rest = value
  }
  const due = found.rest.splice(0, ENTRIES)
  const at = now()
  return packetOf(Reply.NAME, u32(id), u32(due.length), ...due.map((item) => entryOf(item, listLineOf(item, at))))
}

const remove: Answer = async (talk, fields, id) => {
  const path = pathOf(fields.text())
  if ((await seen(talk, path)).isFolder) throw new Refusal(Status.FAILURE, 'That is a folder')
  await talk.virtualRoot.remove(path)
  return ok(id)
}

const rmdir: Answer = async (talk, fields, id) => {
  const path = pathOf(fields.text())
  const { isFolder, items } = await seen(talk, path)
  if (!isFolder || items) throw new Refusal(Status.FAILURE, isFolder ? 'The folder is not empty' : 'That is a file')
  await talk.virtualRoot.remove(path)
  return ok(id)
}

const mkdir: Answer = async ({ virtualRoot }, fields, id) => {
  await virtualRoot.makeFolder(pathOf(fields.text()))
  return ok(id)
}

const realpath: Answer = async (_talk, fields, id) => {
  const path = text(textOfPath(pathOf(fields.text())))
  return packetOf(Reply.NAME, u32(id), u32(1), path, path, u32(0))
}

const rename: Answer = async (talk, fields, id) => {
  const [from, to] = [pathOf(fields.text()), pathOf(fields.text())]
  if (await talk.virtualRoot.stat(to)) throw new Refusal(Status.FAILURE, 'There is something of that name')
  await talk.virtualRoot.move(from, to)
  return ok(id)
}

const extensions: Readonly<Record<string, Answer>> = {
  'posix-rename@openssh.com': async ({ virtualRoot }, fields, id) => {
    await virtualRoot.move(pathOf(fields.text()), pathOf(fields.text()))
    return ok(id)
  },
  'statvfs@openssh.com': async ({ virtualRoot }, fields, id) => {
    const { usedBytes, availableBytes } = await virtualRoot.room(pathOf(fields.text()))
    const [free, all] = [availableBytes, usedBytes + availableBytes].map((bytes) => Math.floor(bytes / BLOCK_BYTES))
    const blocks = [BLOCK_BYTES, BLOCK_BYTES, all ?? 0, free ?? 0, free ?? 0]
    return packetOf(Reply.EXTENDED, u32(id), ...[...blocks, 0, 0, 0, 0, 0, NAME_BYTES].map(u64))
  },
  'limits@openssh.com': async (_talk, _fields, id) =>
    packetOf(Reply.EXTENDED, u32(id), ...[PACKET_BYTES, DATA_BYTES, DATA_BYTES, HANDLES_MAX].map(u64)),
}

const extended: Answer = async (talk, fields, id) => {
  const answer = extensions[fields.text()]
  if (!answer) throw new Refusal(Status.UNSUPPORTED, 'That is not offered here')
  return answer(talk, fields, id)
}

/** The answer to each type of request; the fields begin after the request number. */
export const answers: Readonly<Record<number, Answer>> = {
  [Request.OPEN]: open,
  [Request.CLOSE]: close,
  [Request.READ]: read,
  [Request.WRITE]: write,
  [Request.LSTAT]: stat,
  [Request.STAT]: stat,
  [Request.FSTAT]: fstat,
  [Request.SETSTAT]: setstat,
  [Request.FSETSTAT]: fsetstat,
  [Request.OPENDIR]: opendir,
  [Request.READDIR]: readdir,
  [Request.REMOVE]: remove,
  [Request.MKDIR]: mkdir,
  [Request.RMDIR]: rmdir,
  [Request.REALPATH]: realpath,
  [Request.RENAME]: rename,
  [Request.EXTENDED]: extended,
}
