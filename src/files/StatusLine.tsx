import { useTranslation } from 'react-i18next'
import { BYTES_PER_GB, isNearlyFull } from '#contract/limits.ts'
import { formatBytes } from '../widgets/format.ts'
import type { Desk } from './desk.ts'
import { countOf, type Selection } from './selection.ts'

/** Counts and sizes below the list, and how full the space is. */
export function StatusLine({ desk, total, selection }: { desk: Desk; total: number; selection: Selection }) {
  const { t } = useTranslation()
  const marked = countOf(selection, total)
  const size =
    selection.all && selection.marks.size === 0
      ? (desk.folder?.size ?? 0)
      : desk.marked.reduce((sum, record) => sum + record.size, 0)
  const capacity = desk.space.size * BYTES_PER_GB
  const isTight = isNearlyFull(desk.space.usedBytes, capacity)
  return (
    <div className="status-line num" role="status">
      <span>{t('files.items', { count: total })}</span>
      {marked > 0 && <span>{t('files.marked', { count: marked, size: formatBytes(size) })}</span>}
      <span className="right" data-warning={isTight}>
        {t('spaces.facts.usedOf', { used: formatBytes(desk.space.usedBytes), capacity: formatBytes(capacity) })}
      </span>
    </div>
  )
}
