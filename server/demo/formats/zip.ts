import { type ZipEntry, zipStream } from '#server/modules/files/index.ts'

/** The archive of a document made of parts, by the names of the parts. */
export async function zipOf(parts: Record<string, string | Buffer>, modified: Date): Promise<Buffer> {
  const entries = Object.entries(parts).map(([name, content]): ZipEntry => {
    const bytes = Buffer.from(content)
    const open = async () =>
      (async function* () {
        yield bytes
      })()
    return { name, size: bytes.length, modified, open }
  })
  const pieces: Buffer[] = []
  for await (const piece of zipStream(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}
