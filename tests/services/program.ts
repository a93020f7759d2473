import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether a program of another project is on this machine; tests against it are skipped by name without it. */
export const hasProgram = (path: string): boolean => existsSync(path)

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Runs a program to its end. Throws with what it said when it fails. */
export function runProgram(command: string, argv: readonly string[], options: { cwd?: string; input?: string } = {}) {
  const { status, stderr, stdout, error } = spawnSync(command, argv, { ...options, encoding: 'utf8', timeout: 60_000 })
  if (status !== 0) throw new Error(`${command} ${argv.join(' ')}: ${error?.message ?? ''}${stderr}${stdout}`)
}

/** What a program said and how it ended, while this process goes on: it may be the one that the program asks. */
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

/** The same of one that must succeed; answers what it said. Throws with that when it fails. */
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

/** A program that starts on a busy machine gets little of it: only one that ended is given up sooner. */
const TRIES_MAX = 2400
const LOOK_MS = 100

/** Starts a server and waits until its port answers. `stop` ends it. */
export async function startProgram(
  command: string,
  argv: readonly string[],
  { port, cwd }: { port: number; cwd: string },
): Promise<{ stop: () => Promise<void> }> {
  const child: ChildProcess = spawn(command, argv, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2000)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let tries = 0; !(await isOpen(port)); tries++) {
    if (child.exitCode !== null || tries > TRIES_MAX) throw new Error(`${command} does not answer: ${said}`)
    await sleep(LOOK_MS)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(3000).then(() => child.kill('SIGKILL'))])
    },
  }
}
