import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { audit } from '#contract/audit.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { formatExact } from '../../widgets/format.ts'

type Verdict = DataOf<typeof audit.verify>

/** Verifies the audit chain: the function that requests it, and the result. */
export function useAuditVerify() {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function verify() {
    setBusy(true)
    try {
      setVerdict(await call(audit.verify, {}))
    } catch {
      // The shell has shown the failure; an older result must not look like the new one.
      setVerdict(null)
    } finally {
      setBusy(false)
    }
  }
  return { verdict, isBusy, verify, close: () => setVerdict(null) }
}

/** Whether every audit entry is unchanged. */
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
