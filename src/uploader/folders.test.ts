import { describe, expect, test } from 'vitest'
import { folderMaker } from './folders.ts'

const place = (path: string) => ({ spaceId: 's', targetHash: 'root', path })

describe('folders of an upload', () => {
  test('a refusal is not kept: the next one asks again', async () => {
    let calls = 0
    const folders = folderMaker(async () => {
      calls += 1
      if (calls === 1) throw new Error('refused')
      return 'h'
    })
    await expect(folders.ensure(place('a'))).rejects.toThrow('refused')
    await expect(folders.ensure(place('a'))).resolves.toBe('h')
  })
  test('the target itself needs no call', async () => {
    const folders = folderMaker(() => Promise.reject(new Error('never asked')))
    await expect(folders.ensure(place(''))).resolves.toBe('root')
  })
  test('a folder is created once, however many ask for it at once or later', async () => {
    const created: string[] = []
    const folders = folderMaker(async ({ path }) => {
      created.push(path)
      return path
    })
    await Promise.all([folders.ensure(place('a/b')), folders.ensure(place('a/b')), folders.ensure(place('a/c'))])
    await folders.ensure(place('a/b'))
    expect(created).toEqual(['a/b', 'a/c'])
  })
  test('a folder that is gone is created again', async () => {
    let calls = 0
    const folders = folderMaker(async () => `h${++calls}`)
    await folders.ensure(place('a'))
    folders.forget(place('a'))
    await expect(folders.ensure(place('a'))).resolves.toBe('h2')
  })
})
