import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ZipEntry, zipLength, zipStream } from './zip-writer.ts'

const modified = new Date('2026-11-21T08:00:00Z')
const entry = (name: string, content: string): ZipEntry => {
  const bytes = Buffer.from(content)
  return {
    name,
    size: bytes.length,
    modified,
    open: async () =>
      (async function* () {
        yield bytes
      })(),
  }
}
async function written(entries: ZipEntry[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of zipStream(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}
const hasPython = spawnSync('python3', ['--version']).status === 0
const PROGRAM =
  'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print("\\n".join(f"{i.filename}={i.file_size}" for i in z.infolist()))'

describe('an archive', () => {
  test('whose content is not as long as it was said to be fails', async () => {
    await expect(written([{ ...entry('a', 'abc'), size: 5 }])).rejects.toThrow('a has 3 bytes, not 5')
  })

  test('is as long as it was foretold, empty and with more entries than 16 bits count', async () => {
    const many = Array.from({ length: 66_000 }, (_, i) => entry(`f${i}`, ''))
    for (const entries of [[], [entry('数据/a.txt', 'abc')], many])
      expect((await written(entries)).length).toBe(zipLength(entries))
  })

  test('foretells the length of contents beyond 32 bits', () => {
    const big = 5 * 1024 ** 3
    expect(zipLength([{ name: 'a', size: big }])).toBe(30 + 1 + 20 + big + 24 + 46 + 1 + 20 + 76 + 22)
  })

  test.skipIf(!hasPython)('is read by another program (Python zipfile), names of any script too', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'zip-'))
    const path = join(dir, 'a.zip')
    writeFileSync(path, await written([entry('空/', ''), entry('空/航次.txt', 'hello'), entry('🧬.fasta', 'ACGT')]))
    const { stdout, stderr } = spawnSync('python3', ['-c', PROGRAM, path], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONUTF8: '1' },
    })
    rmSync(dir, { recursive: true })
    expect([stdout.trim().split('\n'), stderr]).toEqual([['空/=0', '空/航次.txt=5', '🧬.fasta=4'], ''])
  })
})
