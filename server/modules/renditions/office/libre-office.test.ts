import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { libreOffice, NotConverted } from './libre-office.ts'

const sample = (name: string) => new URL(`../../../../tests/samples/files/${name}`, import.meta.url).pathname
const document = sample('cruise.doc')

/** A program in the place of LibreOffice: a shell script that is given the same arguments. */
function officeOf(script: string, limitMs?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'ds-office-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'program', 'soffice')
  mkdirSync(join(folder, 'program'))
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  return libreOffice(program, limitMs)
}
const said = async (script: string) =>
  String(await officeOf(`{ ${script}; } > document.pdf 2>&1; true`).convert(document, 'doc'))

describe.skipIf(!existsSync('/usr/bin/bwrap'))('the sandbox of LibreOffice', () => {
  test('has the document and nothing else of this machine: no secrets, no other files, no other processes', async () => {
    process.env.DS_SECRET_OF_TEST = 'secret'
    expect(await said('wc -c < document.doc')).toBe('40960\n')
    expect(await said('cat /etc/passwd /root/* /tmp/* /var/lib/*')).not.toContain('root:')
    expect(await said('env')).not.toContain('DS_SECRET_OF_TEST')
    expect(Number(await said('ls -d /proc/[0-9]* | wc -l'))).toBeLessThan(10)
    expect(await said('echo changed >> document.doc')).toMatch(/Read-only|Permission denied/)
    expect(await said('touch /usr/ds-office-was-here')).toContain('Read-only')
  })

  test('has no network, not even this machine', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const connect = `bash -c 'echo hello > /dev/tcp/127.0.0.1/${port}'`
    expect(await said(connect)).toMatch(/refused|unreachable/)
  })

  test('is ended when it takes too long, and leaves nothing behind', async () => {
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('dataspace-office-'))
    const before = left()
    await expect(officeOf('sleep 600', 300).convert(document, 'doc')).rejects.toThrow(NotConverted)
    expect(left()).toEqual(before)
  })

  test.each([
    ['nothing', 'true'],
    ['a link to a file of the server', 'ln -s /etc/hostname document.pdf'],
    ['a pipe', 'mkfifo document.pdf'],
    ['more than is allowed', 'head -c 200000000 /dev/zero > document.pdf'],
    ['with an error', 'echo pdf > document.pdf; exit 1'],
  ])('that writes %s has converted nothing', async (_what, script) => {
    await expect(officeOf(script).convert(document, 'doc')).rejects.toThrow(NotConverted)
  })

  test.skipIf(!existsSync('/usr/bin/soffice'))('has all that LibreOffice needs', { timeout: 60_000 }, async () => {
    const office = libreOffice('/usr/bin/soffice')
    await office.probe()
    expect((await office.convert(document, 'doc')).toString('latin1', 0, 5)).toBe('%PDF-')
    expect((await office.convert(sample('cruise.ppt'), 'ppt')).toString('latin1', 0, 5)).toBe('%PDF-')
  })
})

test('a machine without the program is told so at once', async () => {
  await expect(officeOf('exit 1').probe()).rejects.toThrow()
})
