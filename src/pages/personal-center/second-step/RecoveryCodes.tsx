import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { account, type SecondSteps } from '#contract/account.ts'
import { RECOVERY_CODES } from '#contract/core/limits.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { Section } from '../parts.tsx'

/** With fewer codes left, the page advises to renew them. */
const FEW = 3

type Props = { steps: SecondSteps; onChange: (codes?: string[]) => Promise<void> }

/** The number of codes left, and a button to renew them. */
export function RecoveryCodes({ steps, onChange }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const task = useTask()
  const renew = () =>
    modal.confirm({
      title: t('account.recovery.renewAsk'),
      content: t('account.recovery.renewLoss'),
      okText: t('account.recovery.renew'),
      onOk: () =>
        void task.run(async () => {
          const { recoveryCodes } = await call(account.renewRecovery, {}, { quiet: true })
          await onChange(recoveryCodes)
        }),
    })
  return (
    <Section title={t('account.recovery.title')} hint={t('account.recovery.hint')}>
      <div className="personal-row">
        <div>
          <strong>{t('account.recovery.left', { count: steps.recoveryLeft, total: RECOVERY_CODES })}</strong>
          {steps.recoveryLeft < FEW && <small>{t('account.recovery.few')}</small>}
        </div>
        <Button loading={task.isBusy} onClick={renew}>
          {t('account.recovery.renew')}
        </Button>
      </div>
      <Problem text={task.problem} />
    </Section>
  )
}
