import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Room that a whole run may take: databases, files of the samples, profiles of browsers. */
const ROOM_BYTES = 4 * 1024 ** 3
const NAME = /^ds-run-(\d+)$/

const isRoomy = (dir: string) => {
  if (!existsSync(dir)) return false
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize >= ROOM_BYTES
}

/** What runs that were killed left behind. */
function sweep(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (!pid || existsSync(`/proc/${pid}`)) continue
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true })
    } catch {
      // A small disk of a test is still mounted in it: that is no reason for this run not to begin.
    }
  }
}

/**
 * Temporary folders of this run and of all that it starts are in memory where there is room for them: a database is
 * copied there for a third of the work. What a killed process had written is there as well; what a power cut keeps is
 * no matter of the tests. TMPDIR, when it is set, decides instead.
 */
export function workInMemory(): void {
  if (process.env.TMPDIR || !isRoomy(MEMORY)) return
  sweep()
  const dir = join(MEMORY, `ds-run-${process.pid}`)
  mkdirSync(dir, { mode: 0o755 })
  process.env.TMPDIR = dir
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
}
