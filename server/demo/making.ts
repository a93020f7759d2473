import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { compiledFor } from '../compiled.ts'
import type { Tools } from './sample.ts'

/** Processes that make files, one for each processor up to four. */
const PROCESSES = Math.max(1, Math.min(4, availableParallelism()))

/** A file of a space by its place in the list of its files. */
export type Wish = { identifier: string; index: number }
export type Made = { content: Uint8Array } | { error: string }
export type Ordered = { nowMs: number; tools: Tools }
type Waiting = { wish: Wish; resolve: (content: Buffer) => void; reject: (error: Error) => void }

/**
 * Generates the files of the demo in separate processes, in the order in which they are requested. Drawing needs much
 * memory, which is freed when the processes end.
 */
export function making(ordered: Ordered) {
  const waiting: Waiting[] = []
  const ahead = new Map<string, Promise<Buffer>>()
  const keyOf = ({ identifier, index }: Wish) => `${identifier} ${index}`
  const { TZ, TMPDIR } = process.env
  const env = { ...(TZ && { TZ }), ...(TMPDIR && { TMPDIR }), ...compiledFor }
  const all = Array.from({ length: PROCESSES }, () => {
    const child = fork(new URL('./make-process.ts', import.meta.url), { serialization: 'advanced', execArgv: [], env })
    child.send(ordered)
    return maker(child, waiting)
  })
  const order = (wish: Wish) =>
    new Promise<Buffer>((resolve, reject) => {
      waiting.push({ wish, resolve, reject })
      for (const { take } of all) take()
    })
  return {
    /** Makes a file before it is asked for, and keeps it until then. */
    begin(wish: Wish): void {
      const begun = order(wish)
      // The error is thrown when the file is requested.
      begun.catch(() => {})
      ahead.set(keyOf(wish), begun)
    },
    make(wish: Wish): Promise<Buffer> {
      const begun = ahead.get(keyOf(wish))
      ahead.delete(keyOf(wish))
      return begun ?? order(wish)
    },
    end: (): void => {
      for (const { child } of all) child.disconnect()
    },
  }
}

/** A process that is busy with one file at a time. */
function maker(child: ChildProcess, waiting: Waiting[]) {
  let busy: Waiting | undefined
  const take = () => {
    if (busy) return
    busy = waiting.shift()
    if (busy) child.send(busy.wish)
  }
  const refuse = (error: Error) => busy?.reject(error)
  child.on('message', (made: Made) => {
    const done = busy
    busy = undefined
    take()
    if ('content' in made)
      done?.resolve(Buffer.from(made.content.buffer, made.content.byteOffset, made.content.byteLength))
    else done?.reject(new Error(made.error))
  })
  child.on('error', refuse)
  child.on('exit', (code) => refuse(new Error(`a process that makes the demo ended with ${code}`)))
  return { child, take }
}
