import { useTranslation } from 'react-i18next'
import { useTitle } from '../widgets/use-title.ts'
import { Frame } from './Frame.tsx'
import type { PageProps } from './page.ts'

const kinds = {
  notFound: { code: '404', title: 'shell.notFound', hint: 'shell.notFoundHint' },
  forbidden: { code: '403', title: 'shell.forbidden', hint: 'shell.forbiddenHint' },
} as const

/** A dead end that says why and leads on. */
export default function MessagePage({ data, path }: PageProps) {
  const { t } = useTranslation()
  const { code, title, hint } = kinds[path === '/access' ? 'forbidden' : 'notFound']
  useTitle(t(title))
  return (
    <Frame data={data}>
      <main id="main" className="message-page">
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
      </main>
    </Frame>
  )
}
