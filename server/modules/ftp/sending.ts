import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '#server/failure.ts'
import { Refusal } from './refusal.ts'
import { closeData, openData, say, type Talk } from './talk.ts'

/** Sends a source over a data connection, as fast as the client reads. Throws Refusal, and the errors of the source. */
export async function send(talk: Talk, source: Readable): Promise<void> {
  // A source that fails before it is read would end the process; the pipeline gets the error anyway.
  source.on('error', () => {})
  try {
    const channel = await openData(talk, false)
    try {
      channel.stream.resume()
      await pipeline(source, channel.stream)
    } finally {
      closeData(talk, channel, false)
    }
  } catch (error) {
    if (error instanceof Failure || error instanceof Refusal) throw error
    throw new Refusal(426, 'The data connection was cut', error)
  } finally {
    source.destroy()
  }
  say(talk, 226, 'That is all')
}
