import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mayRetry, sentenceOf } from '#providers/failures.ts'
import { Empty } from './Empty.tsx'

type Props = {
  /** Why it could not be loaded; undefined if unknown, and then only the title is shown. */
  error: unknown
  onRetry: () => unknown
  /** What could not be loaded, if the place does not make it clear. */
  title?: string
  /** One line between other content, instead of a centred block. */
  isInline?: boolean
  /** Further actions of a centred block. */
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
