import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ADMIN = { email: 'admin@lab.test', password: 'Lake-2026' }
const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url))
const READY = /DataSpace is ready: (\S+)/

export type Server = {
  origin: string
  dataDir: string
  process: ChildProcess
  said: () => string
  kill: () => Promise<void>
  /** Asks the server to stop and waits; its folder stays. */
  end: () => Promise<void>
  stop: () => Promise<void>
}
type Wish = { dataDir?: string; argv?: string[]; env?: Record<string, string>; command?: [string, ...string[]] }

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

export const freshDataDir = () => mkdtempSync(join(tmpdir(), 'ds-e2e-'))

/**
 * Starts the product as `npm start` does, on a free port with its own folder; resolves when the server reports ready.
 */
export async function startServer({
  dataDir = freshDataDir(),
  argv = [],
  env = {},
  command = [process.execPath, main],
}: Wish = {}): Promise<Server> {
  const [program, ...first] = command
  const child = spawn(program, [...first, ...argv], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      WORKERS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (piece: Buffer) => {
      said += piece.toString()
      const [, ready] = READY.exec(said) ?? []
      if (ready) resolve(ready)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended(child)
  }
  return {
    origin,
    dataDir,
    process: child,
    said: () => said,
    kill: () => end('SIGKILL'),
    end: () => end('SIGTERM'),
    stop: async () => {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
