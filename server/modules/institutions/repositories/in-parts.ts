import type { ErrorName } from '#contract/core/errors.ts'
import { RETRANSMIT_MAX } from '#contract/publications/states.ts'
import { Failure } from '#server/failure.ts'
import type { Begun, Outgoing } from '../delivery.ts'
import type { Stream } from './asking.ts'

const octets = 'application/octet-stream'
/** Refusals of an upload that asking once more does not change. */
const FINAL: readonly ErrorName[] = [
  'institutionRecordRefused',
  'institutionForbidden',
  'institutionTooLarge',
  'institutionAnswerWrong',
  'institutionUploadRefused',
]

/** A part of a file, from an offset on. */
export async function streamOf({ read, onBytes }: Outgoing, from: number, size: number): Promise<Stream> {
  const whole = await read(from)
  async function* bytes() {
    let left = size
    for await (const piece of whole) {
      const own = piece.subarray(0, left)
      onBytes(own.length)
      yield own
      left -= own.length
      if (left === 0) return
    }
  }
  return { bytes: bytes(), size, type: octets }
}

/** Whether an upload continues: it stops when the other side has disconnected during the same part several times. */
export const mayGoOn = (begun: Begun | null): begun is Begun => begun !== null && begun.breaks < RETRANSMIT_MAX

type Upload = {
  /** The repository's names for the stored parts. */
  tags: readonly string[]
  /** Bytes of each part but the last. */
  partBytes: number
  /** Sends a part; returns the repository's name for it, '' if it has none. */
  put: (number: number, stream: Stream) => Promise<string>
  finish: (tags: readonly string[]) => Promise<void>
  /** Lets the upload go that the repository refuses. */
  letGo: () => Promise<void>
}

/**
 * Sends the missing parts of a file and completes it. Each is recorded once it is stored, so that the next attempt
 * resumes with the interrupted one; a permanent refusal of the repository makes the upload start again.
 */
export async function sendParts(file: Outgoing, { tags, partBytes, put, finish, letGo }: Upload): Promise<void> {
  const there = [...tags]
  const count = Math.ceil(file.size / partBytes)
  await file.onWay(true)
  file.onKept(Math.min(file.size, there.length * partBytes))
  try {
    for (let number = there.length + 1; number <= count; number += 1) {
      const from = (number - 1) * partBytes
      const tag = await put(number, await streamOf(file, from, Math.min(partBytes, file.size - from)))
      await file.onPart(tag)
      there.push(tag)
    }
    await finish(there)
  } catch (error) {
    if (error instanceof Failure && FINAL.includes(error.refusal)) {
      await letGo()
      await file.onForgotten()
    }
    throw error
  }
}
