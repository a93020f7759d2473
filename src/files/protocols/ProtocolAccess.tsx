import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Protocol } from '#contract/account.ts'
import type { Verdict } from '#contract/core/policy.ts'
import type { ProtocolAddresses } from '#contract/protocols.ts'
import type { Space } from '#contract/spaces.ts'
import { useUser } from '#providers/session.ts'
import { CopyField } from '#widgets/CopyField.tsx'
import { verdictWords } from '../../rights/verdict.ts'
import { MakePassword } from './MakePassword.tsx'
import { RecipeTabs } from './Recipes.tsx'
import { recipesOf } from './recipes.ts'

type Props = {
  space: Space
  protocol: Protocol
  addresses: ProtocolAddresses
  verdict: Verdict
  password: string | undefined
  onMade: (password: string) => void
}

/** The address of a protocol for people; null if the protocol is off. */
function addressOf(protocol: Protocol, { webdav, ftp, sftp }: ProtocolAddresses, identifier: string): string | null {
  if (protocol === 'webdav') return webdav
  const open = protocol === 'ftp' ? ftp : sftp
  return open && `${protocol}://${open.host}:${open.port}/${identifier}/`
}

/** One protocol of a space: address, user, app password and recipes; or why it is not available. */
export function ProtocolAccess({ space, protocol, addresses, verdict, password, onMade }: Props) {
  const { t } = useTranslation()
  const user = useUser()?.emailAccounts ?? ''
  const address = addressOf(protocol, addresses, space.identifier)
  const way = t(`account.protocols.${protocol}`)
  if (!verdict.allowed) return <p className="protocols-closed">{verdictWords(t, verdict)}</p>
  if (!address) return <p className="protocols-closed">{t('protocols.shut', { way })}</p>
  const hostKey = protocol === 'sftp' && addresses.sftp?.hostKey
  const isPlain = protocol === 'webdav' && address.startsWith('http:')
  const access = { identifier: space.identifier, addresses, user, password: password ?? t('protocols.password.here') }
  return (
    <>
      <section className="protocols-part">
        <CopyField label={t('protocols.address')} value={address} />
        <CopyField label={t('account.appPasswords.user')} value={user} />
        {hostKey && <CopyField label={t('protocols.hostKey')} value={hostKey} />}
        {isPlain && <p className="protocols-warning">{t('protocols.plain')}</p>}
      </section>
      <section className="protocols-part">
        <h3>{t('account.appPasswords.secret')}</h3>
        <MakePassword space={space} protocol={protocol} password={password} onMade={onMade} />
        {protocol === 'sftp' && (
          <p className="protocols-note">
            <Trans i18nKey="protocols.sshKeys" components={{ center: <Link to="/personalCenter?tab=keys" /> }} />
          </p>
        )}
      </section>
      <section>
        <h3>{t('protocols.how')}</h3>
        <RecipeTabs key={protocol} recipes={recipesOf(protocol, access)} />
      </section>
    </>
  )
}
