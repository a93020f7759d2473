import { describe, expect, test } from 'vitest'
import { aFile, flushPromises } from './fakes.ts'
import { countFiles, type Found, type Root, rootsOf, walk } from './walk.ts'

type Tree = { [name: string]: Tree | string }

/** A fake folder handle; `reads` counts the files that were read. */
function folder(name: string, tree: Tree, reads = { files: 0 }): FileSystemDirectoryHandle {
  const children = Object.entries(tree).map(([child, content]) =>
    typeof content === 'string' ? file(child, content, reads) : folder(child, content, reads),
  )
  return {
    kind: 'directory',
    name,
    async *values() {
      yield* children
    },
  } as unknown as FileSystemDirectoryHandle
}
function file(name: string, content: string, reads: { files: number }): FileSystemFileHandle {
  const getFile = async () => {
    if (content === 'locked') throw new DOMException('locked', 'NotReadableError')
    reads.files += 1
    return aFile(name, content)
  }
  return { kind: 'file', name, getFile } as unknown as FileSystemFileHandle
}
const rootOf = (name: string, tree: Tree, reads?: { files: number }): Root[] => [
  { kind: 'handle', handle: folder(name, tree, reads) },
]

const short = (found: Found) => {
  if (found.kind === 'hidden') return 'hidden'
  if (found.kind === 'file') return `${found.path}/${found.file.name}`
  return found.kind === 'emptyFolder' ? `empty ${found.path}` : `${found.kind} ${found.path}/${found.name}`
}
const all = async (roots: Root[]) => {
  const found: string[] = []
  for await (const one of walk(roots)) found.push(short(one))
  return found
}

describe('the walk through a folder', () => {
  test('leaves out names with a leading dot, and everything below such a folder', async () =>
    expect(
      await all(
        rootOf('d', {
          '.DS_Store': 'x',
          '.git': { config: 'x' },
          'a.csv': 'x',
        }),
      ),
    ).toEqual(['hidden', 'hidden', 'd/a.csv']))

  test('names what is called in a way that is not allowed', async () =>
    expect(
      await all(
        rootOf('d', {
          'a:b.csv': 'x',
          'what?': { 'a.csv': 'x' },
          'c.csv': 'x',
        }),
      ),
    ).toEqual(['badName d/a:b.csv', 'badName d/what?', 'd/c.csv']))

  test('names a file that cannot be read and goes on', async () =>
    expect(await all(rootOf('d', { 'a.csv': 'locked', 'b.csv': 'x' }))).toEqual(['unreadable d/a.csv', 'd/b.csv']))

  test('names a folder that cannot be read and goes on', async () => {
    const locked = {
      ...folder('locked', {}),
      values: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('gone')) }) }),
    } as unknown as FileSystemDirectoryHandle
    const roots: Root[] = [{ kind: 'handle', handle: locked }, ...rootOf('d', { 'a.csv': 'x' })]
    expect(await all(roots)).toEqual(['d/a.csv', 'unreadable /locked'])
  })

  test('tells files of a folder together, before the folders in it, and keeps empty folders', async () =>
    expect(
      await all(
        rootOf('d', {
          'a.csv': 'x',
          sub: { 'b.csv': 'x', none: {} },
          'c.csv': 'x',
        }),
      ),
    ).toEqual(['d/a.csv', 'd/c.csv', 'd/sub/b.csv', 'empty d/sub/none']))

  test('reads no further than it is asked to', async () => {
    const reads = { files: 0 }
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}.csv`, 'x']))
    const walking = walk(rootOf('d', many, reads))
    for (let i = 0; i < 3; i += 1) await walking.next()
    await flushPromises()
    expect(reads.files).toBe(3)
  })
})

describe('the count', () => {
  test('runs ahead of the walk and finds the same files', async () => {
    const reads = { files: 0 }
    const roots = rootOf('d', { '.git': { config: 'x' }, 'a.csv': 'x', sub: { 'b.csv': 'x', 'c?.csv': 'x' } }, reads)
    const heard: number[] = []
    await countFiles([...roots, { kind: 'file', file: aFile('plain.csv') }], (files) => heard.push(files))
    expect(heard.at(-1)).toBe(3)
    expect(reads.files).toBe(0)
  })
})

describe('a chosen folder that comes as a list', () => {
  test('keeps its paths, and the rules for names hold for every part', async () => {
    const files = ['d/a.csv', 'd/sub/b.csv', 'd/.git/config', 'd/a|b/c.csv', 'plain.csv'].map((path) => aFile(path))
    expect(await all(await rootsOf(files))).toEqual(['d/a.csv', 'd/sub/b.csv', 'hidden', 'badName d/a|b', '/plain.csv'])
  })
})

describe('a drop', () => {
  const item = (fields: object) => ({
    kind: 'file',
    getAsFile: () => aFile('plain.csv'),
    ...fields,
  })
  const drop = (...items: object[]) => ({ items }) as unknown as DataTransfer

  test('text in it is no file', async () => expect(await rootsOf(drop({ kind: 'string' }))).toEqual([]))
  test.each([
    [
      'a handle where the browser gives one',
      { getAsFileSystemHandle: async () => file('h.csv', 'x', { files: 0 }) },
      'handle',
    ],
    [
      'an entry when the handle is refused',
      {
        getAsFileSystemHandle: () => Promise.reject(new Error('no')),
        webkitGetAsEntry: () => ({ name: 'd' }),
      },
      'entry',
    ],
    ['the plain file where there is nothing else', {}, 'file'],
  ])('gives %s', async (_what, fields, kind) => expect((await rootsOf(drop(item(fields))))[0]?.kind).toBe(kind))
})
