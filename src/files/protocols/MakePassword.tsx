import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { account, type Protocol } from '#contract/account.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { currentView } from '#providers/view-as.ts'
import { CopyField } from '#widgets/CopyField.tsx'

/** Default validity of one year: long enough for a workstation, short enough to be reviewed. */
const USUAL_DAYS = 365
/** The space's name is cut to this length, to leave space for the protocol's name. */
const NAME_MAX = 50

type Props = { space: Space; protocol: Protocol; password: string | undefined; onMade: (password: string) => void }

/** Creates an app password for this space and protocol only; it is shown once. */
export function MakePassword({ space, protocol, password, onMade }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { run, problem, isBusy } = useTask()
  const way = t(`account.protocols.${protocol}`)
  if (password)
    return (
      <>
        <CopyField label={t('protocols.password.made')} value={password} isSecret />
        <p className="protocols-note" role="status">
          {t('protocols.password.once')}
        </p>
      </>
    )
  if (currentView()) return <p className="protocols-note">{t('protocols.password.viewAs')}</p>

  const make = () =>
    run(async () => {
      const name = `${space.name.slice(0, NAME_MAX)} ${way}`
      const wish = { name, protocols: [protocol], spaceId: space.id, validityDays: USUAL_DAYS }
      const made = await call(account.addAppPassword, wish, { quiet: true })
      onMade(made.password)
      void client.invalidateQueries({ queryKey: ['account', 'appPasswords'] })
    })
  return (
    <>
      <p className="protocols-note">{t('protocols.password.hint', { way, days: USUAL_DAYS })}</p>
      <div className="buttons">
        <Button type="primary" loading={isBusy} onClick={() => void make()}>
          {t('protocols.password.make')}
        </Button>
      </div>
      {problem && (
        <p className="protocols-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
