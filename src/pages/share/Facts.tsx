import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { shareDoor } from '#contract/share-door.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { FactList } from '../../preview/index.ts'

/** Metadata of a file that was shared, beside what it shows. */
export function Facts({ linkId, hash }: { linkId: string; hash: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['facts', linkId, hash],
    queryFn: () => call(shareDoor.facts, { linkId, hash }, { quiet: true }),
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
  if (!data.data.length) return <p className="soft">{t('facts.none')}</p>
  return <FactList facts={data.data.map(({ key, value }) => [key, value])} />
}
