import { describe, expect, test } from 'vitest'
import { PACK_BYTES, PACK_FILES, PACKED_FILE_BYTES } from '#contract/core/limits.ts'
import { aJob, flushPromises } from './fakes.ts'
import { packer } from './packs.ts'
import { FileChanged, UploadStop } from './stop.ts'
import type { Packed } from './upload.ts'

const made = (name: string): Packed => ({ error: null, message: '', file: { hash: name } })
const jobOf = (name: string, size = 1, spaceId = 's') =>
  aJob({ name, size, spaceId, file: new Blob([new Uint8Array(size)]) })

/** A server that answers a pack when told to. */
function build() {
  const packs: { names: string[]; onSent: (bytes: number) => void; answer: () => Promise<void> }[] = []
  const pack = packer((files, onSent) => {
    const { promise, resolve } = Promise.withResolvers<Packed[]>()
    const names = files.map(({ job }) => job.name)
    const answer = async () => {
      resolve(names.map(made))
      await flushPromises()
    }
    packs.push({ names, onSent, answer })
    return promise
  })
  const heard: string[] = []
  const add = (job: ReturnType<typeof jobOf>, signal = new AbortController().signal) =>
    pack(job, signal, {
      sent: (bytes) => heard.push(`${job.name} ${bytes}`),
      merging: () => heard.push(`${job.name} merging`),
    })
  return { packs, add, heard }
}

describe('packs of small files', () => {
  test('a file that is not as long as it was is not sent', async () => {
    const { packs, add } = build()
    await expect(add(aJob({ size: 2, file: new Blob(['x']) }))).rejects.toThrow(FileChanged)
    expect(packs).toEqual([])
  })

  test('what comes while a pack is under way goes with the next one, and each hears of itself', async () => {
    const { packs, add } = build()
    const first = add(jobOf('a'))
    await flushPromises()
    const more = ['b', 'c', 'd'].map((name) => add(jobOf(name)))
    await flushPromises()
    expect(packs.map(({ names }) => names)).toEqual([['a']])
    await packs[0]?.answer()
    expect(packs.map(({ names }) => names)).toEqual([['a'], ['b', 'c', 'd']])
    await packs[1]?.answer()
    expect(await Promise.all([first, ...more])).toEqual(['a', 'b', 'c', 'd'].map(made))
  })

  test.each([
    ['files', PACK_FILES, 1],
    ['bytes', PACK_BYTES / PACKED_FILE_BYTES, PACKED_FILE_BYTES],
  ])('a second pack goes beside the first once it is full of %s', async (_, count, size) => {
    const { packs, add } = build()
    const outcomes = [add(jobOf('a'))]
    await flushPromises()
    for (let at = 1; at < count; at += 1) outcomes.push(add(jobOf(`${at}`, size)))
    await flushPromises()
    expect(packs).toHaveLength(1)
    outcomes.push(add(jobOf('last', size)))
    await flushPromises()
    expect(packs[1]?.names).toHaveLength(count)
    for (const { answer } of packs) await answer()
    expect(await Promise.all(outcomes)).toHaveLength(count + 1)
  })

  test('a pack has no more files and bytes than the server takes, and those of one space', async () => {
    const { packs, add } = build()
    const jobs = [
      ...Array.from({ length: PACK_FILES + 1 }, (_, at) => jobOf(`${at}`)),
      jobOf('elsewhere', 1, 'other'),
      ...Array.from({ length: 5 }, (_, at) => jobOf(`large ${at}`, PACKED_FILE_BYTES)),
    ]
    const outcomes = jobs.map((job) => add(job))
    for (let sent = 0; sent < jobs.length; ) {
      await flushPromises()
      const next = packs.splice(0)
      for (const { names, answer } of next) {
        const of = jobs.filter(({ name }) => names.includes(name))
        expect(names.length).toBeLessThanOrEqual(PACK_FILES)
        expect(of.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(PACK_BYTES)
        expect(new Set(of.map(({ spaceId }) => spaceId)).size).toBe(1)
        sent += names.length
        await answer()
      }
    }
    expect(await Promise.all(outcomes)).toHaveLength(jobs.length)
  })

  test('a file that is stopped before its pack goes is left out', async () => {
    const { packs, add } = build()
    const first = add(jobOf('a'))
    await flushPromises()
    const stop = new AbortController()
    const stopped = add(jobOf('c'), stop.signal)
    const kept = add(jobOf('d'))
    await flushPromises()
    stop.abort()
    await expect(stopped).rejects.toThrow(UploadStop)
    for (let at = 0; at < packs.length; at += 1) await packs[at]?.answer()
    await Promise.all([first, kept])
    expect(packs.flatMap(({ names }) => names).toSorted()).toEqual(['a', 'd'])
  })

  test('a file is told once that its bytes have gone', async () => {
    const { packs, add, heard } = build()
    const outcome = add(jobOf('a', 10))
    await flushPromises()
    packs[0]?.onSent(4)
    expect(heard).toEqual([])
    packs[0]?.onSent(500)
    packs[0]?.onSent(501)
    expect(heard).toEqual(['a 10', 'a merging'])
    await packs[0]?.answer()
    await outcome
  })

  test('when a pack fails, each of its files does', async () => {
    const pack = packer(() => Promise.reject(new Error('no answer')))
    const report = { sent: () => {}, merging: () => {} }
    const outcomes = ['a', 'b'].map((name) => pack(jobOf(name), new AbortController().signal, report))
    for (const outcome of await Promise.allSettled(outcomes)) expect(outcome.status).toBe('rejected')
  })
})
