import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import { PreviewPane } from '../preview/index.ts'
import { formatBytes } from '../widgets/format.ts'
import type { Desk } from './desk.ts'
import { sections } from './details/index.ts'

/** One item in detail beside the list: a look inside, and what there is to say of it. */
export function Details({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const { t } = useTranslation()
  const record = desk.marked.length === 1 ? desk.marked[0] : desk.marked.length === 0 ? desk.folder : null
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
        <Item desk={desk} record={record} />
      ) : (
        <p className="soft">
          {t('files.marked', {
            count: desk.marked.length,
            size: formatBytes(desk.marked.reduce((sum, one) => sum + one.size, 0)),
          })}
        </p>
      )}
    </aside>
  )
}

function Item({ desk, record }: { desk: Desk; record: FileRecord }) {
  const { t } = useTranslation()
  return (
    <>
      {!isFolder(record) && <PreviewPane source={desk.source} file={record} onOpen={() => desk.preview(record)} />}
      <h2>{record.name || desk.space.name}</h2>
      <p className="soft">
        {isFolder(record)
          ? t('files.items', { count: record.items })
          : `${record.suffix.toUpperCase() || record.mime} · ${formatBytes(record.size)}`}
      </p>
      {sections
        .filter(({ isFor }) => isFor(record, desk))
        .map(({ id, View }) => (
          <View key={id} desk={desk} record={record} />
        ))}
    </>
  )
}
