import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import { PreviewPane } from '../preview/index.ts'
import { formatBytes } from '../widgets/format.ts'
import type { ActionContext } from './action-context.ts'
import { sections } from './details/index.ts'

/** The details of one item in a drawer beside the list: a preview and its sections. */
export function Details({ context, onClose }: { context: ActionContext; onClose: () => void }) {
  const { t } = useTranslation()
  const record =
    context.selected.length === 1 ? context.selected[0] : context.selected.length === 0 ? context.folder : null
  return (
    <aside className="details" aria-label={t('files.details.title')}>
      <Button
        className="details-close"
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={t('shell.close')}
        onClick={onClose}
      />
      {record ? (
        <Item context={context} record={record} />
      ) : (
        <p className="soft">
          {t('files.selected', {
            count: context.selected.length,
            size: formatBytes(context.selected.reduce((sum, one) => sum + one.size, 0)),
          })}
        </p>
      )}
    </aside>
  )
}

function Item({ context, record }: { context: ActionContext; record: FileRecord }) {
  const { t } = useTranslation()
  return (
    <>
      {!isFolder(record) && (
        <PreviewPane source={context.source} file={record} onOpen={() => context.preview(record)} />
      )}
      <h2>{record.name || context.space.name}</h2>
      <p className="soft">
        {isFolder(record)
          ? t('files.items', { count: record.items })
          : `${record.suffix.toUpperCase() || record.mime} · ${formatBytes(record.size)}`}
      </p>
      {sections
        .filter(({ isFor }) => isFor(record, context))
        .map(({ id, View }) => (
          <View key={id} context={context} record={record} />
        ))}
    </>
  )
}
