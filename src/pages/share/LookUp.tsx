import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShareReceipt } from '#contract/shares.ts'
import { Field } from '../Field.tsx'
import { useForm } from '../use-form.ts'
import { loadCalls } from './calls.ts'
import { Receipt } from './Delivery.tsx'

/** Shows an earlier delivery by the code of its receipt. */
export function LookUp({ linkId }: { linkId: string }) {
  const { t } = useTranslation()
  const [receipt, setReceipt] = useState<ShareReceipt | null>(null)
  const form = useForm({
    calls: loadCalls,
    fields: { code: t('session.required') },
    needed: ['code'],
    rules: ({ shareAccess }) => shareAccess.boxReceipt.input.shape,
    send: async ({ code = '' }, { ask, shareAccess }) =>
      setReceipt(await ask(shareAccess.boxReceipt, { linkId, code })),
  })
  if (receipt) return <Receipt receipt={receipt} />
  return (
    <details className="fold">
      <summary>{t('shareAccess.box.lookUp')}</summary>
      <form {...form.props}>
        {form.errors[''] && (
          <div className="form-error" role="alert">
            {form.errors['']}
          </div>
        )}
        <Field form={form} name="code" label={t('shareAccess.box.code')} autoComplete="off" spellCheck={false} />
        <button type="submit" className="btn" disabled={form.isBusy || !form.isAlive}>
          {t(form.isBusy ? 'shareAccess.box.showing' : 'shareAccess.box.show')}
        </button>
      </form>
    </details>
  )
}
