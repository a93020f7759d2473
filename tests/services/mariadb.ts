import { chownSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2'
import { idsOf } from './postgres.ts'
import { freePort, runProgram, startProgram } from './program.ts'

const SERVER = '/usr/sbin/mariadbd'
export const hasMariadb = existsSync(SERVER)
const isRoot = process.getuid?.() === 0

/** A MariaDB as an institution runs one; `statements` make its accounts and tables, one a line. */
export async function startMariadb(
  statements: readonly string[],
  { certificatePath, keyPath }: { certificatePath: string; keyPath: string },
) {
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-maria-'))
  if (isRoot) chownSync(folder, ...idsOf('mysql'))
  const user = isRoot ? ['--user=mysql'] : []
  const data = join(folder, 'data')
  const port = await freePort()
  runProgram('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    `--tmpdir=${folder}`,
    ...user,
  ])
  /** A file as its account may read it. */
  const own = (path: string, name: string) => {
    const to = join(folder, name)
    copyFileSync(path, to)
    if (isRoot) chownSync(to, ...idsOf('mysql'))
    return to
  }
  const first = join(folder, 'first.sql')
  writeFileSync(first, `${statements.join('\n')}\n`)
  if (isRoot) chownSync(first, ...idsOf('mysql'))
  const start = () =>
    startProgram(
      SERVER,
      [
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${join(folder, 'socket')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--init-file=${first}`,
        '--innodb-flush-log-at-trx-commit=0',
        '--innodb-buffer-pool-size=32M',
        `--tmpdir=${folder}`,
        `--ssl-cert=${own(certificatePath, 'certificate')}`,
        `--ssl-key=${own(keyPath, 'key')}`,
        ...user,
      ],
      { port, cwd: folder },
    )
  const running = await start()
  await answering(port)
  return {
    port,
    /** Runs statements one after the other as its administrator, and answers the rows of the last. */
    async query(...statements: string[]): Promise<unknown> {
      const connection = createConnection({ socketPath: join(folder, 'socket'), user: 'root' })
      let rows: unknown
      for (const sql of statements)
        rows = await new Promise((resolve, reject) =>
          connection.query({ sql, rowsAsArray: true }, (error, found) => (error ? reject(error) : resolve(found))),
        )
      connection.destroy()
      return rows
    },
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** How long the first statements may take. */
const FIRST_MS = 1_200_000
/** Waits until the server answers: its port is open before its first statements are over. */
async function answering(port: number): Promise<void> {
  const connection = createConnection({ host: '127.0.0.1', port, user: 'nobody', connectTimeout: FIRST_MS })
  await new Promise<void>((resolve) => connection.connect(() => resolve()))
  connection.destroy()
}
