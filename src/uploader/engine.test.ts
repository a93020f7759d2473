import { describe, expect, test } from 'vitest'
import { PACKED_FILE_BYTES } from '#contract/core/limits.ts'
import type { FileRecord } from '#contract/files.ts'
import { CallFailure, NetworkFailure } from '../../providers/failures.ts'
import { reliably } from './connection.ts'
import { Engine } from './engine.ts'
import { aFile, fakeClock, fakeTransport, flushPromises } from './fakes.ts'
import type { Changes, QueueStore, SourceRecord, TaskRecord } from './store.ts'
import type { Calls } from './transport.ts'
import { kindOf } from './transport.ts'
import { rootsOf } from './walk.ts'

const target = {
  spaceId: 's',
  spaceName: 'Lake',
  folder: 'root',
  folderName: 'Lake',
}
const failure = (error: string, message = error) =>
  new CallFailure({ code: -1, error, message, data: null, requestId: 'r' })
const files = (...names: string[]) => rootsOf(names.map((name) => aFile(name)))

/** A fake browser database: it stores and returns plain records, as after a reload of the page. */
function memory() {
  const sources = new Map<string, SourceRecord>()
  const tasks = new Map<string, TaskRecord>()
  const doneFiles: Changes['doneFiles'][number][] = []
  const store: QueueStore = {
    load: async () => ({
      sources: [...sources.values()],
      tasks: [...tasks.values()].map((task) => ({ ...task })),
    }),
    doneFiles: async (sourceId) => doneFiles.filter((doneFile) => doneFile.sourceId === sourceId),
    async write(changes) {
      for (const source of changes.sources) sources.set(source.id, source)
      for (const task of changes.tasks) tasks.set(task.id, { ...task })
      for (const id of changes.goneTasks) tasks.delete(id)
      doneFiles.push(...changes.doneFiles)
      for (const id of changes.endedSources) sources.delete(id)
    },
  }
  return { store, sources, tasks }
}

type Own = Partial<Calls>
function page(own: Own = {}, kept = memory(), pageId = 'one') {
  const { clock, advance } = fakeClock()
  const { transport, asked } = fakeTransport(own)
  const calls = { signedOut: 0 }
  const engine = new Engine({
    personId: 'p',
    store: kept.store,
    clock,
    hash: async (file) => ({ hash: `hash of ${file.name}`, sha256: null }),
    callsWith: ({ connection }) => ({
      ...transport,
      check: (job, signal) =>
        reliably(() => transport.check(job, signal), {
          connection,
          clock,
          signal,
          kindOf,
        }),
      createFolder: own.createFolder ?? (async ({ path }) => `hash of ${path}`),
      taken: own.taken ?? (async () => []),
      freeBytes: own.freeBytes ?? (async () => 1e9),
      cancel: (checkId) => void asked.push(`cancel ${checkId}`),
    }),
    pageId,
    isAbandoned: async () => true,
    onChange: () => {},
    onSignedOut: () => {
      calls.signedOut += 1
    },
  })
  return { engine, asked, advance, kept, calls }
}
const states = (engine: Engine) => engine.snapshot().rows.map(({ name, state }) => `${name} ${state}`)
const never = () => new Promise<never>(() => {})

