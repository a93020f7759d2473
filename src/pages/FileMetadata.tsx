import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { MetaPair } from '#contract/fields.ts'
import { sentenceOf } from '#providers/call.ts'
import { PropertyList } from '../preview/index.ts'

type Props = { hash: string; ask: (hash: string) => Promise<{ data: readonly MetaPair[] }> }

/** Metadata of a file, beside what it shows. */
export function FileMetadata({ hash, ask }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['metadata', hash],
    queryFn: () => ask(hash),
  })
  if (error)
    return (
      <p role="alert">
        {sentenceOf(error)}{' '}
        <Button size="small" onClick={() => void refetch()}>
          {t('errors.retry')}
        </Button>
      </p>
    )
  if (!data) return <div className="skeleton" style={{ height: 80 }} aria-busy="true" />
  if (!data.data.length) return <p className="soft">{t('metadata.none')}</p>
  return <PropertyList properties={data.data.map(({ key, value }) => [key, value])} />
}
