import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mayRetry, sentenceOf } from '#providers/failures.ts'
import { Empty } from './Empty.tsx'

type Props = {
  /** Why it could not be loaded; undefined if nobody said, and then the title says it all. */
  error: unknown
  onRetry: () => unknown
  /** What could not be loaded, where the place does not say it. */
  title?: string
  /** A line between others instead of a place of its own. */
  isInline?: boolean
  /** Ways on from a place of its own. */
  children?: ReactNode
}

/** Says why something could not be loaded, in the words of the refusal, and asks again where that may help. */
export function NotLoaded({ error, onRetry, title, isInline = false, children }: Props) {
  const { t } = useTranslation()
  const why = error === undefined ? '' : sentenceOf(error)
  const again = mayRetry(error) && (
    <Button size={isInline ? 'small' : 'middle'} onClick={() => void onRetry()}>
      {t('errors.retry')}
    </Button>
  )
  if (isInline)
    return (
      <div className="not-loaded" role="alert">
        <span>
          {title && <b>{title}</b>} {why}
        </span>
        {again}
      </div>
    )
  return (
    <Empty role="alert" title={title ?? why} {...(title && { hint: why })}>
      {again}
      {children}
    </Empty>
  )
}
