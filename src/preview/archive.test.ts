import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { listArchive, treeOf } from './archive.ts'
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

  test('as a gzip of one file tells that file and its size', async () => {
    expect((await sample('profile.csv.gz')).entries).toMatchObject([{ path: 'profile.csv', size: 6286 }])
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
