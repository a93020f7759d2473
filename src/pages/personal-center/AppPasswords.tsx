import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AppPassword, account } from '#contract/account.ts'
import { call } from '#providers/call.ts'
import { useUser } from '#providers/session.ts'
import { AppPasswordForm } from './AppPasswordForm.tsx'
import { CopyField } from './CopyField.tsx'
import { KeyRow } from './KeyRow.tsx'
import { Loaded, Section } from './parts.tsx'
import { keys, useAppPasswords } from './queries.ts'
import { SecretDialog } from './SecretDialog.tsx'

/** Passwords for one device and the doors that know no second step. */
export function AppPasswords() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const user = useUser()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState('')
  const refresh = () => client.invalidateQueries({ queryKey: keys.appPasswords })
  const made = (password: string) => {
    setAdding(false)
    setSecret(password)
    void refresh()
  }
  const remove = async (id: string) => {
    await call(account.removeAppPassword, { id }, { quiet: true })
    await refresh()
  }
  const spaceOf = ({ space }: AppPassword) =>
    space ? t('account.appPasswords.oneSpace', { name: space.name }) : t('account.appPasswords.allSpaces')
  return (
    <Section
      title={t('account.appPasswords.title')}
      hint={t('account.appPasswords.hint')}
      action={<Button onClick={() => setAdding(true)}>{t('account.appPasswords.add')}</Button>}
    >
      <Loaded query={useAppPasswords()}>
        {(list) =>
          list.length ? (
            <ul className="personal-list">
              {list.map((item) => (
                <KeyRow
                  key={item.id}
                  {...item}
                  tags={item.doors.map((door) => t(`account.doors.${door}`))}
                  about={spaceOf(item)}
                  onRemove={() => remove(item.id)}
                />
              ))}
            </ul>
          ) : (
            <p className="personal-none">{t('account.appPasswords.none')}</p>
          )
        }
      </Loaded>
      <Modal
        open={isAdding}
        title={t('account.appPasswords.add')}
        footer={null}
        width={480}
        destroyOnHidden
        onCancel={() => setAdding(false)}
      >
        <AppPasswordForm onMade={made} onClose={() => setAdding(false)} />
      </Modal>
      <SecretDialog title={t('account.appPasswords.made')} isOpen={secret !== ''} onClose={() => setSecret('')}>
        <CopyField label={t('account.appPasswords.user')} value={user?.emailAccounts ?? ''} />
        <CopyField label={t('account.appPasswords.secret')} value={secret} />
      </SecretDialog>
    </Section>
  )
}
