import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SHARE_VISITS_DAYS } from '#contract/core/limits.ts'
import { type Share, type ShareReceipt, type ShareVisit, shares } from '#contract/shares.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../widgets/Empty.tsx'
import { formatBytes, formatDateTime } from '../widgets/format.ts'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../widgets/Skeleton.tsx'

type Props = { share: Share; onClose: () => void }

/** The visits of a link, and the uploads to a drop box. */
export function VisitsDrawer({ share, onClose }: Props) {
  const { t } = useTranslation()
  const visits = { key: 'visits', label: t('shares.visits'), children: <Visits id={share.id} /> }
  const receipts = { key: 'receipts', label: t('shares.receipts'), children: <Receipts id={share.id} /> }
  return (
    <Drawer open size="large" title={share.title} onClose={onClose} destroyOnHidden>
      {share.isBox ? <Tabs items={[receipts, visits]} /> : visits.children}
    </Drawer>
  )
}

type Page<Item> = { list: Item[]; next?: string | undefined }
type MoreProps<Item> = {
  name: string
  load: (after: string) => Promise<Page<Item>>
  none: string
  row: (item: Item) => ReactNode
}

/** A list that is loaded page by page. */
function Pages<Item>({ name, load, none, row }: MoreProps<Item>) {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['shares', name],
    ...byPages(({ after = '' }) => load(after)),
    staleTime: 0,
  })
  if (query.isPending) return <LinesSkeleton rows={5} />
  if (query.isError) return <NotLoaded error={query.error} onRetry={query.refetch} />
  const list = query.data.pages.flatMap((page) => page.list)
  if (!list.length) return <Empty title={none} />
  return (
    <>
      <ul className="share-visits">{list.map(row)}</ul>
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('shares.more')}
        </Button>
      )}
    </>
  )
}

function Visits({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="share-note">{t('shares.visitsKept', { days: SHARE_VISITS_DAYS })}</p>
      <Pages
        name={`visits ${id}`}
        none={t('shares.noVisits')}
        load={(after) => call(shares.visits, { id, ...(after && { after }) }, { quiet: true })}
        row={(visit) => <Visit key={visit.id} visit={visit} />}
      />
    </>
  )
}

function Visit({ visit }: { visit: ShareVisit }) {
  const { t, i18n } = useTranslation()
  const { at, action, personName, address, browser, system, itemName, bytes } = visit
  const from = [address, browser, system].filter(Boolean).join(' · ')
  return (
    <li>
      <b>
        {t(`shares.sentences.${action}`, { name: personName || t('shares.somebody'), item: itemName })}
        {bytes > 0 && ` (${formatBytes(bytes)})`}
      </b>
      <small className="num">
        {formatDateTime(at, i18n.language)} {from && `· ${from}`}
      </small>
    </li>
  )
}

function Receipts({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Pages
      name={`receipts ${id}`}
      none={t('shares.noReceipts')}
      load={(after) => call(shares.receipts, { id, ...(after && { after }) }, { quiet: true })}
      row={(receipt) => <Receipt key={receipt.code} receipt={receipt} />}
    />
  )
}

function Receipt({ receipt }: { receipt: ShareReceipt }) {
  const { t, i18n } = useTranslation()
  const { code, at, sender, note, files, bytes } = receipt
  return (
    <li>
      <b>{t('shares.receiptOf', { name: sender, count: files.length, bytes: formatBytes(bytes) })}</b>
      {note && <p>{note}</p>}
      <small className="num">
        {formatDateTime(at, i18n.language)} · <code>{code}</code>
      </small>
      <ul>
        {files.map(({ name, size, sha256 }, index) => (
          // Names may repeat, and the order is fixed, so the index is part of the key.
          <li key={`${index} ${name}`} title={sha256}>
            {name} <small className="num">{formatBytes(size)}</small>
          </li>
        ))}
      </ul>
    </li>
  )
}
