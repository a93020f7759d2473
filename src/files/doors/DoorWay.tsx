import { useTranslation } from 'react-i18next'
import type { Door } from '#contract/account.ts'
import type { DoorAddresses } from '#contract/doors.ts'
import type { Verdict } from '#contract/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { useUser } from '#providers/session.ts'
import { CopyField } from '#widgets/CopyField.tsx'
import { verdictWords } from '#widgets/verdict.ts'
import { MakePassword } from './MakePassword.tsx'
import { RecipeTabs } from './Recipes.tsx'
import { recipesOf } from './recipes.ts'

type Props = {
  space: Space
  door: Door
  addresses: DoorAddresses
  verdict: Verdict
  password: string | undefined
  onMade: (password: string) => void
}

/** The address as a person reads it; null: the door is shut. */
function addressOf(door: Door, { webdav, ftp, sftp }: DoorAddresses, identifier: string): string | null {
  if (door === 'webdav') return webdav
  const open = door === 'ftp' ? ftp : sftp
  return open && `${door}://${open.host}:${open.port}/${identifier}/`
}

/** One door of a space: where it is, who comes in, and how programs do; or why not. */
export function DoorWay({ space, door, addresses, verdict, password, onMade }: Props) {
  const { t } = useTranslation()
  const user = useUser()?.emailAccounts ?? ''
  const address = addressOf(door, addresses, space.identifier)
  const way = t(`account.doors.${door}`)
  if (!verdict.allowed) return <p className="doors-shut">{verdictWords(t, verdict)}</p>
  if (!address) return <p className="doors-shut">{t('doors.shut', { way })}</p>
  const hostKey = door === 'sftp' && addresses.sftp?.hostKey
  const isPlain = door === 'webdav' && address.startsWith('http:')
  const access = { identifier: space.identifier, addresses, user, password: password ?? t('doors.password.here') }
  return (
    <>
      <section className="doors-part">
        <CopyField label={t('doors.address')} value={address} />
        <CopyField label={t('account.appPasswords.user')} value={user} />
        {hostKey && <CopyField label={t('doors.hostKey')} value={hostKey} />}
        {isPlain && <p className="doors-warning">{t('doors.plain')}</p>}
      </section>
      <section className="doors-part">
        <h3>{t('account.appPasswords.secret')}</h3>
        <MakePassword space={space} door={door} password={password} onMade={onMade} />
      </section>
      <section>
        <h3>{t('doors.how')}</h3>
        <RecipeTabs key={door} recipes={recipesOf(door, access)} />
      </section>
    </>
  )
}
