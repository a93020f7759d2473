import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import { spacePath } from '#contract/pages/paths.ts'
import type { JoinState, Space } from '#contract/spaces.ts'
import { loadMore } from '#providers/i18n.ts'
import { pathWith } from '../addresses.ts'
import { part } from '../part.tsx'
import type { Asked } from './Pending.tsx'

type Props = { data: PageData; space: Space; mayJoin: boolean }

/** Only the browser has texts to load. */
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

/** The reader's way into a space: enter, wait, request membership, or sign in first. */
export function AccessCard({ data, space, mayJoin }: Props) {
  const { user } = data
  const [state, setState] = useState<JoinState>(space.joinState)
  const [asked, setAsked] = useState<Asked | null>(null)
  if (!user) return <SignInFirst data={data} space={space} />
  if (user.mustSetUp) return <SetUpFirst />
  if (state === 'joined') return <Enter space={space} />
  if (state === 'pending')
    return (
      <Pending space={space} emailAccounts={user.emailAccounts} sent={asked} onWithdrawn={() => setState('none')} />
    )
  const ask = (reason: string) => {
    setAsked({ reason, askedAt: new Date().toISOString() })
    setState('pending')
  }
  if (mayJoin) return <JoinForm space={space} onAsked={ask} />
  return <Manage space={space} />
}

/** Members continue in the console. */
function Enter({ space }: { space: Space }) {
  const { t } = useTranslation()
  const isOpen = space.status === 'normal'
  return (
    <section className="card-form access-card">
      <h2>{t('spacePage.yours')}</h2>
      {space.myRole && <p className="lead">{t('spacePage.role', { role: t(`home.roles.${space.myRole}`) })}</p>}
      <a className="btn primary" href={spacePath(space.id, isOpen ? 'filesManage' : 'spaceInfo')}>
        {t(isOpen ? 'spacePage.enter' : 'spacePage.manage')}
      </a>
    </section>
  )
}

/** An administrator who is not a member manages the space in system management; the space's console is for members. */
function Manage({ space }: { space: Space }) {
  const { t } = useTranslation()
  return (
    <section className="card-form access-card">
      <h2>{t('spacePage.office')}</h2>
      <a className="btn primary" href={pathWith('/systemConfig/spaces', { space: space.id })}>
        {t('spacePage.oversee')}
      </a>
    </section>
  )
}

function SignInFirst({ data, space }: Omit<Props, 'mayJoin'>) {
  const { t } = useTranslation()
  const callback = space.homepage
  return (
    <section className="card-form access-card">
      <h2>{t(`spacePage.access.${space.type}`)}</h2>
      <p className="lead">{t(`spacePage.accessHint.${space.type}`)}</p>
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
          <a href={spacePath(space.id, 'filesManage')}>{t('spacePage.manager')}</a>
        </p>
      )}
    </section>
  )
}

function SetUpFirst() {
  const { t } = useTranslation()
  return (
    <section className="card-form access-card">
      <h2>{t('spacePage.setUp')}</h2>
      <p className="lead">{t('session.mustSetUp')}</p>
      <a className="btn primary" href="/personalCenter?tab=security">
        {t('spacePage.toSetUp')}
      </a>
    </section>
  )
}
