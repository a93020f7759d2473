import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/directory.ts'
import { BYTES_PER_GB, isNearlyFull } from '#contract/limits.ts'
import { formatBytes, formatExact, formatMoment } from '../widgets/format.ts'
import type { Desk } from './desk.ts'
import { countOf, type Selection } from './selection.ts'
import type { Folder } from './use-folder.ts'

type Props = { desk: Desk; state: Folder['state']; selection: Selection }

/** Folders come first, so one file in sight tells how many there are; null while only folders are loaded of more. */
function foldersIn({ rows, total }: Folder['state']): number | null {
  const count = rows.findIndex((row) => !isFolder(row))
  if (count >= 0) return count
  return rows.length === total ? rows.length : null
}

/** Counts and sizes below the list, who and when of one item, and how full the space is. */
export function StatusLine({ desk, state, selection }: Props) {
  const { t, i18n } = useTranslation()
  const { total } = state
  const marked = countOf(selection, total)
  const size =
    selection.all && selection.marks.size === 0
      ? (desk.folder?.size ?? 0)
      : desk.marked.reduce((sum, record) => sum + record.size, 0)
  const capacity = desk.space.size * BYTES_PER_GB
  const isTight = isNearlyFull(desk.space.usedBytes, capacity)
  const folders = foldersIn(state)
  const [one] = marked === 1 ? desk.marked : []
  return (
    <div className="status-line num" role="status">
      <span>{t('files.items', { count: total })}</span>
      {folders !== null && total > 0 && (
        <span className="roomy">
          {t('files.folders', { count: folders })} · {t('files.files', { count: total - folders })} ·{' '}
          {formatBytes(desk.folder?.size ?? 0)}
        </span>
      )}
      {marked > 0 && <span>{t('files.marked', { count: marked, size: formatBytes(size) })}</span>}
      {one && (
        <span
          className="roomy shrinks"
          title={t('files.created', { time: formatExact(one.createTime, i18n.language) })}
        >
          {t('files.by', { name: one.author.personName, time: formatMoment(one.updateTime, i18n.language) })}
        </span>
      )}
      <span className="right" data-warning={isTight}>
        {t('spaces.facts.usedOf', { used: formatBytes(desk.space.usedBytes), capacity: formatBytes(capacity) })}
      </span>
    </div>
  )
}
