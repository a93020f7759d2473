import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { ftpPlaceOf, ftpSession } from '#server/http/ftp-client.ts'
import { FtpRefused } from '#server/http/ftp-control.ts'
import type { WatchOutgoing } from '#server/http/outgoing.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import type { FileSender, Outgoing, UploadTo } from './delivery.ts'

/** The target of the files of one submission: the folder of the address, below the start folder of the account. */
type Upload = Pick<UploadTo, 'url' | 'username' | 'password' | 'isAgain'>
type Needs = { policy: OutsidePolicy; watch: WatchOutgoing; signal: AbortSignal }

function refused(cause: unknown): never {
  if (!(cause instanceof FtpRefused)) throw cause
  throw new Failure(cause.isLogin ? 'institutionFtpLogin' : 'institutionFtpRefused', { cause: cause.message })
}

async function* counted(bytes: AsyncIterable<Buffer>, onBytes: Outgoing['onBytes']) {
  for await (const piece of bytes) {
    yield piece
    onBytes(piece.length)
  }
}

/**
 * Sends files to an FTP server; an interrupted large one resumes where it ended. Throws institutionAnswerWrong,
 * institutionFtpLogin, institutionFtpRefused, outsideUnreachable, outsideRefused.
 */
export async function ftpSender({ url, isAgain, ...account }: Upload, needs: Needs): Promise<FileSender> {
  const place = ftpPlaceOf(url)
  if (!place) throw new Failure('institutionAnswerWrong', { cause: url })
  const session = await ftpSession({ place, ...account }, needs).catch(refused)
  if (place.folder) await session.demand(`CWD ${place.folder}`).catch(refused)
  const folders = new Set<string>()

  async function makeFolders(path: string): Promise<void> {
    const parts = path.split('/').slice(0, -1)
    for (const [at] of parts.entries()) {
      const folder = parts.slice(0, at + 1).join('/')
      if (folders.has(folder)) continue
      // An existing folder is refused like one that can't be created; storing the file shows which it is.
      await session.say(`MKD ${folder}`)
      folders.add(folder)
    }
  }

  /** Bytes of a file that are there already; what the institution missed something of is not believed to be whole. */
  async function offsetOf({ path, size }: Outgoing): Promise<number> {
    if (size <= CHUNK_BYTES) return 0
    const there = await session.sizeOf(path)
    return there < size || (there === size && !isAgain) ? there : 0
  }

  /** Stores a file and creates its parent folders. */
  async function store(file: Outgoing): Promise<void> {
    const { path, size, read, onBytes, onKept } = file
    await makeFolders(path)
    const offset = await offsetOf(file)
    if (offset === size && size > 0) return onKept(size)
    const bytesFrom = async (from: number) => {
      onKept(from)
      return counted(await read(from), onBytes)
    }
    await session.send(`STOR ${path}`, bytesFrom, offset)
  }
  return { store: (file) => store(file).catch(refused), close: session.close }
}
