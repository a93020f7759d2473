import { describe, expect, test } from 'vitest'
import { PACKED_FILE_BYTES } from '#contract/core/limits.ts'
import { hashWith } from './hash.ts'
import type { HashAsk, HashNews } from './hash.worker.ts'
import { FileChanged } from './stop.ts'

/** Passive fake workers; the test sends their messages. */
function workers(isSha256Wanted?: boolean) {
  const asked: HashAsk[] = []
  const made: { post: (news: HashNews) => void; isTerminated: boolean }[] = []
  const hash = hashWith(() => {
    const worker = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      onerror: null,
      postMessage: (ask: HashAsk) => void asked.push(ask),
      terminate: () => {
        control.isTerminated = true
      },
    }
    const control = {
      post: (data: HashNews) => worker.onmessage?.({ data } as MessageEvent),
      isTerminated: false,
    }
    made.push(control)
    return worker as unknown as Worker
  }, isSha256Wanted)
  return { hash, made, asked }
}
const file = new File([new Uint8Array(PACKED_FILE_BYTES + 1)], 'large.bin')
const small = new File(['lake'], 'small.txt')

describe('the hash of a file', () => {
  test('of one that cannot be read any more is refused', async () => {
    const { hash, made } = workers()
    const outcome = hash(file, () => {}, new AbortController().signal)
    made[0]?.post({ kind: 'unreadable' })
    await expect(outcome).rejects.toThrow()
  })
  test('a stop ends the worker at once', async () => {
    const { hash, made } = workers()
    const stop = new AbortController()
    const outcome = hash(file, () => {}, stop.signal)
    stop.abort()
    await expect(outcome).rejects.toThrow('file-uplod-stop')
    expect(made[0]?.isTerminated).toBe(true)
  })
  test.each([
    [undefined, true],
    [false, false],
  ])('has SHA-256 unless nobody will compare it: %s', (given, isSha256Wanted) => {
    const { hash, asked } = workers(given)
    void hash(file, () => {}, new AbortController().signal)
    expect(asked).toEqual([{ content: file, isSha256Wanted }])
  })
  test('of a small one that cannot be read any more is refused before a worker is asked', async () => {
    const { hash, made } = workers()
    const gone = Object.assign(new File(['lake'], 'gone.txt'), { arrayBuffer: () => Promise.reject(new Error('gone')) })
    await expect(hash(gone, () => {}, new AbortController().signal)).rejects.toThrow(FileChanged)
    expect(made).toEqual([])
  })
  test('of a small one is that of its bytes, which are read here', async () => {
    const { hash, asked, made } = workers()
    const outcome = hash(small, () => {}, new AbortController().signal)
    await expect.poll(() => asked).toEqual([{ content: new TextEncoder().encode('lake'), isSha256Wanted: true }])
    made[0]?.post({ kind: 'done', digests: { hash: 'h', sha256: 's' } })
    await expect(outcome).resolves.toEqual({ hash: 'h', sha256: 's' })
  })
  test('tells how far it is, and keeps its worker for the next file', async () => {
    const { hash, made } = workers()
    const heard: number[] = []
    const first = hash(file, (bytes) => heard.push(bytes), new AbortController().signal)
    made[0]?.post({ kind: 'progress', bytes: 5 })
    made[0]?.post({ kind: 'done', digests: { hash: 'h1', sha256: 's1' } })
    await expect(first).resolves.toEqual({ hash: 'h1', sha256: 's1' })
    const second = hash(file, () => {}, new AbortController().signal)
    made[0]?.post({ kind: 'done', digests: { hash: 'h2', sha256: null } })
    await expect(second).resolves.toEqual({ hash: 'h2', sha256: null })
    expect(heard).toEqual([5])
    expect(made).toHaveLength(1)
  })
})
