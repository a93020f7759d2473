import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Board } from '#contract/reports/board.ts'
import { type ReportDetails, reports } from '#contract/reports.ts'
import { call } from '#providers/call.ts'
import {
  historyOf,
  mayRedo,
  mayUndo,
  redone,
  shownStep,
  undone,
  withShown,
  withStep,
} from '../../../../src/widgets/step-history.ts'
import { useAutosave } from './use-autosave.ts'

/** The draft of a board in edit mode: undo steps, and automatic saving on the server. */
export function useBoardDraft(report: ReportDetails, first: Board) {
  const client = useQueryClient()
  const [history, setHistory] = useState(() => historyOf(first))
  const board = shownStep(history)
  const version = useRef(report.version)
  const { spaceId, id } = report
  const { state, failure, flush, adopt } = useAutosave(board, first, async (wanted) => {
    const content = { kind: 'board' as const, board: wanted }
    const answer = await call(reports.edit, { spaceId, id, version: version.current, content }, { quiet: true })
    version.current = answer.version
  })

  /** The version that the page behind the editor has. */
  const known = useRef(report.version)
  const read = useCallback(async () => {
    const { current } = version
    await client.invalidateQueries({ queryKey: ['report', id] }, { throwOnError: true })
    known.current = current
  }, [client, id])
  useEffect(
    () => () => {
      // Who leaves the editor by another way sees what is saved then.
      void flush()
        .then(() => (known.current === version.current ? undefined : read()))
        .catch(() => {})
    },
    [flush, read],
  )
  return {
    board,
    state,
    failure,
    flush,
    versionNow: () => version.current,
    /** Saves everything and reads the board anew: the page behind the editor never shows an earlier one. */
    finish: async () => {
      await flush()
      await read()
    },
    /** Another draft is on the server: nothing of this one is to be saved any more. */
    replaceBy: (next: Board, number: number) => {
      version.current = number
      adopt(next)
      setHistory((now) => withStep(now, next))
    },
    change: useCallback((next: Board) => setHistory((now) => withStep(now, next)), []),
    /** Changes what is shown without a step of its own: it belongs to the last one. */
    amend: useCallback((next: Board) => setHistory((now) => withShown(now, next)), []),
    undo: mayUndo(history) ? () => setHistory(undone) : null,
    redo: mayRedo(history) ? () => setHistory(redone) : null,
  }
}
export type BoardDraft = ReturnType<typeof useBoardDraft>
