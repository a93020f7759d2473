import { useEffect, useRef, useState } from 'react'
import { TOAST_MS } from '#contract/core/limits.ts'
import type { Message } from '#contract/messages.ts'

/**
 * Messages being deleted: each deletion can be undone while its toast is shown, then it becomes permanent, also when
 * the page is left.
 */
export function useRemoval(remove: (message: Message) => Promise<void>, onFailure: (failure: unknown) => void) {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, { message: Message; timer: ReturnType<typeof setTimeout> }>())

  function keep(id: string) {
    clearTimeout(waiting.current.get(id)?.timer)
    waiting.current.delete(id)
    setLeaving((known) => new Set([...known].filter((one) => one !== id)))
  }
  function finish(message: Message) {
    waiting.current.delete(message.id)
    remove(message)
      .catch(onFailure)
      .finally(() => keep(message.id))
  }
  function leave(message: Message) {
    if (waiting.current.has(message.id)) return
    const timer = setTimeout(() => finish(message), TOAST_MS)
    waiting.current.set(message.id, { message, timer })
    setLeaving((known) => new Set([...known, message.id]))
  }
  const finishing = useRef(finish)
  useEffect(() => {
    finishing.current = finish
  })
  useEffect(() => {
    const pending = waiting.current
    const finishAll = () => {
      for (const { message, timer } of [...pending.values()]) {
        clearTimeout(timer)
        finishing.current(message)
      }
    }
    addEventListener('pagehide', finishAll)
    return () => {
      removeEventListener('pagehide', finishAll)
      finishAll()
    }
  }, [])
  return { leaving, leave, keep }
}
