import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** An idle process ends after this time, since its libraries need memory; milliseconds. */
const IDLE_MS = 30_000
/** The folder of our code and its libraries, which processes may read. */
const OURS = fileURLToPath(new URL('../../', import.meta.url))

type Wish = {
  program: URL
  /** The folder that it may read in addition to our code. */
  folder: string
  heapMb: number
  /** Its priority, lower than that of the server. */
  nice: number
  mayStartPrograms?: boolean
  /** Its current folder; absent: ours. */
  cwd?: string
}

/**
 * Starts a process for untrusted work. What runs in it as JavaScript can only read our code and a folder: no writing, no
 * other programs unless allowed. Nothing of our environment is in its own, so it knows no secret.
 */
export function startApart({ program, folder, heapMb, nice, mayStartPrograms = false, cwd }: Wish): ChildProcess {
  const child = fork(program, {
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      '--disable-warning=PERM0001',
      '--permission',
      '--allow-addons',
      '--allow-worker',
      `--allow-fs-read=${OURS}`,
      `--allow-fs-read=${folder}`,
      ...(mayStartPrograms ? ['--allow-child-process'] : []),
    ],
    env: {},
    ...(cwd && { cwd }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  if (child.pid) setPriority(child.pid, nice)
  return child
}

/** Processes that are started when they are needed, and end when they are not, or with the server. */
export function processPool(start: () => ChildProcess, idleMs = IDLE_MS) {
  const all = new Set<ChildProcess>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  function begin(): ChildProcess {
    const child = start()
    all.add(child)
    child.once('exit', () => {
      all.delete(child)
      clearTimeout(idle.get(child))
      idle.delete(child)
    })
    return child
  }

  return {
    /** Takes an idle process: one that fits, else the one used last. */
    take(isFit: (child: ChildProcess) => boolean = () => true): ChildProcess {
      const resting = [...idle.keys()]
      const child = resting.findLast(isFit) ?? resting.at(-1)
      if (!child) return begin()
      clearTimeout(idle.get(child))
      idle.delete(child)
      return child
    },
    /** Returns a process that others may use. */
    rest(child: ChildProcess): void {
      if (!all.has(child)) return
      // A killed process ends a moment later; until then it must not be used.
      const end = () => {
        idle.delete(child)
        child.kill('SIGKILL')
      }
      idle.set(child, setTimeout(end, idleMs).unref())
    },
    /** Kills all; their current work is lost. */
    end(): void {
      for (const child of all) child.kill('SIGKILL')
    },
  }
}
