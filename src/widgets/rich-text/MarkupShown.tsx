import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readMarkup } from '#contract/core/markup.ts'
import { Markup } from '../Markup.tsx'

/** How markup will show, and what of it will not. */
export function MarkupShown({ text }: { text: string }) {
  const { t } = useTranslation()
  const calm = useDeferredValue(text)
  const dropped = useMemo(() => readMarkup(calm).dropped, [calm])
  if (!calm) return null
  return (
    <div className="markup-shown">
      <small>{t('richText.preview')}</small>
      {/* A long text scrolls, by keyboard too. */}
      <div role="region" aria-label={t('richText.preview')} tabIndex={0}>
        <Markup text={calm} />
      </div>
      {dropped.length > 0 && <p role="status">{t('richText.dropped', { what: dropped.join(t('richText.comma')) })}</p>}
    </div>
  )
}
