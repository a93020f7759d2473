import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/page.ts'
import type { JoinState, Space } from '#contract/spaces.ts'
import { loadMore } from '#providers/i18n.ts'
import { pathWith } from '../addresses.ts'
import { part } from '../part.tsx'

type Props = { data: PageData; space: Space; mayJoin: boolean }

/** Only a browser has words to fetch. */
const withRefusals = () => (import.meta.env.SSR ? undefined : loadMore(['errors']))
const JoinForm = part(async () => {
  const [{ JoinForm }] = await Promise.all([import('./JoinForm.tsx'), withRefusals()])
  return JoinForm
})
const Pending = part(async () => {
  const [{ Pending }] = await Promise.all([import('./Pending.tsx'), withRefusals()])
  return Pending
})
export const ready = () => Promise.all([JoinForm.ready(), Pending.ready()])

/** The way into a space as it stands for the reader: enter, wait, ask, or sign in first. */
export function DoorCard({ data, space, mayJoin }: Props) {
  const { user } = data
  const [state, setState] = useState<JoinState>(space.joinState)
  if (!user) return <SignInFirst data={data} space={space} />
  if (user.mustSetUp) return <SetUpFirst />
  if (state === 'joined') return <Enter space={space} />
  if (state === 'pending') return <Pending space={space} onWithdrawn={() => setState('none')} />
  if (mayJoin) return <JoinForm space={space} onAsked={() => setState('pending')} />
  // An administrator who does not belong: the console shows what offices may do.
  return <Enter space={space} />
}

/** Who belongs goes on in the console. */
function Enter({ space }: { space: Space }) {
  const { t } = useTranslation()
  const isOpen = space.status === 'normal' && space.myRole !== null
  const tab = isOpen ? 'filesManage' : 'spaceInfo'
  return (
    <section className="card-form door-card">
      <h2>{t(space.myRole ? 'spacePage.yours' : 'spacePage.office')}</h2>
      {space.myRole && <p className="lead">{t('spacePage.role', { role: t(`spacePage.roles.${space.myRole}`) })}</p>}
      <a className="btn primary" href={`/space/${space.id}/details/${tab}`}>
        {t(isOpen ? 'spacePage.enter' : 'spacePage.manage')}
      </a>
    </section>
  )
}

function SignInFirst({ data, space }: Omit<Props, 'mayJoin'>) {
  const { t } = useTranslation()
  const callback = space.homepage
  return (
    <section className="card-form door-card">
      <h2>{t(`spacePage.door.${space.type}`)}</h2>
      <p className="lead">{t(`spacePage.doorHint.${space.type}`)}</p>
      <a className="btn primary" href={pathWith('/login', { callback })}>
        {t('spacePage.signIn')}
      </a>
      {data.registration.isOpen && (
        <a className="btn" href={pathWith('/register', { callback })}>
          {t('spacePage.register')}
        </a>
      )}
      {space.type === 'public' && (
        <p className="form-links">
          <a href={`/space/${space.id}/details/filesManage`}>{t('spacePage.manager')}</a>
        </p>
      )}
    </section>
  )
}

function SetUpFirst() {
  const { t } = useTranslation()
  return (
    <section className="card-form door-card">
      <h2>{t('spacePage.setUp')}</h2>
      <p className="lead">{t('session.mustSetUp')}</p>
      <a className="btn primary" href="/personalCenter?tab=security">
        {t('spacePage.toSetUp')}
      </a>
    </section>
  )
}