describe('the queue', () => {
  test('a name that is not allowed is reported beside it, before any call', async () => {
    const { engine, asked } = page()
    await engine.add(await files('a:b.csv'), target)
    expect(engine.snapshot().rows[0]).toMatchObject({
      state: 2,
      cause: { key: 'nameInvalid' },
    })
    expect(asked).toEqual([])
  })

  test('a name that is not allowed is not kept for the next page', async () => {
    const { engine, kept } = page()
    await engine.add(await files('a:b.csv'), target)
    await engine.flush()
    expect([kept.sources.size, kept.tasks.size]).toEqual([0, 0])
    expect(engine.snapshot().counts.failed).toBe(1)
  })

  test('a file that cannot fit is refused before it is read', async () => {
    const { engine, asked } = page({ freeBytes: async () => 3 })
    await engine.add(await files('large.csv'), target)
    expect(engine.snapshot().rows[0]).toMatchObject({
      state: 2,
      cause: { key: 'full', values: { needed: 9, free: 3 } },
    })
    expect(asked).toEqual([])
  })

  test('another check code sets state 5 and shows the message of the server', async () => {
    const { engine } = page({
      check: async () => ({ code: 2, message: 'not here' }),
    })
    await engine.add(await files('a.csv'), target)
    await flushPromises()
    expect(engine.snapshot()).toMatchObject({
      rows: [{ state: 5, cause: { message: 'not here' } }],
      notices: { count: 1, first: [{ name: 'a.csv', message: 'not here' }] },
    })
  })

  test('a bad file never stops the others', async () => {
    const { engine } = page({
      merge: async () => Promise.reject(failure('uploadHashWrong')),
    })
    const good = page({
      check: async (job) =>
        job.name === 'bad.csv' ? Promise.reject(failure('invalid', 'no')) : { code: 3, message: '' },
    }).engine
    await good.add(await files('bad.csv', 'good.csv'), target)
    await flushPromises()
    expect(states(good)).toEqual(['bad.csv 2'])
    expect(good.snapshot().counts.finished).toBe(1)
    await engine.add(await files('a.csv'), target)
    await flushPromises()
    expect(engine.snapshot().rows[0]).toMatchObject({
      state: 2,
      cause: { message: 'uploadHashWrong' },
    })
  })

  test('a session that ended pauses everything and leads to sign-in once', async () => {
    const { engine, calls } = page({
      check: () => Promise.reject(failure('sessionExpired')),
    })
    await engine.add(await files('a.csv', 'b.csv', 'c.csv', 'd.csv'), target)
    await flushPromises()
    expect(engine.snapshot().counts).toMatchObject({ paused: 4, failed: 0 })
    expect(calls.signedOut).toBe(1)
  })

  test('a file with the same name, path, size, directory and space is not queued twice', async () => {
    const { engine } = page({ check: never })
    await engine.add(await files('a.csv', 'a.csv'), target)
    await engine.add(await files('a.csv'), target)
    expect(engine.snapshot().counts).toMatchObject({ total: 1, duplicate: 2 })
  })

  test('of many small files the first go one by one, the others in packs; few and large ones never', async () => {
    const packed: string[] = []
    const pack: Calls['pack'] = async ({ name }) => {
      packed.push(name)
      return { error: null, message: '', file: { hash: name } }
    }
    const few = page({ pack })
    await few.engine.add(await files('a', 'b', 'c', 'd', 'e'), target)
    await flushPromises()
    expect([few.engine.snapshot().counts.finished, packed]).toEqual([5, []])
    const { engine, asked } = page({ pack })
    const large = aFile('large', 'x'.repeat(PACKED_FILE_BYTES + 1))
    const names = Array.from({ length: 60 }, (_, at) => `${at}.csv`)
    await engine.add(await rootsOf([large, ...names.map((name) => aFile(name))]), target)
    for (let at = 0; at < 20; at += 1) await flushPromises()
    expect(engine.snapshot().counts).toMatchObject({ finished: 61, total: 0 })
    expect(packed).not.toContain('large')
    expect(asked.filter((one) => one === 'check')).toHaveLength(61 - packed.length)
    expect(packed.length).toBeGreaterThan(40)
  })

  test('a file of a pack that is refused as check would have is told beside it, another refusal can be tried again', async () => {
    const refusals: Record<string, string> = { '20.csv': 'spaceFull', '21.csv': 'fileLocked' }
    const { engine } = page({
      pack: async ({ name }) => ({ error: refusals[name] ?? null, message: `not ${name}`, file: { hash: name } }),
    })
    await engine.add(await files(...Array.from({ length: 60 }, (_, at) => `${at}.csv`)), target)
    for (let at = 0; at < 20; at += 1) await flushPromises()
    expect(engine.snapshot().rows).toMatchObject([
      { name: '21.csv', state: 2, cause: { message: 'not 21.csv' } },
      { name: '20.csv', state: 5, cause: { message: 'not 20.csv' } },
    ])
  })

  test('at most three files send, and what is sent leaves the list', async () => {
    const { engine } = page({ merge: never })
    await engine.add(await files('a', 'b', 'c', 'd', 'e'), target)
    await flushPromises()
    expect(engine.snapshot().counts).toMatchObject({ active: 3, total: 5 })
    const done = page()
    await done.engine.add(await files('a', 'b', 'c', 'd', 'e'), target)
    await flushPromises()
    expect(done.engine.snapshot().counts).toMatchObject({
      finished: 5,
      total: 0,
    })
  })

  test('a paused file goes on where it was, a failed one is tried again', async () => {
    let isBroken = true
    const { engine, asked } = page({
      chunk: async () => {
        if (isBroken) throw failure('diskFull')
      },
    })
    await engine.add(await files('a.csv'), target)
    await flushPromises()
    isBroken = false
    engine.retryFailed()
    await flushPromises()
    expect(asked).toEqual(['check', 'ver', 'chunk 0', 'check', 'ver', 'chunk 0', 'merge'])
    expect(engine.snapshot().counts.finished).toBe(1)
  })

  test('pausing all holds what is queued and what still comes; resuming all lets everything go', async () => {
    const { engine } = page()
    engine.pauseAll()
    const adding = engine.add(await files('a.csv', 'b.csv'), target)
    await flushPromises()
    expect(engine.snapshot().counts.finished).toBe(0)
    engine.resumeAll()
    await adding
    await flushPromises()
    expect(engine.snapshot().counts.finished).toBe(2)
  })

  test('a removed file is given up on the server too', async () => {
    const { engine, asked } = page({ chunk: never })
    await engine.add(await files('a.csv'), target)
    await flushPromises()
    engine.remove(engine.snapshot().rows[0]?.id ?? '')
    expect(asked).toContain('cancel c1')
    expect(engine.snapshot().counts.total).toBe(0)
  })

  test('a lost network shows as such, and the file goes on by itself', async () => {
    let isLost = true
    const { engine, advance } = page({
      check: async () => {
        if (isLost) throw new NetworkFailure()
        return { code: 3, message: '' }
      },
    })
    await engine.add(await files('a.csv'), target)
    await flushPromises()
    expect(engine.snapshot()).toMatchObject({
      isNetworkLost: true,
      rows: [{ state: 1 }],
    })
    isLost = false
    await advance(20_000)
    expect(engine.snapshot()).toMatchObject({
      isNetworkLost: false,
      counts: { finished: 1 },
    })
  })

  test('a folder that somebody deleted meanwhile is created again', async () => {
    const made: string[] = []
    const { engine } = page({
      createFolder: async ({ path }) => `${path}${made.push(path)}`,
      check: async ({ dirHash }) =>
        dirHash === 'd1' ? Promise.reject(failure('folderGone')) : { code: 3, message: '' },
    })
    await engine.add(await rootsOf([aFile('d/a.csv')]), target)
    await flushPromises()
    expect(made).toEqual(['d', 'd'])
    expect(engine.snapshot().counts.finished).toBe(1)
  })
})

