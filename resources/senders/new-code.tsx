import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import type { senders } from '#contract/senders.ts'
import { CopyField } from '../../src/widgets/CopyField.tsx'

/** An installation with the code that was just issued. */
export type Issued = DataOf<typeof senders.create>

/** A code, shown only this once, with the other values that the platform needs. */
export function NewCode({ issued: { code }, onDone }: { issued: Issued; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <section className="sender-code">
      <Alert type="success" showIcon title={t('senders.code.made')} description={t('senders.code.once')} />
      <CopyField label={t('senders.code.address')} value={window.location.origin} />
      <CopyField label={t('senders.code.label')} value={code} isSecret />
      <Button type="primary" onClick={onDone}>
        {t('senders.code.kept')}
      </Button>
    </section>
  )
}
