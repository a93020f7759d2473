import { useTranslation } from 'react-i18next'
import { Frame } from './Frame.tsx'
import type { PageProps } from './page.ts'

const kinds = {
  notFound: { code: '404', title: 'shell.notFound', hint: 'shell.notFoundHint' },
  forbidden: { code: '403', title: 'shell.forbidden', hint: 'shell.forbiddenHint' },
} as const

/** A dead end that says why and leads on. */
export function Message({ kind }: { kind: keyof typeof kinds }) {
  const { t } = useTranslation()
  const { code, title, hint } = kinds[kind]
  return (
    <div className="message-page">
      <div className="code num" aria-hidden="true">
        {code}
      </div>
      <h1>{t(title)}</h1>
      <p>{t(hint)}</p>
      <div className="actions">
        <a className="btn primary" href="/">
          {t('shell.home')}
        </a>
      </div>
    </div>
  )
}

export default function MessagePage({ data, path }: PageProps) {
  return (
    <Frame data={data}>
      <main id="main" className="message-page">
        <Message kind={path === '/access' ? 'forbidden' : 'notFound'} />
      </main>
    </Frame>
  )
}
