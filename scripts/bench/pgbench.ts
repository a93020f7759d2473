import { execFile } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Where Debian installs it, one for each version of PostgreSQL; ours has none. */
const PROGRAMS = '/usr/lib/postgresql/*/bin/pgbench'
const [THREADS, SECONDS] = [2, 6]
const RATE = /^tps = ([\d.]+)/m

export type DatabaseFolder = { host: string; user: string; password: string; database: string }
type Wish = { address: DatabaseFolder; dir: string; clients: number; script: string }

/** Runs of a script per second by PostgreSQL's own program, which does nothing else; null where it is not installed. */
export async function pgbenchRate({ address, dir, clients, script }: Wish): Promise<number | null> {
  const program = globSync(PROGRAMS).sort().at(-1)
  if (!program) return null
  const file = join(dir, 'pgbench.sql')
  writeFileSync(file, script)
  const { host, user, password, database } = address
  const numbers = ['-c', clients, '-j', THREADS, '-T', SECONDS].map(String)
  const given = ['-n', '-M', 'prepared', ...numbers, '-f', file, '-h', host, '-U', user, database]
  const { stdout } = await promisify(execFile)(program, given, { env: { ...process.env, PGPASSWORD: password } })
  return Number(RATE.exec(stdout)?.[1] ?? Number.NaN)
}
