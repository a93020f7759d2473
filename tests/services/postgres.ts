import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, runProgram } from './program.ts'

const HOME = '/usr/lib/postgresql'
const newest = existsSync(HOME) ? readdirSync(HOME).sort((a, b) => Number(b) - Number(a))[0] : undefined
const bin = newest ? join(HOME, newest, 'bin') : null
export const hasPostgres = bin !== null && existsSync(join(bin, 'initdb'))
const isRoot = process.getuid?.() === 0

/** Numeric user and group ids of an account of this machine. */
export function idsOf(name: string): [uid: number, gid: number] {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return [Number(uid), Number(gid)]
}

/** An external PostgreSQL server, as an institution runs one, on its own port. */
export async function startPostgres(certificate?: { certificatePath: string; keyPath: string }) {
  if (!bin) throw new Error(`no PostgreSQL below ${HOME}`)
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-pg-'))
  if (isRoot) chownSync(folder, ...idsOf('postgres'))
  const run = (program: string, ...argv: string[]) =>
    isRoot
      ? runProgram('runuser', ['-u', 'postgres', '--', join(bin, program), ...argv])
      : runProgram(join(bin, program), argv)
  const data = join(folder, 'data')
  const port = await freePort()
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const files = certificate && { ssl_cert_file: certificate.certificatePath, ssl_key_file: certificate.keyPath }
  const encrypted = Object.entries(files ?? {}).map(([setting, path]) => {
    const own = join(folder, setting)
    copyFileSync(path, own)
    chmodSync(own, 0o600)
    if (isRoot) chownSync(own, ...idsOf('postgres'))
    return ` -c ${setting}=${own} -c ssl=on`
  })
  const settings = `-p ${port} -h 127.0.0.1,127.0.0.2 -k ${folder} -c fsync=off -c max_connections=100${encrypted.join('')}`
  const start = () => run('pg_ctl', '-w', '-D', data, '-l', join(folder, 'log'), '-o', settings, 'start')
  // Whoever is not its administrator needs a password.
  writeFileSync(
    join(data, 'pg_hba.conf'),
    'local all postgres trust\nhost all postgres all trust\nhost all all all scram-sha-256\n',
  )
  start()
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    /** Kills the server as a crash does, without closing its connections. */
    crash: () => run('pg_ctl', '-m', 'immediate', '-D', data, 'stop'),
    stop() {
      run('pg_ctl', '-m', 'immediate', '-D', data, 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
