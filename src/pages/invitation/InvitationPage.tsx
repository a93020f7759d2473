import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvitationCard } from '#contract/joining.ts'
import type { PageData } from '#contract/pages/data.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { pathWith } from '../addresses.ts'
import { Card } from '../Card.tsx'
import { CardPage } from '../CardPage.tsx'
import type { PageProps } from '../page.ts'
import { useAnswer } from '../use-answer.ts'
import { Answer } from './Answer.tsx'
import { SpaceFace } from './SpaceFace.tsx'
import { SwitchAccount } from './SwitchAccount.tsx'

/** A message names an invitation by its id, a mail by its code. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Shows an invitation into a space and takes the answer; it can be read without JavaScript. */
export default function InvitationPage({ data, search }: PageProps) {
  const code = new URLSearchParams(search).get('code') ?? ''
  return (
    <CardPage data={data}>
      <Invitation data={data} code={code} />
    </CardPage>
  )
}

function Invitation({ data, code }: { data: PageData; code: string }) {
  const { t } = useTranslation()
  // Only in development the page has no embedded answer.
  const { data: card, error } = useAnswer<InvitationCard>(
    code
      ? async ({ ask }) => {
          const { joining } = await import('#contract/joining.ts')
          return ask(joining.card, { code })
        }
      : null,
    { data: code ? data.invitation : null, error: 'invitationGone' },
  )
  if (card) return <Known data={data} card={card} code={code} />
  if (error === undefined) return <Card title={t('invitation.title')} isWaiting />
  if (ID.test(code) && !data.user)
    return (
      <Card title={t('invitation.title')}>
        <p className="lead">{t('invitation.signInFirst')}</p>
        <EntryButtons data={data} code={code} mayRegister={false} />
      </Card>
    )
  return <Over title={t('invitation.gone')} hint={t('invitation.goneHint')} />
}

/** An invitation that cannot be used: the reason, and links to continue. */
function Over({ title, hint, spaceId }: { title: string; hint: string; spaceId?: string }) {
  const { t } = useTranslation()
  return (
    <Card title={title}>
      <p className="lead">{hint}</p>
      {spaceId ? (
        <a className="btn primary" href={spacePath(spaceId, 'filesManage')}>
          {t('invitation.enter')}
        </a>
      ) : (
        <a className="btn primary" href="/">
          {t('shell.home')}
        </a>
      )}
    </Card>
  )
}

type KnownProps = { data: PageData; card: InvitationCard; code: string }

function Known({ data, card, code }: KnownProps) {
  const { t } = useTranslation()
  const [isDeclined, setDeclined] = useState(false)
  const { state, isOpen, isMine, space } = card
  const values = { space: space.name, inviter: card.inviter }
  if (isDeclined || state === 'declined')
    return <Over title={t('invitation.over.declined')} hint={t('invitation.overHint.declined', values)} />
  if (state === 'accepted')
    return (
      <Over
        title={t('invitation.over.accepted')}
        hint={t('invitation.overHint.accepted', values)}
        {...(isMine && { spaceId: space.id })}
      />
    )
  if (state !== 'waiting')
    return <Over title={t(`invitation.over.${state}`)} hint={t(`invitation.overHint.${state}`, values)} />
  if (!isOpen) return <Over title={t('invitation.over.closed')} hint={t('invitation.overHint.closed', values)} />
  return (
    <Card title={t('invitation.invites', values)}>
      <SpaceFace card={card} lang={data.lang} />
      {data.user === null ? (
        <>
          <p className="lead">{t('invitation.forAddress', { email: card.emailAccounts })}</p>
          <EntryButtons data={data} code={code} mayRegister />
        </>
      ) : isMine ? (
        <Answer code={code} onDeclined={() => setDeclined(true)} />
      ) : (
        <SwitchAccount email={card.emailAccounts} mine={data.user.emailAccounts} code={code} />
      )}
    </Card>
  )
}

/** Sign-in, and registration if the invitation allows it; both return to this page. */
function EntryButtons({ data, code, mayRegister }: { data: PageData; code: string; mayRegister: boolean }) {
  const { t } = useTranslation()
  const { isOpen, needsInvitation } = data.registration
  const callback = pathWith('/space-invitation', { code })
  return (
    <div className="invitation-buttons">
      <a className="btn primary" href={pathWith('/login', { callback })}>
        {t('invitation.signIn')}
      </a>
      {mayRegister && isOpen && (
        <a className="btn" href={pathWith('/register', { code: needsInvitation ? code : '', callback })}>
          {t('invitation.register')}
        </a>
      )}
    </div>
  )
}
