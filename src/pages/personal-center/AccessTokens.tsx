import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import { spaces } from '#contract/spaces.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { CopyField } from './CopyField.tsx'
import { KeyRow } from './KeyRow.tsx'
import { Loaded, Section } from './parts.tsx'
import { keys, useTokens } from './queries.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { TokenForm } from './TokenForm.tsx'

/** A call to try the token with: the spaces of its owner. */
const exampleOf = (token: string) =>
  `curl -H 'Authorization: Bearer ${token}' '${location.origin}${addressOf(spaces.list, { scope: 'mine' })}'`

/** Tokens that programs call the API with. */
export function AccessTokens() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [token, setToken] = useState('')
  const refresh = () => client.invalidateQueries({ queryKey: keys.tokens })
  const made = (fresh: string) => {
    setAdding(false)
    setToken(fresh)
    void refresh()
  }
  const remove = async (id: string) => {
    await call(account.removeToken, { id }, { quiet: true })
    await refresh()
  }
  return (
    <Section
      title={t('account.tokens.title')}
      hint={t('account.tokens.hint')}
      action={<Button onClick={() => setAdding(true)}>{t('account.tokens.add')}</Button>}
    >
      <Loaded query={useTokens()}>
        {(list) =>
          list.length ? (
            <ul className="personal-list">
              {list.map((item) => (
                <KeyRow
                  key={item.id}
                  {...item}
                  tags={[t(`account.scopes.${item.scope}`)]}
                  about={<code>{item.prefix}…</code>}
                  onRemove={() => remove(item.id)}
                />
              ))}
            </ul>
          ) : (
            <p className="personal-none">{t('account.tokens.none')}</p>
          )
        }
      </Loaded>
      <Modal
        open={isAdding}
        title={t('account.tokens.add')}
        footer={null}
        width={480}
        destroyOnHidden
        onCancel={() => setAdding(false)}
      >
        <TokenForm onMade={made} onClose={() => setAdding(false)} />
      </Modal>
      <SecretDialog title={t('account.tokens.made')} isOpen={token !== ''} onClose={() => setToken('')}>
        <CopyField label={t('account.tokens.secret')} value={token} rows={2} />
        <CopyField label={t('account.tokens.example')} value={exampleOf(token)} rows={3} />
      </SecretDialog>
    </Section>
  )
}
