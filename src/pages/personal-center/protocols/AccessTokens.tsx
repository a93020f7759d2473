import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import { spaces } from '#contract/spaces.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { CopyField } from '../../../widgets/CopyField.tsx'
import { useTokens } from '../queries.ts'
import { KeySection } from './KeySection.tsx'
import { TokenForm } from './TokenForm.tsx'

/** An example call with the token: the spaces of its owner. */
const exampleOf = (token: string) =>
  `curl -H 'Authorization: Bearer ${token}' '${location.origin}${addressOf(spaces.list, { scope: 'mine' })}'`

/** Tokens that programs call the API with. */
export function AccessTokens() {
  const { t } = useTranslation()
  return (
    <KeySection
      kind="tokens"
      query={useTokens()}
      tagsOf={({ scope }) => [t(`account.scopes.${scope}`)]}
      aboutOf={({ prefix }) => <code>{prefix}…</code>}
      remove={(id) => call(account.removeToken, { id }, { quiet: true })}
      form={TokenForm}
      shown={(token) => (
        <>
          <CopyField label={t('account.tokens.secret')} value={token} rows={2} isSecret />
          <CopyField label={t('account.tokens.example')} value={exampleOf(token)} rows={3} />
        </>
      )}
    />
  )
}
