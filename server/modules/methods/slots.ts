import { MethodError } from './adapter.ts'

/** A semaphore: runs `count` tasks at once; the others wait, and fail after `waitMs`. */
export function slots(count: number, waitMs: number) {
  let free = count
  const waiting: (() => void)[] = []

  function take(): Promise<void> {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(new MethodError(`${count}`, 'crowded'))
      }, waitMs)
      waiting.push(enter)
    })
  }

  function leave() {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await take()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
