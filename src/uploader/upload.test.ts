import { describe, expect, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { aJob, fakeTransport, flushPromises } from './fakes.ts'
import { UploadStop } from './stop.ts'
import { missing, type Report, type Transport, upload } from './upload.ts'

const chunks = (count: number) => ({
  size: count * CHUNK_BYTES,
  file: new Blob([new Uint8Array(count * CHUNK_BYTES)]),
})

function run(job: Parameters<typeof upload>[0], transport: Transport) {
  const reports: string[] = []
  const report: Report = {
    checked: (checkId) => reports.push(`checked ${checkId}`),
    stored: (bytes) => reports.push(`stored ${bytes}`),
    sent: (bytes) => reports.push(`sent ${bytes}`),
    merging: () => reports.push('merging'),
  }
  const stop = new AbortController()
  const isWorthAnotherRound = (error: unknown) => error instanceof Error && error.message === 'uploadGone'
  return {
    outcome: upload(job, {
      transport,
      report,
      signal: stop.signal,
      isWorthAnotherRound,
    }),
    stop,
    reports,
  }
}

describe('the upload procedure', () => {
  test('a check code other than 0 and 3 ends the task with the message of the server', async () => {
    const { transport, asked } = fakeTransport({
      check: async () => ({ code: 5, message: 'full' }),
    })
    await expect(run(aJob(), transport).outcome).resolves.toEqual({
      kind: 'refused',
      message: 'full',
    })
    expect(asked).toEqual(['check'])
  })

  test('check code 3 finishes at once', async () => {
    const { transport, asked } = fakeTransport({
      check: async () => ({ code: 3, message: '' }),
    })
    await expect(run(aJob(), transport).outcome).resolves.toEqual({
      kind: 'exists',
    })
    expect(asked).toEqual(['check'])
  })

  test('a refused chunk fails the file and takes the other chunks off the wire', async () => {
    const aborted: number[] = []
    const { transport } = fakeTransport({
      chunk: (chunk, signal) =>
        new Promise((_, reject) => {
          if (chunk.chunkIndex === 1) return reject(new Error('chunkInvalid'))
          signal.addEventListener('abort', () => {
            aborted.push(chunk.chunkIndex)
            reject(new UploadStop())
          })
        }),
    })
    await expect(run(aJob(chunks(4)), transport).outcome).rejects.toThrow('chunkInvalid')
    expect(aborted).toEqual([0, 2])
  })

  test('a refused merge fails the file', async () => {
    const { transport } = fakeTransport({
      merge: () => Promise.reject(new Error('uploadHashWrong')),
    })
    await expect(run(aJob(), transport).outcome).rejects.toThrow('uploadHashWrong')
  })

  test('a stop raises file-uplod-stop', async () => {
    const { transport, asked } = fakeTransport({
      chunk: (_chunk, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')))),
    })
    const { outcome, stop } = run(aJob(chunks(4)), transport)
    const stopped = expect(outcome).rejects.toThrow('file-uplod-stop')
    await flushPromises()
    stop.abort()
    await stopped
    expect(asked).not.toContain('merge')
  })

  test('checks, asks what is stored, sends and merges, in this order', async () => {
    const { transport, asked } = fakeTransport()
    const { outcome, reports } = run(aJob(chunks(2)), transport)
    await expect(outcome).resolves.toEqual({ kind: 'stored' })
    expect(asked).toEqual(['check', 'ver', 'chunk 0', 'chunk 1', 'merge'])
    expect(reports).toEqual(['checked c1', 'stored 0', `sent ${CHUNK_BYTES}`, `sent ${2 * CHUNK_BYTES}`, 'merging'])
  })

  test('at most three chunks are on the wire', async () => {
    let onWire = 0
    let most = 0
    const { transport } = fakeTransport({
      chunk: async () => {
        onWire += 1
        most = Math.max(most, onWire)
        await flushPromises()
        onWire -= 1
      },
    })
    await run(aJob(chunks(8)), transport).outcome
    expect(most).toBe(3)
  })

  test('chunks that are stored already are not sent again', async () => {
    const { transport, asked } = fakeTransport({}, [
      [0, 1],
      [3, 3],
    ])
    const { outcome, reports } = run(aJob(chunks(5)), transport)
    await outcome
    expect(asked).toEqual(['check', 'ver', 'chunk 2', 'chunk 4', 'merge'])
    expect(reports[1]).toBe(`stored ${3 * CHUNK_BYTES}`)
  })

  test('the last chunk is shorter, and an empty file is one empty chunk', async () => {
    const lengths: number[] = []
    const { transport } = fakeTransport({
      chunk: async ({ file }) => void lengths.push(file.size),
    })
    await run(
      aJob({
        size: CHUNK_BYTES + 7,
        file: new Blob([new Uint8Array(CHUNK_BYTES + 7)]),
      }),
      transport,
    ).outcome
    await run(aJob({ size: 0, file: new Blob([]) }), transport).outcome
    expect(lengths).toEqual([CHUNK_BYTES, 7, 0])
  })

  test('an upload that the server swept meanwhile begins again', async () => {
    let isGone = true
    const { transport, asked } = fakeTransport({
      merge: async () => {
        if (isGone) {
          isGone = false
          throw new Error('uploadGone')
        }
        return {}
      },
    })
    await expect(run(aJob(), transport).outcome).resolves.toEqual({
      kind: 'stored',
    })
    expect(asked).toEqual(['check', 'ver', 'chunk 0', 'merge', 'check', 'ver', 'chunk 0', 'merge'])
  })

  test('a merge that was asked for before a reload is asked again, so that nothing arrives twice', async () => {
    const { transport, asked } = fakeTransport()
    await expect(run(aJob({ mergeAsked: 'c0' }), transport).outcome).resolves.toEqual({ kind: 'stored' })
    expect(asked).toEqual(['merge'])
  })
})

describe('missing chunks', () => {
  test.each([
    ['nothing stored', 3, [], [0, 1, 2]],
    ['all stored', 3, [[0, 2]], []],
    [
      'holes',
      6,
      [
        [4, 4],
        [1, 2],
      ],
      [0, 3, 5],
    ],
    ['ranges beyond the end', 2, [[1, 9]], [0]],
  ] as const)('%s', (_what, count, stored, indexes) => expect([...missing(count, stored)]).toEqual(indexes))
})
