import { Button } from 'antd'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asked } from './address.ts'
import type { TableContext } from './context.ts'
import { QueryProgress } from './data-views/query-progress.tsx'

const same = (one: Asked, other: Asked) => JSON.stringify(one) === JSON.stringify(other)

/** What the rows of a question wait for, the rarest first. */
function workOf({ q, filter, groupBy, sort }: Asked) {
  if (q) return 'search'
  if (filter.length) return 'filter'
  if (groupBy !== null) return 'group'
  return sort.length ? 'sort' : 'read'
}

/**
 * Says what slow rows wait for, with a button that stops it. Then the rows are again those of the question before, and
 * the stopped one can be asked again.
 */
export function RowsProgress({ context: { rows, view, waiting, table } }: { context: TableContext }) {
  const { t } = useTranslation()
  const { pages } = rows
  const { asked } = view
  const oldest = useSyncExternalStore(waiting.subscribe, waiting.oldest)
  /** The last question that was answered. */
  const answered = useRef<Asked | null>(null)
  const [stopped, setStopped] = useState<{ asked: Asked; back: Asked } | null>(null)
  useEffect(() => {
    const note = () => {
      if (!pages.isEmpty() && pages.failure() === null) answered.current = asked
    }
    note()
    return pages.subscribe(note)
  }, [pages, asked])
  function stop() {
    const back = answered.current
    if (!back || same(back, asked)) return
    setStopped({ asked, back })
    view.ask(back)
  }
  if (oldest !== null)
    return (
      <div className="rows-progress">
        <QueryProgress
          key={oldest}
          reqId={waiting.reqId}
          what={t(`tables.slow.${workOf(asked)}`, { count: table.rows })}
          onStop={stop}
        />
      </div>
    )
  if (!stopped || !same(stopped.back, asked)) return null
  return (
    <div className="rows-progress">
      <p role="status">{t('tables.slow.stopped')}</p>
      <Button size="small" onClick={() => view.ask(stopped.asked)}>
        {t('errors.retry')}
      </Button>
      <Button size="small" type="text" onClick={() => setStopped(null)}>
        {t('common.close')}
      </Button>
    </div>
  )
}