describe('a name that is taken', () => {
  const taken = async () => [{ name: 'a.csv', mime: 'text/csv' } as FileRecord]

  test('is asked about before a byte is read, while the other files go on', async () => {
    const { engine } = page({ taken })
    await engine.add(await files('a.csv', 'b.csv'), target)
    await flushPromises()
    expect(engine.snapshot()).toMatchObject({
      question: { task: { name: 'a.csv' }, left: 1 },
      counts: { finished: 1 },
    })
  })

  test.each([
    ['skip', 0, undefined],
    ['replace', 1, 'replace'],
    ['keepBoth', 1, 'keepBoth'],
  ] as const)('%s', async (choice, sent, conflict) => {
    const sentAs: string[] = []
    const { engine } = page({
      taken,
      check: async (job) => {
        sentAs.push(job.conflict)
        return { code: 3, message: '' }
      },
    })
    await engine.add(await files('a.csv'), target)
    engine.answer(choice, 'this')
    await flushPromises()
    expect(sentAs).toEqual(conflict ? [conflict] : [])
    expect(engine.snapshot().counts).toMatchObject({
      finished: sent,
      skipped: 1 - sent,
      total: 0,
    })
  })
})

describe('after a reload', () => {
  const reload = async (before: ReturnType<typeof page>, own: Own = {}) => {
    await before.engine.flush()
    const after = page(own, before.kept, 'two')
    await after.engine.restore()
    await flushPromises()
    return after
  }

  test('files without a handle wait until they are picked again, and go on from their hash', async () => {
    const before = page({ chunk: never })
    await before.engine.add(await files('a.csv', 'b.csv'), target)
    await flushPromises()
    const { engine, asked } = await reload(before)
    expect(engine.snapshot()).toMatchObject({
      interrupted: [{ needs: 'pick' }],
      counts: { paused: 2 },
    })
    const { sourceId } = engine.snapshot().interrupted[0] ?? { sourceId: '' }
    await engine.pickAgain(sourceId, [aFile('a.csv')])
    await flushPromises()
    expect(asked).toEqual(['check', 'ver', 'chunk 0', 'merge'])
    expect(engine.snapshot()).toMatchObject({
      interrupted: [],
      counts: { paused: 1, finished: 1 },
    })
  })

  test('a file that changed in between is hashed and checked anew', async () => {
    const before = page({ chunk: never })
    await before.engine.add(await files('a.csv'), target)
    await flushPromises()
    const hashes: string[] = []
    const { engine } = await reload(before, {
      check: async (job) => {
        hashes.push(job.hash)
        return { code: 3, message: '' }
      },
    })
    const { sourceId } = engine.snapshot().interrupted[0] ?? { sourceId: '' }
    await engine.pickAgain(sourceId, [aFile('a.csv', 'A.CSV', 2)])
    await flushPromises()
    expect(hashes).toEqual(['hash of a.csv'])
    expect(engine.snapshot().counts.finished).toBe(1)
  })

  test('a dropped folder with handles goes on by itself, and what had arrived is not read again', async () => {
    const fileHandle = (name: string) => ({
      kind: 'file',
      name,
      getFile: async () => aFile(name),
    })
    const children = ['a.csv', 'b.csv'].map(fileHandle)
    const handle = {
      kind: 'directory',
      name: 'd',
      async *values() {
        yield* children
      },
    } as unknown as FileSystemHandle
    const before = page({
      check: async (job) => (job.name === 'a.csv' ? { code: 3, message: '' } : never()),
    })
    await before.engine.add([{ kind: 'handle', handle }], target)
    await flushPromises()
    const { engine, asked } = await reload(before)
    expect(asked).toEqual(['check', 'ver', 'chunk 0', 'merge'])
    expect(engine.snapshot().counts).toMatchObject({
      finished: 1,
      before: 1,
      total: 0,
    })
    await engine.flush()
    expect([before.kept.sources.size, before.kept.tasks.size]).toEqual([0, 0])
  })

  test('a file that the user had paused stays paused', async () => {
    const handle = {
      kind: 'file',
      name: 'a.csv',
      getFile: async () => aFile('a.csv'),
    } as unknown as FileSystemHandle
    const before = page({ chunk: never })
    await before.engine.add([{ kind: 'handle', handle }], target)
    await flushPromises()
    before.engine.pause(before.engine.snapshot().rows[0]?.id ?? '')
    const { engine } = await reload(before)
    expect(states(engine)).toEqual(['a.csv 3'])
  })
})
