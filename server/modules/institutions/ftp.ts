import { Failure } from '#server/failure.ts'
import { ftpPlaceOf, ftpSession } from '#server/http/ftp-client.ts'
import { FtpRefused } from '#server/http/ftp-control.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import type { FileSender, Outgoing } from './delivery.ts'

/** Where the files of one submission go; the root of the account is their folder. */
export type Upload = { url: string; username: string; password: string }
type Needs = { policy: OutsidePolicy; signal: AbortSignal }

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
 * Brings files to an FTP server. Throws institutionAnswerWrong, institutionFtpLogin, institutionFtpRefused,
 * outsideUnreachable, outsideRefused.
 */
export async function ftpSender({ url, ...account }: Upload, needs: Needs): Promise<FileSender> {
  const place = ftpPlaceOf(url)
  if (!place) throw new Failure('institutionAnswerWrong', { cause: url })
  const session = await ftpSession({ place, ...account }, needs).catch(refused)
  const folders = new Set<string>()

  async function makeFolders(path: string): Promise<void> {
    const parts = path.split('/').slice(0, -1)
    for (const [at] of parts.entries()) {
      const folder = parts.slice(0, at + 1).join('/')
      if (folders.has(folder)) continue
      // One that is there already is refused, and so is one that can't be made: the file tells which.
      await session.say(`MKD ${folder}`)
      folders.add(folder)
    }
  }

  /** Stores a file, and makes the folders that it lies in. */
  async function store({ path, read, onBytes }: Outgoing): Promise<void> {
    await makeFolders(path)
    await session.send(`STOR ${path}`, counted(await read(0), onBytes))
  }
  return { store: (file) => store(file).catch(refused), close: session.close }
}
