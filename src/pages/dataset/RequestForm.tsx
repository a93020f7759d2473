import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/core/limits.ts'
import type { DatasetView } from '#contract/pages/data.ts'
import { useForm } from '../use-form.ts'

/** The form of a request, or of its withdrawal; the page then shows the new state. */
export function RequestForm({ view }: { view: DatasetView }) {
  return view.request?.state === 'pending' ? <Withdraw view={view} /> : <Ask view={view} />
}

function Ask({ view }: { view: DatasetView }) {
  const { t } = useTranslation()
  const id = useId()
  const form = useForm({
    fields: { purpose: t('session.required'), terms: t('datasetAccess.termsNeeded') },
    rules: () => ({}),
    also: ({ purpose, terms }) => ({
      ...(!purpose && { purpose: t('session.required') }),
      ...(!terms && { terms: t('datasetAccess.termsNeeded') }),
    }),
    async send({ purpose = '' }, { ask }) {
      const { datasetAccess } = await import('#contract/dataset-access.ts')
      await ask(datasetAccess.ask, { datasetId: view.version.datasetId, purpose, agreesToTerms: true })
      location.reload()
    },
  })
  return (
    <form className="request-form" {...form.props}>
      <p className="form-error" role="alert" hidden={!form.errors['']}>
        {form.errors['']}
      </p>
      <div className="field">
        <label htmlFor={id}>{t('datasetAccess.purpose')}</label>
        <textarea
          id={id}
          name="purpose"
          rows={3}
          maxLength={TEXT_MAX}
          aria-invalid={form.errors.purpose !== undefined}
          aria-describedby={`${id}-purpose`}
        />
        <span className="error" id={`${id}-purpose`} role="alert">
          {form.errors.purpose}
        </span>
      </div>
      <div className="field">
        <label className="agrees">
          <input
            type="checkbox"
            name="terms"
            value="agreed"
            aria-invalid={form.errors.terms !== undefined}
            aria-describedby={`${id}-terms`}
          />
          <span>{t('datasetAccess.terms')}</span>
        </label>
        <span className="error" id={`${id}-terms`} role="alert">
          {form.errors.terms}
        </span>
      </div>
      <button type="submit" className="btn primary" disabled={!form.isAlive || form.isBusy}>
        {t(form.isBusy ? 'datasetAccess.sending' : 'datasetAccess.send')}
      </button>
      <NoScript />
    </form>
  )
}

function Withdraw({ view }: { view: DatasetView }) {
  const { t } = useTranslation()
  const form = useForm({
    fields: {},
    rules: () => ({}),
    async send(_values, { ask }) {
      const { datasetAccess } = await import('#contract/dataset-access.ts')
      await ask(datasetAccess.withdraw, { datasetId: view.version.datasetId })
      location.reload()
    },
  })
  return (
    <form className="request-form" {...form.props}>
      <p className="form-error" role="alert" hidden={!form.errors['']}>
        {form.errors['']}
      </p>
      <button type="submit" className="btn" disabled={!form.isAlive || form.isBusy}>
        {t(form.isBusy ? 'datasetAccess.withdrawing' : 'datasetAccess.withdraw')}
      </button>
      <NoScript />
    </form>
  )
}

function NoScript() {
  const { t } = useTranslation()
  return (
    <noscript>
      <p className="quiet-note">{t('session.needScript')}</p>
    </noscript>
  )
}
