import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { listArchive } from './archive.ts'
import { treeOf } from './archive-tree.ts'
import { memoryFile } from './ranges.ts'

const sample = async (name: string) => {
  const bytes = await readFile(new URL(`../../tests/samples/files/${name}`, import.meta.url))
  return listArchive(memoryFile(new Uint8Array(bytes)), name)
}
const long = `数据/${'很长的文件夹名称'.repeat(6)}/profile.csv`

describe('an archive', () => {
  test.each(['survey.tar', 'survey.tar.gz'])('%s is listed with long names and folders', async (name) => {
    const { entries, isWhole } = await sample(name)
    expect(isWhole).toBe(true)
    expect(entries.map(({ path }) => path)).toEqual(['lake/', 'lake/README.md', 'lake/ctd/S01.csv', long])
    expect(entries[2]).toMatchObject({ size: 6286, isFolder: false, modified: new Date('2026-08-14T00:00:00Z') })
  })

  test('as a zip is listed from its directory, Chinese names too', async () => {
    const { entries } = await sample('survey.zip')
    const file = entries.find(({ path }) => path === 'lake/ctd/S01.csv')
    expect(file).toMatchObject({ size: 6286 })
    expect(file?.packed).toBeLessThan(6286)
    expect(entries.map(({ path }) => path)).toContain('数据/说明.txt')
  })

  test('as a zip with a name that leads out of it is listed like another', async () => {
    const bytes = await readFile(new URL('../../tests/samples/files/survey.zip', import.meta.url))
    const [name, outside] = ['lake/README.md', '../../READ.mes']
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name)) bytes.write(outside, at)
    const { entries } = await listArchive(memoryFile(new Uint8Array(bytes)), 'survey.zip')
    expect(entries.map(({ path }) => path)).toContain(outside)
    expect(treeOf(entries).children.map(({ name: listed }) => listed)).toContain('READ.mes')
  })

  test('as a gzip of one file tells that file and its size', async () => {
    expect((await sample('profile.csv.gz')).entries).toMatchObject([{ path: 'profile.csv', size: 6286 }])
  })

  test.each(['survey.zip', 'survey.tar', 'survey.tar.gz'])('%s gives the content of one entry', async (name) => {
    const { entries } = await sample(name)
    const text = async (path: string) =>
      new TextDecoder().decode(await entries.find((entry) => entry.path === path)?.read?.())
    expect(await text('lake/ctd/S01.csv')).toMatch(/^depth_m,temperature_C/)
    expect(await text('lake/README.md')).toBe('# Lake survey\n')
  })

  test('as a zip whose directory says less than an entry holds is refused when that is opened', async () => {
    const bytes = new Uint8Array(await readFile(new URL('../../tests/samples/files/survey.zip', import.meta.url)))
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length - 46; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 3, true)
    const { entries } = await listArchive(memoryFile(bytes), 'survey.zip')
    const file = entries.find(({ path }) => path === 'lake/ctd/S01.csv')
    expect(file?.size).toBe(3)
    await expect(file?.read?.()).rejects.toThrow()
  })

  test.each([
    [
      'from before 1970',
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00],
      '1969-12-31T23:55:44.000Z',
    ],
    ['no calendar has', [0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], undefined],
  ])('as a tar with a time %s is listed', async (_what, time, expected) => {
    const name = new URL('../../tests/samples/files/survey.tar', import.meta.url)
    const bytes = new Uint8Array(await readFile(name))
    bytes.set(time, 136)
    bytes.fill(0x20, 148, 156)
    const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0)
    bytes.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, '0')}\0 `), 148)
    const { entries } = await listArchive(memoryFile(bytes), 'survey.tar')
    expect(entries[0]?.path).toBe('lake/')
    expect(entries[0]?.modified?.toISOString()).toBe(expected)
  })

  test('as a gzip gives the content of its one file', async () => {
    const { entries } = await sample('profile.csv.gz')
    expect(new TextDecoder().decode(await entries[0]?.read?.())).toMatch(/^depth_m,temperature_C/)
  })

  test('that is none, or is cut off, fails', async () => {
    const file = (bytes: Uint8Array) => memoryFile(new Uint8Array(bytes))
    await expect(listArchive(file(new Uint8Array(2000)), 'a.zip')).rejects.toThrow()
    await expect(listArchive(file(gzipSync(Buffer.alloc(5000)).subarray(0, 20)), 'a.gz')).rejects.toThrow()
  })

  test('is a tree with folders nobody named, sizes added up, and no way out of it', () => {
    const entry = (path: string, size: number) => ({
      path,
      size,
      isFolder: path.endsWith('/'),
      packed: null,
      modified: null,
      read: null,
    })
    const root = treeOf([
      entry('../../etc/passwd', 1),
      entry('a/b/c.txt', 2),
      entry('a/10.txt', 3),
      entry('a/9.txt', 4),
      entry('a/', 0),
    ])
    const shape = (node: typeof root): unknown =>
      node.isFolder ? [node.name, node.size, node.children.map(shape)] : node.name
    expect(shape(root)).toEqual([
      '',
      10,
      [
        ['a', 9, [['b', 2, ['c.txt']], '9.txt', '10.txt']],
        ['etc', 1, ['passwd']],
      ],
    ])
  })
})
