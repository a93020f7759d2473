import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MetaPair } from '#contract/fields.ts'
import { PropertyList } from '../preview/index.ts'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { PropertiesSkeleton } from '../widgets/Skeleton.tsx'

type Props = { hash: string; ask: (hash: string) => Promise<{ data: readonly MetaPair[] }> }

/** Metadata of a file, beside its preview. */
export function FileMetadata({ hash, ask }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['metadata', hash],
    queryFn: () => ask(hash),
  })
  if (error) return <NotLoaded error={error} onRetry={refetch} isInline />
  if (!data) return <PropertiesSkeleton rows={3} />
  if (!data.data.length) return <p className="soft">{t('metadata.none')}</p>
  return <PropertyList properties={data.data.map(({ key, value }) => [key, value])} />
}
