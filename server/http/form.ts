import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Failure } from '#server/failure.ts'

type Limits = { fileSize?: number; files?: number; fields?: number }
type Form<File> = { fields: Record<string, unknown>; file: File | null }

/** What the parser says of a form that is cut short, or has no boundary, comes without a status. */
const isClientError = (error: unknown) =>
  error instanceof Failure || typeof (error as { statusCode?: unknown }).statusCode === 'number'

/** The fields of a multipart form and its last file, as `readFile` takes it. Throws invalid for what is no form. */
export async function readForm<File>(
  request: FastifyRequest,
  limits: Limits,
  readFile: (part: MultipartFile) => Promise<File>,
): Promise<Form<File>> {
  const form: Form<File> = { fields: {}, file: null }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') form.file = await readFile(part)
      else form.fields[part.fieldname] = part.value
    }
  } catch (error) {
    throw isClientError(error) ? error : new Failure('invalid', { cause: error })
  }
  // What follows the last boundary is read away, or the connection would never be free again.
  request.raw.resume()
  return form
}
