import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { DERIVE_MS } from '#contract/core/limits.ts'
import type { Made, Wish } from './maker.ts'

/** An idle maker process ends after this time, since its libraries take memory; milliseconds. */
const IDLE_MS = 30_000
const HEAP_MB = 512
/** Low priority: the server comes first. */
const NICE = 10

/** A maker process crashed, or was killed for taking too long, on this content. */
export class MakerLost extends Error {}

/** The folder of our code and its libraries, which makers may read. */
const OURS = fileURLToPath(new URL('../../../', import.meta.url))

type Needs = {
  /** The folder of the contents. */
  folder: string
  ffmpeg: string | null
  program?: URL
  longestMs?: number
}
type Maker = { process: ChildProcess; idle?: NodeJS.Timeout }

/**
 * Sandboxed processes that parse contents. They can only read files: no writing, no other programs than ffmpeg where
 * there is one, no secrets in their environment.
 */
export function makers({
  folder,
  ffmpeg,
  program = new URL('./maker.ts', import.meta.url),
  longestMs = DERIVE_MS,
}: Needs) {
  const all = new Set<Maker>()
  const idle: Maker[] = []

  function begin(): Maker {
    const child = fork(program, {
      execArgv: [
        ...[
          `--max-old-space-size=${HEAP_MB}`,
          '--disable-warning=PERM0001',
          '--permission',
          '--allow-addons',
          '--allow-worker',
        ],
        ...[`--allow-fs-read=${OURS}`, `--allow-fs-read=${folder}`],
        ...(ffmpeg ? ['--allow-child-process'] : []),
      ],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
    if (child.pid) setPriority(child.pid, NICE)
    const maker: Maker = { process: child }
    all.add(maker)
    child.once('exit', () => {
      all.delete(maker)
      if (idle.includes(maker)) idle.splice(idle.indexOf(maker), 1)
    })
    return maker
  }

  function rest(maker: Maker): void {
    if (!all.has(maker)) return
    idle.push(maker)
    maker.idle = setTimeout(() => maker.process.kill('SIGKILL'), IDLE_MS).unref()
  }

  /** Makes a rendition of one content. Rejects with MakerLost. */
  async function make(wish: Omit<Wish, 'ffmpeg'>): Promise<Made> {
    const maker = idle.pop() ?? begin()
    clearTimeout(maker.idle)
    const { process: child } = maker
    const { promise, resolve, reject } = Promise.withResolvers<Made>()
    const lost = () => reject(new MakerLost(wish.path))
    const timer = setTimeout(() => child.kill('SIGKILL'), longestMs)
    child.once('message', resolve)
    child.once('exit', lost)
    child.once('error', lost)
    child.channel?.ref()
    child.send({ ...wish, ffmpeg } satisfies Wish, (error) => error && lost())
    try {
      const made = await promise
      rest(maker)
      return made
    } finally {
      clearTimeout(timer)
      child.channel?.unref()
      child.off('message', resolve).off('exit', lost).off('error', lost)
    }
  }

  return {
    make,
    /** Kills all makers; their current work is lost. */
    end: () => {
      for (const { process: child } of all) child.kill('SIGKILL')
    },
  }
}
