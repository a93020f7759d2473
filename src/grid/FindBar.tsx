import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findNext } from './find.ts'
import type { RowPages } from './row-pages.ts'
import type { Place } from './types.ts'

type Props<Row> = {
  pages: RowPages<Row>
  count: number
  /** The texts of a row, column by column. */
  textsOf: (row: Row) => readonly string[]
  /** The cell to begin at. */
  from: () => Place
  onFound: (place: Place) => void
  onClose: () => void
}
type State = { kind: 'idle' | 'none' | 'failed' } | { kind: 'searching'; rows: number }

/** Searches the cells of a table row by row while loading them. Enter continues, Shift+Enter goes back. */
export function FindBar<Row>({ pages, count, textsOf, from, onFound, onClose }: Props<Row>) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState('')
  const [state, setState] = useState<State>({ kind: 'idle' })
  const stop = useRef<AbortController | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    return () => stop.current?.abort()
  }, [])

  async function search(isBackward: boolean) {
    stop.current?.abort()
    const { signal } = (stop.current = new AbortController())
    setState({ kind: 'searching', rows: 0 })
    const read = async (first: number, rows: number) => (await pages.read(first, rows, signal)).map(textsOf)
    const onProgress = (rows: number) => setState({ kind: 'searching', rows })
    try {
      const found = await findNext({ read, rows: count, wanted, from: from(), isBackward, signal, onProgress })
      setState({ kind: found ? 'idle' : 'none' })
      if (found) onFound(found)
    } catch {
      // A cancelled search shows no message; an interrupted one does, and Enter retries.
      if (!signal.aborted) setState({ kind: 'failed' })
    }
  }
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void search(event.shiftKey)
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <search className="grid-find">
      <input
        ref={field}
        type="search"
        value={wanted}
        onChange={({ target }) => {
          stop.current?.abort()
          setState({ kind: 'idle' })
          setWanted(target.value)
        }}
        onKeyDown={press}
        placeholder={t('grid.find.label')}
        aria-label={t('grid.find.label')}
      />
      <span role="status">
        {state.kind === 'none' && t('grid.find.none')}
        {state.kind === 'failed' && t('grid.find.failed')}
        {state.kind === 'searching' && t('grid.find.searched', { count: state.rows })}
      </span>
      <button
        type="button"
        className="btn ghost"
        aria-label={t('grid.find.previous')}
        onClick={() => void search(true)}
      >
        ↑
      </button>
      <button type="button" className="btn ghost" aria-label={t('grid.find.next')} onClick={() => void search(false)}>
        ↓
      </button>
      <button type="button" className="btn ghost" aria-label={t('grid.find.close')} onClick={onClose}>
        ×
      </button>
    </search>
  )
}
