import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ExportFormat } from '#contract/table-files.ts'
import { Failure } from '#server/failure.ts'
import { endStalled } from '#server/http/stalled.ts'
import { disposition } from '#server/modules/files/index.ts'
import { forms, type Written } from '#server/table-files/write/forms.ts'

async function* bytesOf(source: Written): AsyncGenerator<Buffer> {
  for await (const piece of source) if (piece.length) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

/** Streams rows as files, with a maximum number at a time: each holds a connection or a process. */
export function downloads(atOnce: number) {
  let running = 0

  /** From the first query until the last byte is read or the reader disconnects. Throws busy. */
  return async function send(
    reply: FastifyReply,
    format: ExportFormat,
    open: () => Promise<{ name: string; pieces: Written }>,
  ): Promise<FastifyReply> {
    if (running >= atOnce) throw new Failure('busy')
    running += 1
    const end = () => void (running -= 1)
    try {
      const { name, pieces } = await open()
      const { type, suffix } = forms[format]
      const bytes = Readable.from(bytesOf(pieces), { objectMode: false }).once('close', end)
      endStalled(reply.raw)
      return reply
        .type(type)
        .header('cache-control', 'no-store')
        .header('content-disposition', disposition('attachment', `${name}.${suffix}`))
        .send(bytes)
    } catch (error) {
      end()
      throw error
    }
  }
}
