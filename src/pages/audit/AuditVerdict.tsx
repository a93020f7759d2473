import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { audit } from '#contract/audit.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { formatExact } from '../../widgets/format.ts'

type Verdict = DataOf<typeof audit.verify>

/** Has the chain walked: the button that asks, and what was found. */
export function useAuditVerify() {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function verify() {
    setBusy(true)
    try {
      setVerdict(await call(audit.verify, {}))
    } catch {
      // The shell has said that nobody answered; an older verdict must not stand for a newer one.
      setVerdict(null)
    } finally {
      setBusy(false)
    }
  }
  return { verdict, isBusy, verify, close: () => setVerdict(null) }
}

/** Whether every entry still stands as it was written. */
export function AuditVerdict({ verdict, onClose }: { verdict: Verdict; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { entries: count, brokenAt, breaks, checkedAt } = verdict
  const at = formatExact(checkedAt, i18n.language)
  return (
    <Alert
      className="audit-verdict num"
      type={brokenAt === null ? 'success' : 'error'}
      showIcon
      closable={{ onClose }}
      title={brokenAt === null ? t('audit.whole', { count }) : t('audit.broken', { number: brokenAt })}
      description={
        brokenAt === null
          ? t('audit.wholeHint', { at })
          : t('audit.brokenHint', { at, count, number: brokenAt, breaks })
      }
    />
  )
}
