import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Failure } from '#server/failure.ts'
import { isStorable } from '#server/storage/storable.ts'
import { cutStalled } from './stalled.ts'

type Limits = { fileSize?: number; files?: number; fields?: number }
type Form<File> = { fields: Record<string, unknown>; file: File | null }

/** The parser's errors for a truncated form or a missing boundary have no status. */
const isClientError = (error: unknown) =>
  error instanceof Failure || typeof (error as { statusCode?: unknown }).statusCode === 'number'

/** Reads the fields of a multipart form and its last file, through `readFile`. Throws invalid for a malformed form. */
export async function readForm<File>(
  request: FastifyRequest,
  limits: Limits,
  readFile: (part: MultipartFile) => Promise<File>,
): Promise<Form<File>> {
  const form: Form<File> = { fields: {}, file: null }
  if (request.routeOptions.config.isStreamed) cutStalled(request)
  try {
    for await (const part of request.parts({ limits })) {
      // Names of files are kept, in the log of changes if nowhere else.
      if (part.type === 'file' && part.filename && !isStorable(part.filename)) throw new Failure('invalid')
      if (part.type === 'file') form.file = await readFile(part)
      else form.fields[part.fieldname] = part.value
    }
  } catch (error) {
    throw isClientError(error) ? error : new Failure('invalid', { cause: error })
  } finally {
    request.raw.setTimeout(0)
  }
  // Reads and drops the bytes after the last boundary, or the connection could not be reused.
  request.raw.resume()
  return form
}
