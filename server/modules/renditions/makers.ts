import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { DERIVE_MS } from '#contract/core/limits.ts'
import type { Made, Wish } from './maker.ts'

/** A maker that has nothing to do ends: its libraries take memory. */
const IDLE_MS = 30_000
const HEAP_MB = 512
/** Others come first. */
const NICE = 10

/** A maker died, or was ended for taking too long, over this content. */
export class MakerLost extends Error {}

/** Our own code and its libraries. */
const OURS = fileURLToPath(new URL('../../../', import.meta.url))

type Needs = {
  /** Where the contents are. */
  folder: string
  ffmpeg: string | null
  program?: URL
  longestMs?: number
}
type Maker = { process: ChildProcess; idle?: NodeJS.Timeout }

/**
 * Processes that take contents apart. They can read files and nothing else: no writing, no other programs but ffmpeg
 * where there is one, none of our secrets in their environment.
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

  /** Makes something of one content. Rejects with MakerLost. */
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
    /** Ends them all; what they were at is lost. */
    end: () => {
      for (const { process: child } of all) child.kill('SIGKILL')
    },
  }
}
