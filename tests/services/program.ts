import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether a third-party program is installed on this machine; tests that need it are skipped by name otherwise. */
export const hasProgram = (path: string): boolean => existsSync(path)

/** A port that was free a moment ago; it rejects when the wanted one isn't. */
export const freePort = (wanted = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Runs a program synchronously until it ends. Throws with its output when it fails. */
export function runProgram(command: string, argv: readonly string[], options: { cwd?: string; input?: string } = {}) {
  const { status, stderr, stdout, error } = spawnSync(command, argv, { ...options, encoding: 'utf8', timeout: 60_000 })
  if (status !== 0) throw new Error(`${command} ${argv.join(' ')}: ${error?.message ?? ''}${stderr}${stdout}`)
}

/**
 * Runs a program without blocking this process, which may be the server that the program calls; returns output and
 * status.
 */
export function runAside(
  command: string,
  argv: readonly string[],
  {
    input = '',
    timeoutMs = 120_000,
    ...options
  }: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string; timeoutMs?: number } = {},
): Promise<{ status: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, argv, { ...options, timeout: timeoutMs, stdio: 'pipe' })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, said }))
  })
}

/** The same for a program that must succeed; returns its output, and throws with the output when it fails. */
export async function runThrough(...args: Parameters<typeof runAside>): Promise<string> {
  const { status, said } = await runAside(...args)
  if (status !== 0) throw new Error(`${args[0]} ${args[1].join(' ')} ended with ${status}:\n${said}`)
  return said
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

/** Programs start slowly on a busy machine, so this limit is generous; an exited program fails earlier. */
const TRIES_MAX = 2400
const LOOK_MS = 100

/** Starts a server and waits until its port accepts connections. `stop` ends it. */
export async function startProgram(
  command: string,
  argv: readonly string[],
  { port, cwd }: { port: number; cwd: string },
): Promise<{ pid: number; stop: () => Promise<void> }> {
  const child: ChildProcess = spawn(command, argv, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2000)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let tries = 0; !(await isOpen(port)); tries++) {
    if (child.exitCode !== null || tries > TRIES_MAX) throw new Error(`${command} does not answer: ${said}`)
    await sleep(LOOK_MS)
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(3000).then(() => child.kill('SIGKILL'))])
    },
  }
}
