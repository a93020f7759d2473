import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicationRecord } from '#contract/publications.ts'
import { byPages } from '#providers/by-pages.ts'
import { RecordList } from '../../src/widgets/RecordList.tsx'
import type { Address } from './address.ts'
import { type ListKind, PublicationCard, useColumns } from './columns.tsx'
import { PublicationDrawer } from './show.tsx'
import './publications.css'

type Page = { list: PublicationRecord[]; next?: string | undefined }
type Props = {
  address: Address
  /** Names the list in the cache; its versions are refetched with all others of publications. */
  queryKey: readonly unknown[]
  read: (after: { after?: string }) => Promise<Page>
  kind: ListKind
  empty: ReactNode
}

/** A list of versions; the opened one is shown in a drawer. */
export function PublicationRecords({ address, queryKey, read, kind, empty }: Props) {
  const { t } = useTranslation()
  const columns = useColumns(address.layerPath, kind)
  const query = useInfiniteQuery({
    queryKey: ['publications', ...queryKey],
    ...byPages((after) => read(after)),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <RecordList
        query={query}
        label={t('publications.title')}
        rows={query.data?.pages.flatMap((page) => page.list) ?? []}
        keyOf={({ id }) => id}
        columns={columns}
        card={(record) => <PublicationCard record={record} path={address.layerPath(record.id)} />}
        openKey={address.shown}
        empty={empty}
      />
      <PublicationDrawer id={address.shown} onClose={address.close} />
    </>
  )
}
