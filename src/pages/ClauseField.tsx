import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import { drawMarkup } from '../widgets/draw-markup.ts'
import type { FormState, Values } from './use-form.ts'
import './account.css'

const NAME = 'clause'

/** The error while the site has terms that were not agreed to; `said` is the message beside the field. */
export const clauseProblem = ({ foot }: PageData, values: Values, said: string): Record<string, string> =>
  foot.clause.length > 0 && !values[NAME] ? { [NAME]: said } : {}

/** The terms of the site with a checkbox to agree; renders nothing if there are none. */
export function ClauseField({ form, data: { site, foot } }: { form: FormState; data: PageData }) {
  const { t } = useTranslation()
  const id = useId()
  if (foot.clause.length === 0) return null
  const error = form.errors[NAME]
  return (
    <div className="field clause-field">
      <label>
        <input
          type="checkbox"
          name={NAME}
          value={site.clauseVersion}
          aria-invalid={error !== undefined}
          aria-describedby={id}
        />
        <span>{t('registration.clause.accept', { name: site.dataSpaceName })}</span>
      </label>
      <span className="error" id={id} role="alert">
        {error}
      </span>
      <details>
        <summary>{t('registration.clause.read')}</summary>
        {/* Focusable, so that a long text can be scrolled with the keyboard. */}
        <div role="region" aria-label={t('registration.clause.read')} tabIndex={0}>
          {drawMarkup(foot.clause)}
        </div>
      </details>
    </div>
  )
}
