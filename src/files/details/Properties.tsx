import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import { formatBytes, formatExact } from '../../widgets/format.ts'
import { Property } from '../../widgets/Property.tsx'
import type { SectionProps } from './section.ts'

export function Properties({ context, record }: SectionProps) {
  const { t, i18n } = useTranslation()
  return (
    <dl className="num">
      <Property label={t('files.columns.size')}>{formatBytes(record.size)}</Property>
      <Property label={t('files.details.path')}>{record.path}</Property>
      <Property label={t('files.columns.modified')}>{formatExact(record.updateTime, i18n.language)}</Property>
      <Property label={t('files.details.created')}>{formatExact(record.createTime, i18n.language)}</Property>
      <Property label={t('files.columns.author')}>{record.author.personName}</Property>
      {!isFolder(record) && <Property label={t('files.details.version')}>{record.version}</Property>}
      {record.sha256 && (
        <Property label="SHA-256">
          <code title={record.sha256}>{`${record.sha256.slice(0, 8)}…${record.sha256.slice(-8)}`}</code>
          <Button
            type="text"
            size="small"
            icon={<CopyOutlined />}
            aria-label={t('files.details.copyHash')}
            onClick={() => void context.copy(record.sha256 ?? '', 'files.said.hashCopied')}
          />
        </Property>
      )}
    </dl>
  )
}
