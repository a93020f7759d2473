import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import { BYTES_PER_GB, isNearlyFull } from '#contract/core/limits.ts'
import { formatBytes, formatDateTime, formatExact } from '../widgets/format.ts'
import type { ActionContext } from './action-context.ts'
import { countOf, type Selection } from './selection.ts'
import type { Folder } from './use-folder.ts'

type Props = { context: ActionContext; state: Folder['state']; selection: Selection }

/**
 * Folders come first, so their number is known once a file is loaded; null while only folders of a longer list are
 * loaded.
 */
function foldersIn({ rows, total }: Folder['state']): number | null {
  const count = rows.findIndex((row) => !isFolder(row))
  if (count >= 0) return count
  return rows.length === total ? rows.length : null
}

/** Below the list: counts and sizes, author and time of a single item, and the usage of the space. */
export function StatusLine({ context, state, selection }: Props) {
  const { t, i18n } = useTranslation()
  const { total } = state
  const selected = countOf(selection, total)
  const size =
    selection.all && selection.hashes.size === 0
      ? (context.folder?.size ?? 0)
      : context.selected.reduce((sum, record) => sum + record.size, 0)
  const capacity = context.space.size * BYTES_PER_GB
  const isTight = isNearlyFull(context.space.usedBytes, capacity)
  const folders = foldersIn(state)
  const [one] = selected === 1 ? context.selected : []
  return (
    <div className="status-line num" role="status">
      <span>{t('files.items', { count: total })}</span>
      {folders !== null && total > 0 && (
        <span className="roomy">
          {t('files.folders', { count: folders })} · {t('files.files', { count: total - folders })} ·{' '}
          {formatBytes(context.folder?.size ?? 0)}
        </span>
      )}
      {selected > 0 && <span>{t('files.selected', { count: selected, size: formatBytes(size) })}</span>}
      {one && (
        <span
          className="roomy shrinks"
          title={t('files.created', { time: formatExact(one.createTime, i18n.language) })}
        >
          {t('files.by', { name: one.author.personName, time: formatDateTime(one.updateTime, i18n.language) })}
        </span>
      )}
      <span className="right" data-warning={isTight}>
        {t('spaces.properties.usedOf', { used: formatBytes(context.space.usedBytes), capacity: formatBytes(capacity) })}
      </span>
    </div>
  )
}
