import { useTranslation } from 'react-i18next'
import type { AnswerPage } from '#contract/queries/answer.ts'
import { formatDateTime } from '../../../src/widgets/format.ts'

/** How many rows there are, from which state of which sources. */
export function AnswerStatus({ answered, columns }: { answered: AnswerPage | null; columns: number }) {
  const { t, i18n } = useTranslation()
  const names = answered?.sources.map(({ name, changedAt }) => ({
    name,
    title: changedAt ? t('dataViews.changedAt', { at: formatDateTime(changedAt, i18n.language) }) : name,
  }))
  return (
    <footer className="table-status num">
      {answered?.matching != null && <b>{t('tables.rows', { count: answered.matching })}</b>}
      <span>{t('dataViews.columns', { count: columns })}</span>
      {names && names.length > 0 && (
        <span className="view-sources">
          {t('dataViews.from')}
          {names.map(({ name, title }) => (
            <span key={name} className="tag" title={title}>
              {name}
            </span>
          ))}
        </span>
      )}
      <span className="space" />
      {answered?.isPersonal && <span title={t('dataViews.personalHint')}>{t('dataViews.personal')}</span>}
      {answered?.isCached && <span title={t('dataViews.cachedHint')}>{t('dataViews.cached')}</span>}
      {answered && <span>{t('dataViews.readAt', { at: formatDateTime(answered.at, i18n.language) })}</span>}
    </footer>
  )
}
