import { CloseOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { FileRecord } from '#contract/files.ts'
import { explain } from '#contract/policy.ts'
import { PreviewPane } from '../preview/index.ts'
import { formatBytes, formatExact } from '../widgets/format.ts'
import { verdictWords } from '../widgets/verdict.ts'
import { factsOf } from './actions/action.ts'
import type { Desk } from './desk.ts'

const asked = ['file.download', 'file.edit', 'file.delete'] as const

/** One item in detail beside the list: a look inside, the facts, and what the reader may do with it and why. */
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
        <Facts desk={desk} record={record} />
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

/** The address that asks why the reader may do what with this item; the page of the space answers. */
function whySearch(params: URLSearchParams, hash: string): string {
  const next = new URLSearchParams(params)
  next.set('why', 'me')
  next.set('item', hash)
  return `?${next}`
}

function Facts({ desk, record }: { desk: Desk; record: FileRecord }) {
  const [params] = useSearchParams()
  const { t, i18n } = useTranslation()
  const isFolder = record.mime === 'directory'
  const copy = async () => {
    await navigator.clipboard.writeText(record.sha256 ?? '')
    desk.say('files.said.hashCopied')
  }
  return (
    <>
      {!isFolder && <PreviewPane space={desk.space} file={record} onOpen={() => desk.preview(record)} />}
      <h2>{record.name || desk.space.name}</h2>
      <p className="soft">
        {isFolder
          ? t('files.items', { count: record.items })
          : `${record.suffix.toUpperCase() || record.mime} · ${formatBytes(record.size)}`}
      </p>
      <dl>
        <Fact label={t('files.columns.size')}>{formatBytes(record.size)}</Fact>
        <Fact label={t('files.details.path')}>{record.path}</Fact>
        <Fact label={t('files.columns.modified')}>{formatExact(record.updateTime, i18n.language)}</Fact>
        <Fact label={t('files.details.created')}>{formatExact(record.createTime, i18n.language)}</Fact>
        <Fact label={t('files.columns.author')}>{record.author.personName}</Fact>
        {!isFolder && <Fact label={t('files.details.version')}>{record.version}</Fact>}
        {record.sha256 && (
          <Fact label="SHA-256">
            <code title={record.sha256}>{`${record.sha256.slice(0, 8)}…${record.sha256.slice(-8)}`}</code>
            <Button
              type="text"
              size="small"
              icon={<CopyOutlined />}
              aria-label={t('files.details.copyHash')}
              onClick={() => void copy()}
            />
          </Fact>
        )}
      </dl>
      {record.phash && (
        <>
          <h3>
            {t('files.details.rights')}
            <Link className="rights-why" to={{ search: whySearch(params, record.hash) }}>
              {t('rights.why.open')}
            </Link>
          </h3>
          <ul className="rights">
            {asked.map((permission) => {
              const verdict = explain(desk.actor, permission, factsOf(record, desk))
              return (
                <li key={permission} data-allowed={verdict.allowed}>
                  <b>{t(`files.rights.${permission.slice(5) as 'download' | 'edit' | 'delete'}`)}</b>
                  <span>{verdictWords(t, verdict)}</span>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </>
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
