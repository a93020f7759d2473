import { matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleFiles } from './files.ts'
import { demoSpaces } from './spaces.ts'

describe.each(demoSpaces)('the README of the sample space $identifier', ({ identifier }) => {
  test('names only files that are there, and addresses whoever reads it', async () => {
    const files = await sampleFiles(identifier, new Date('2026-11-22T00:00:00Z'))
    const readme = files.find(({ path }) => path === 'README.md')?.content.toString() ?? ''
    const named = [...readme.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    const missing = named.filter((name) => !files.some(({ path }) => matchesGlob(path, name)))
    expect(readme).not.toBe('')
    expect(missing).toEqual([])
    expect(readme).not.toMatch(/first folder|第一个文件夹/)
  })
})
