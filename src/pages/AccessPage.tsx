import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { EntryButtons } from './EntryButtons.tsx'
import { Frame } from './Frame.tsx'
import type { PageProps } from './page.ts'
import { useRequestNews } from './use-request-news.ts'

type Action = { href: string; text: string }
type Words = { title: string; hints: string[]; actions: Action[] }

/** Says why there is no access, and what can be done. A hidden space reads the same as a missing one. */
export default function AccessPage({ data, search }: PageProps) {
  const code = new URLSearchParams(search).get('space') ?? ''
  const { title, hints, actions } = useWords(data, code)
  const { access, user } = data
  useRequestNews(user && access?.role === 2 ? access.space.id : null, user?.emailAccounts ?? '')
  const { t } = useTranslation()
  return (
    <Frame data={data} right={<EntryButtons data={data} callback={code && spacePath(encodeURIComponent(code))} />}>
      <main id="main" className="message-page">
        <div className="code num" aria-hidden="true">
          403
        </div>
        <h1>{title}</h1>
        {hints.map((hint) => (
          <p key={hint}>{hint}</p>
        ))}
        <div className="actions">
          {actions.map(({ href, text }, at) => (
            <a key={text} className={at === 0 ? 'btn primary' : 'btn'} href={href}>
              {text}
            </a>
          ))}
          <a className={actions.length ? 'btn' : 'btn primary'} href="/">
            {t('shell.home')}
          </a>
        </div>
      </main>
    </Frame>
  )
}

function useWords({ access, user, registration }: PageData, code: string): Words {
  const { t } = useTranslation()
  const back = encodeURIComponent(spacePath(encodeURIComponent(code)))
  const signIn = { href: `/login?callback=${back}`, text: t('shell.access.signIn') }
  const register = registration.isOpen ? [{ href: '/register', text: t('shell.access.register') }] : []
  const mine = { href: '/space', text: t('shell.access.mine') }
  if (!code) return { title: t('shell.forbidden'), hints: [t('shell.forbiddenHint')], actions: [] }
  if (!access) {
    const title = t('shell.access.hidden')
    const hint = t('shell.access.hiddenHint')
    if (!user) return { title, hints: [hint, t('shell.access.hiddenSignIn')], actions: [signIn, ...register] }
    const as = t('shell.access.hiddenAs', { name: user.name, email: user.emailAccounts })
    return { title, hints: [hint, as], actions: [mine] }
  }
  const { role, type, space } = access
  const page = spacePath(space.identifier)
  const title = t('shell.access.closed', { name: space.name })
  if (role === 3 || type === 'public') {
    const enter = { href: page, text: t('shell.access.enter') }
    return { title: t('shell.access.open', { name: space.name }), hints: [], actions: [enter] }
  }
  if (!user) return { title, hints: [t('shell.access.closedSignIn')], actions: [signIn, ...register] }
  if (role === 2) return { title, hints: [t('shell.access.pending')], actions: [mine] }
  if (type === 'private') return { title, hints: [t('shell.access.closedPrivate')], actions: [mine] }
  const join = { href: page, text: t('shell.access.join') }
  return { title, hints: [t('shell.access.closedJoin')], actions: [join, mine] }
}
