import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { account, type Door } from '#contract/account.ts'
import type { Space } from '#contract/spaces.ts'
import { callConfirmed } from '#providers/confirm.ts'
import { useTask } from '#providers/use-task.ts'
import { currentView } from '#providers/view-as.ts'
import { CopyField } from '#widgets/CopyField.tsx'

/** A year: long enough for a desk, short enough to be thought of again. */
const USUAL_DAYS = 365
/** Of the space's name, so that there is room for the door's. */
const NAME_MAX = 50

type Props = { space: Space; door: Door; password: string | undefined; onMade: (password: string) => void }

/** An app password for exactly this space and door; it is shown this once. */
export function MakePassword({ space, door, password, onMade }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { run, problem, isBusy } = useTask()
  const way = t(`account.doors.${door}`)
  if (password)
    return (
      <>
        <CopyField label={t('doors.password.made')} value={password} isSecret />
        <p className="doors-note" role="status">
          {t('doors.password.once')}
        </p>
      </>
    )
  if (currentView()) return <p className="doors-note">{t('doors.password.viewAs')}</p>

  const make = () =>
    run(async () => {
      const name = `${space.name.slice(0, NAME_MAX)} ${way}`
      const wish = { name, doors: [door], spaceId: space.id, validityDays: USUAL_DAYS }
      const made = await callConfirmed(account.addAppPassword, wish, { quiet: true })
      onMade(made.password)
      void client.invalidateQueries({ queryKey: ['account', 'appPasswords'] })
    })
  return (
    <>
      <p className="doors-note">{t('doors.password.hint', { way, days: USUAL_DAYS })}</p>
      <div className="buttons">
        <Button type="primary" loading={isBusy} onClick={() => void make()}>
          {t('doors.password.make')}
        </Button>
      </div>
      {problem && (
        <p className="doors-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
