import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import { PreviewPane } from '../preview/index.ts'
import { formatBytes } from '../widgets/format.ts'
import type { ActionContext } from './action-context.ts'
import { DetailTabs } from './details/DetailTabs.tsx'
import { Several, sections } from './details/index.ts'
import { detailTabs } from './details/section.ts'
import { useDetailTab } from './details/use-detail-tab.ts'

/** The details of the selection beside the list, or of the folder when nothing is selected. */
export function Details({ context, onClose }: { context: ActionContext; onClose: () => void }) {
  const { t } = useTranslation()
  const { selected, folder, isAll } = context
  const record = isAll || selected.length > 1 ? null : (selected[0] ?? folder)
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
      {record ? <Item context={context} record={record} /> : <Several context={context} />}
    </aside>
  )
}

function Item({ context, record }: { context: ActionContext; record: FileRecord }) {
  const { t } = useTranslation()
  const id = useId()
  const shown = sections.filter(({ isFor }) => isFor(record, context))
  const tabs = detailTabs.filter((tab) => shown.some((section) => section.tab === tab))
  const { tab, setTab } = useDetailTab(tabs)
  return (
    <>
      <h2>{record.name || context.space.name}</h2>
      <p className="soft">
        {isFolder(record)
          ? t('files.items', { count: record.items })
          : `${record.suffix.toUpperCase() || record.mime} · ${formatBytes(record.size)}`}
      </p>
      <DetailTabs id={id} tabs={tabs} tab={tab} onTab={setTab} />
      <div id={id} role="tabpanel" aria-label={t(`files.details.tabs.${tab}`)}>
        {tab === 'overview' && !isFolder(record) && (
          <PreviewPane source={context.source} file={record} onOpen={() => context.preview(record)} />
        )}
        {shown
          .filter((section) => section.tab === tab)
          .map(({ id: name, View }) => (
            <View key={name} context={context} record={record} />
          ))}
      </div>
    </>
  )
}
