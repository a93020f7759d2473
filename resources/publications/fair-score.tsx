import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FairScore } from '#contract/publications/fair.ts'

type Props = {
  score: FairScore
  /** Whether required fields are missing, without which there is no page to score. */
  isEarly: boolean
  onGo: (place: string) => void
  nameOf: (place: string) => string
}

/** How well machines will find and read the dataset, metric by metric. */
export function Fair({ score: { points, of, parts }, isEarly, onGo, nameOf }: Props) {
  const { t } = useTranslation()
  if (isEarly)
    return (
      <section aria-label={t('publications.fair.title')} className="fair">
        <h3>{t('publications.fair.title')}</h3>
        <p>{t('publications.fair.early')}</p>
      </section>
    )
  const percent = Math.floor((points * 100) / of)
  return (
    <section aria-label={t('publications.fair.title')} className="fair">
      <h3>{t('publications.fair.title')}</h3>
      <p>{t('publications.fair.hint')}</p>
      <Progress percent={percent} status="normal" aria-label={t('publications.fair.title')} />
      <p className="num">{t('publications.fair.points', { points, of })}</p>
      <details>
        <summary>{t('publications.fair.parts')}</summary>
        <ul className="publication-files num">
          {parts.map((part) => (
            <li key={part.metric}>
              <span>
                <code>{part.metric}</code> {t(`publications.fair.metrics.${part.metric.replaceAll('.', '_') as Key}`)}
              </span>
              <span>
                {part.points}/{part.of}{' '}
                {part.place && (
                  <Button
                    size="small"
                    aria-label={t('publications.check.mendOne', { field: nameOf(part.place) })}
                    onClick={() => onGo(part.place)}
                  >
                    {t('publications.check.mend')}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
type Key = keyof typeof import('#locales/zh/publications.json')['fair']['metrics']
