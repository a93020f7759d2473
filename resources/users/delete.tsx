import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountDeletions } from '#contract/account-deletions.ts'
import type { User } from '#contract/users.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { IdentifierDialog } from '../../src/widgets/IdentifierDialog.tsx'
import { useUserCache } from './cache.ts'

type Props = { user: User; onDeleted: () => void }

/** Deletes a disabled account for ever, after its address was typed. */
export function DeleteAccount({ user, onDeleted }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const cache = useUserCache()
  const { run, isBusy, problem, clear } = useTask()
  const [isAsking, setAsking] = useState(false)
  const { id, name, emailAccounts: email } = user
  const remove = (typed: string) =>
    run(async () => {
      await call(accountDeletions.remove, { id, emailAccounts: typed }, { quiet: true })
      void message.success(t('accountDeletions.done'))
      onDeleted()
      cache.renew()
    })
  return (
    <section>
      <h3>{t('accountDeletions.title')}</h3>
      <ul className="account-actions">
        <li>
          <span>{t('accountDeletions.hint')}</span>
          <Button size="small" danger onClick={() => setAsking(true)}>
            {t('accountDeletions.button')}
          </Button>
        </li>
      </ul>
      <IdentifierDialog
        title={`${t('accountDeletions.title')} · ${name}`}
        button={t('accountDeletions.button')}
        ask={t('accountDeletions.ask', { email })}
        label={t('accountDeletions.email')}
        identifier={email}
        isOpen={isAsking}
        isBusy={isBusy}
        problem={problem}
        onConfirm={remove}
        onClose={() => setAsking(false)}
        afterClose={clear}
      >
        <p>{t('accountDeletions.goes')}</p>
        <p>{t('accountDeletions.stays')}</p>
      </IdentifierDialog>
    </section>
  )
}
