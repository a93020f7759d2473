import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const packageDir = fileURLToPath(new URL('../../client/package/', import.meta.url))

/** A temporary folder that is removed after the test. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'ds-client-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Packs the command-line client as `npm publish` would; returns the tarball and the program in it. */
export function packClient(): { tarball: string; program: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'ds-client-package-'))
  const said = execFileSync('npm', ['pack', '--silent', '--pack-destination', dir], {
    cwd: packageDir,
    encoding: 'utf8',
  })
  const tarball = join(dir, said.trim().split('\n').at(-1) ?? '')
  execFileSync('tar', ['-xzf', tarball, '-C', dir])
  const remove = () => rmSync(dir, { recursive: true, force: true })
  return { tarball, program: join(dir, 'package/dist/dataspace.mjs'), remove }
}

export type Ended = { code: number | null; stdout: string; stderr: string; lines: Record<string, unknown>[] }

/** Runs a program until it ends or is killed; `lines` are the JSON objects that it printed. */
export function runClient(
  command: readonly [string, ...string[]],
  { env, cwd, input = '' }: { env: Record<string, string>; cwd?: string; input?: string },
): Promise<Ended> & { child: ChildProcess } {
  const [program, ...argv] = command
  // The environment of the developer's machine must not affect the test.
  const child = spawn(program, argv, { cwd, env: { PATH: process.env.PATH, HOME: env.HOME ?? '/nonexistent', ...env } })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      const objects = stdout.split('\n').filter((line) => line.startsWith('{'))
      resolve({ code, stdout, stderr, lines: objects.map((line) => JSON.parse(line) as Record<string, unknown>) })
    }),
  )
  return Object.assign(ended, { child })
}
