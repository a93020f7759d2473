import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from './client.ts'
import { ADMIN, type Server, startServer } from './server.ts'
import { startedDataDir } from './started.ts'

/**
 * A server that is killed and started again on its folder. The one that stands up after one death can be told to die the
 * next, because a start is most of what a death costs. Its administrator stays signed in.
 */
export function mortalServer(env: Record<string, string> = {}) {
  const dataDir = startedDataDir()
  const order = join(dataDir, 'fault')
  let cookies = new Map<string, string>()
  let running: Server | null = null
  /** Has the running server die at a point of `fault()`, from now on. */
  const dieAt = (point: string) => writeFileSync(order, point)
  return {
    dataDir,
    dieAt,
    /** Starts it; it dies at a point if one is named. */
    async start(point = '') {
      dieAt(point)
      const server = await startServer({ dataDir, env: { ...env, FAULT: order } })
      running = server
      const client = new Client(server.origin)
      for (const [name, value] of cookies) client.cookies.set(name, value)
      if (!cookies.size) await client.login(ADMIN.email, ADMIN.password)
      cookies = client.cookies
      return { server, client }
    },
    /** Ends what runs, and removes the folder. */
    async end() {
      await running?.kill()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}
export type MortalServer = ReturnType<typeof mortalServer>
