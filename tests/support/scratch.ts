import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Space that a whole run may need: databases, sample files, browser profiles. */
const ROOM_BYTES = 4 * 1024 ** 3
const NAME = /^ds-run-(\d+)$/

const isRoomy = (dir: string) => {
  if (!existsSync(dir)) return false
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize >= ROOM_BYTES
}

/** Removes folders that killed runs left behind. */
function sweep(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (!pid || existsSync(`/proc/${pid}`)) continue
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true })
    } catch {
      // A test's small disk may still be mounted in the folder; this must not stop the run.
    }
  }
}

/**
 * Puts the temporary folders of this run and its child processes in memory if there is enough space: copying a database
 * there takes a third of the time. Data written by killed processes survives; power cuts are outside of these tests. An
 * existing TMPDIR takes precedence.
 */
export function workInMemory(): void {
  if (process.env.TMPDIR || !isRoomy(MEMORY)) return
  sweep()
  const dir = join(MEMORY, `ds-run-${process.pid}`)
  mkdirSync(dir, { mode: 0o755 })
  process.env.TMPDIR = dir
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
}
