import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Board } from '#contract/reports/board.ts'
import { type ReportDetails, reports } from '#contract/reports.ts'
import { CallFailure, call } from '#providers/call.ts'
import {
  historyOf,
  mayRedo,
  mayUndo,
  redone,
  shownStep,
  undone,
  withStep,
} from '../../../../src/widgets/step-history.ts'

/** How long after a change it is saved, and after a failure tried again, in milliseconds (our choice). */
const SAVE_MS = 800
const RETRY_MS = 5000

export type SaveState = 'saved' | 'saving' | 'waiting' | 'conflict'

/** A board while it is edited: the last steps, and a draft on the server that follows them. */
export function useBoardDraft(report: ReportDetails, first: Board) {
  const client = useQueryClient()
  const [history, setHistory] = useState(() => historyOf(first))
  const [state, setState] = useState<SaveState>('saved')
  const [failure, setFailure] = useState<unknown>(null)
  const board = shownStep(history)
  const version = useRef(report.version)
  const saved = useRef(board)
  const latest = useRef(board)
  latest.current = board
  const running = useRef<Promise<void> | null>(null)
  const { spaceId, id } = report

  const saveOnce = useCallback(async () => {
    const wanted = latest.current
    setState('saving')
    try {
      const content = { kind: 'board' as const, board: wanted }
      const answer = await call(reports.edit, { spaceId, id, version: version.current, content }, { quiet: true })
      version.current = answer.version
      saved.current = wanted
      setFailure(null)
      setState(latest.current === wanted ? 'saved' : 'waiting')
    } catch (cause) {
      setFailure(cause)
      setState(cause instanceof CallFailure ? 'conflict' : 'waiting')
      throw cause
    }
  }, [spaceId, id])

  /** Saves what is not saved yet; one call at a time. Rejects when it could not be saved. */
  const flush = useCallback(async () => {
    while (running.current) await running.current.catch(() => {})
    if (saved.current === latest.current) return
    running.current = saveOnce().finally(() => {
      running.current = null
    })
    await running.current
  }, [saveOnce])

  useEffect(() => {
    if (saved.current === board || state === 'conflict') return
    const timer = setTimeout(() => void flush().catch(() => {}), failure ? RETRY_MS : SAVE_MS)
    return () => clearTimeout(timer)
  }, [board, state, failure, flush])
  useEffect(
    () => () => {
      // When the user leaves the editor, everything is saved, and the page behind shows it.
      void flush()
        .catch(() => {})
        .finally(() => client.invalidateQueries({ queryKey: ['report', id] }))
    },
    [flush, client, id],
  )
  return {
    board,
    state,
    failure,
    flush,
    versionNow: () => version.current,
    /** Another draft is on the server: nothing of this one is to be saved any more. */
    replaceBy: (next: Board, number: number) => {
      version.current = number
      saved.current = next
      setFailure(null)
      setState('saved')
      setHistory((now) => withStep(now, next))
    },
    change: useCallback((next: Board) => setHistory((now) => withStep(now, next)), []),
    undo: mayUndo(history) ? () => setHistory(undone) : null,
    redo: mayRedo(history) ? () => setHistory(redone) : null,
  }
}
export type BoardDraft = ReturnType<typeof useBoardDraft>
