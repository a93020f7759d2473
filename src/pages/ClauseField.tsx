import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { SiteInfo } from '#contract/settings.ts'
import { Markup } from '../widgets/Markup.tsx'
import type { FormState, Values } from './use-form.ts'
import './account.css'

const NAME = 'clause'

/** What is wrong while there are terms that nobody has agreed to; `said` is told beside them. */
export const clauseProblem = ({ clause }: SiteInfo, values: Values, said: string): Record<string, string> =>
  clause && !values[NAME] ? { [NAME]: said } : {}

/** The terms of the site, to be read in place and agreed to; nothing when there are none. */
export function ClauseField({ form, site }: { form: FormState; site: SiteInfo }) {
  const { t } = useTranslation()
  const id = useId()
  if (!site.clause) return null
  const error = form.errors[NAME]
  return (
    <div className="field clause-field">
      <label>
        <input type="checkbox" name={NAME} value="agreed" aria-invalid={error !== undefined} aria-describedby={id} />
        <span>{t('registration.clause.accept', { name: site.dataSpaceName })}</span>
      </label>
      <span className="error" id={id} role="alert">
        {error}
      </span>
      <details>
        <summary>{t('registration.clause.read')}</summary>
        {/* A long text scrolls, by keyboard too. */}
        <div role="region" aria-label={t('registration.clause.read')} tabIndex={0}>
          <Markup text={site.clause} />
        </div>
      </details>
    </div>
  )
}
