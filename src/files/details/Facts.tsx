import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/directory.ts'
import { formatBytes, formatExact } from '../../widgets/format.ts'
import type { SectionProps } from './section.ts'

export function Facts({ desk, record }: SectionProps) {
  const { t, i18n } = useTranslation()
  return (
    <dl>
      <Fact label={t('files.columns.size')}>{formatBytes(record.size)}</Fact>
      <Fact label={t('files.details.path')}>{record.path}</Fact>
      <Fact label={t('files.columns.modified')}>{formatExact(record.updateTime, i18n.language)}</Fact>
      <Fact label={t('files.details.created')}>{formatExact(record.createTime, i18n.language)}</Fact>
      <Fact label={t('files.columns.author')}>{record.author.personName}</Fact>
      {!isFolder(record) && <Fact label={t('files.details.version')}>{record.version}</Fact>}
      {record.sha256 && (
        <Fact label="SHA-256">
          <code title={record.sha256}>{`${record.sha256.slice(0, 8)}…${record.sha256.slice(-8)}`}</code>
          <Button
            type="text"
            size="small"
            icon={<CopyOutlined />}
            aria-label={t('files.details.copyHash')}
            onClick={() => void desk.copy(record.sha256 ?? '', 'files.said.hashCopied')}
          />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
