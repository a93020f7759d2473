import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lineTo } from './lines.ts'

test('what is written in one turn of the event loop is sent at once, however the driver groups it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ds-lines-'))
  const path = join(folder, 'database')
  const server = createServer((socket) => void socket.resume())
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const socket = lineTo(path)()
  onTestFinished(() => {
    socket.destroy()
    server.close()
    rmSync(folder, { recursive: true })
  })
  await new Promise<void>((resolve) => socket.connect(path, resolve))
  const sent = [vi.spyOn(socket, '_write'), vi.spyOn(socket, '_writev' as '_write')]
  for (const statement of ['begin', 'select']) {
    socket.write(statement)
    socket.cork()
    socket.write('bind')
    await Promise.resolve()
    socket.uncork()
  }
  expect(sent.map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  await new Promise<void>((resolve) => socket.write('sync', () => resolve()))
  expect(sent.map(({ mock }) => mock.calls.length)).toEqual([0, 1])
})
