import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Delimited, openDelimited } from '../delimited.ts'
import { Changed, rangeFile } from '../ranges.ts'
import { sizeText } from '../size-text.ts'
import { TableView } from '../TableView.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { ViewerProps } from '../viewer.ts'

/** Number of bytes read for the small preview. */
const SMALL_BYTES = 16_384

/** A delimited table of any size: rows are located while scrolling, with the progress shown. */
export default function CsvViewer({ file, data: { address }, isSmall }: ViewerProps) {
  const { t } = useTranslation()
  const size = isSmall ? Math.min(file.size, SMALL_BYTES) : file.size
  const table = useLoaded(() => openDelimited(rangeFile(address, size)), [address, size])
  if (!table) return <div className="stage-note">{t('preview.loading')}</div>
  return <Table key={address} table={table} name={file.name} size={size} isSmall={isSmall} />
}

type Props = { table: Delimited; name: string; size: number; isSmall: boolean }

function Table({ table, name, size, isSmall }: Props) {
  const { t } = useTranslation()
  const [{ rows, bytes, isWhole }, setKnown] = useState(table.known)
  const [isCounting, setCounting] = useState(false)
  const [problem, setProblem] = useState('')
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])
  const columns = useMemo(() => table.header.map((column) => ({ name: column })), [table])

  const look = useCallback(
    async (wanted?: number) => {
      const { signal } = stop.current
      setProblem('')
      try {
        // Step by step, so that progress is visible and the search can be stopped.
        do {
          await table.more(0, signal)
          setKnown(table.known())
        } while (wanted !== undefined && table.known().rows <= wanted && !table.known().isWhole && !signal.aborted)
      } catch (failure) {
        // Rows found so far remain visible.
        setProblem(t(failure instanceof Changed ? 'preview.changed' : 'preview.failed'))
      }
      return table.known().rows
    },
    [table, t],
  )
  const onEnd = useCallback(() => {
    if (!table.known().isWhole) void look()
  }, [table, look])

  function halt() {
    stop.current.abort()
    stop.current = new AbortController()
  }
  async function count(wanted = Number.POSITIVE_INFINITY) {
    setCounting(true)
    const known = await look(wanted)
    setCounting(false)
    return known
  }
  const reach = async (row: number) => (row < table.known().rows || isWhole ? table.known().rows : count(row))
  return (
    <TableView
      label={name}
      columns={columns}
      count={rows}
      page={table.page}
      isSmall={isSmall}
      onEnd={onEnd}
      reach={reach}
    >
      {isWhole ? (
        <span>{sizeText(t, rows, columns.length)}</span>
      ) : (
        <>
          <span>{t('preview.rowsSoFar', { count: rows, percent: Math.floor((bytes / size) * 100) })}</span>
          {isCounting ? (
            <button type="button" className="btn ghost" onClick={halt}>
              {t('preview.stop')}
            </button>
          ) : (
            <button type="button" className="btn ghost" onClick={() => void count()}>
              {t('preview.countAll')}
            </button>
          )}
          {problem && (
            <>
              <span role="alert">{problem}</span>
              <button type="button" className="btn ghost" onClick={() => void look()}>
                {t('errors.retry')}
              </button>
            </>
          )}
        </>
      )}
    </TableView>
  )
}
