import { PushpinOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Version } from '#contract/versions.ts'
import { formatBytes, formatDateTime, formatExact } from '../../widgets/format.ts'
import { MoreButton } from '../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../../widgets/Skeleton.tsx'
import type { SectionProps } from '../details/section.ts'
import { useVersions } from './use-versions.ts'
import { VersionMenu } from './VersionMenu.tsx'
import './versions.css'

/** The versions of the selected file with their actions. */
export default function History({ context, record }: SectionProps) {
  const { t } = useTranslation()
  const query = useVersions(context.space.id, record)
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      {query.isPending && <LinesSkeleton rows={2} />}
      {query.isError && !list.length && (
        <NotLoaded title={t('versions.failed')} error={query.error} onRetry={query.refetch} isInline />
      )}
      <ol className="history">
        {list.map((version) => (
          <li key={version.number} data-current={version.isCurrent}>
            <Line version={version} />
            <VersionMenu context={context} record={record} version={version} />
          </li>
        ))}
      </ol>
      <div className="history-more">
        <MoreButton query={query} label={t('versions.all')} />
      </div>
    </>
  )
}

function Line({ version }: { version: Version }) {
  const { t, i18n } = useTranslation()
  const { number, name, change, from, isCurrent, isPinned } = version
  return (
    <>
      <span className="history-line">
        <b>{name || t('versions.number', { number })}</b>
        {isCurrent && <span className="tag">{t('versions.now')}</span>}
        {isPinned && <PushpinOutlined aria-label={t('versions.pinnedLabel')} title={t('versions.pinnedLabel')} />}
      </span>
      <small className="num" title={formatExact(version.at, i18n.language)}>
        {name && `${t('versions.number', { number })} · `}
        {from === null ? t(`versions.changes.${change}`) : t('versions.restoredFrom', { number: from })} ·{' '}
        {version.by.personName} · {formatDateTime(version.at, i18n.language)} · {formatBytes(version.size)}
      </small>
      {version.description && <span>{version.description}</span>}
    </>
  )
}
