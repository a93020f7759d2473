import { useTranslation } from 'react-i18next'
import { useTitle } from '../widgets/use-title.ts'
import { EntryButtons } from './EntryButtons.tsx'
import { Frame } from './Frame.tsx'
import type { PageProps } from './page.ts'

type Props = PageProps & {
  /** What is gone and why, where that is known; the address may be wrong otherwise. */
  said?: { title: string; hint: string }
}

/** A page that cannot show what was asked for: the reason, and links to continue. */
export default function MessagePage({ data, path, search, said }: Props) {
  const { t } = useTranslation()
  const { title, hint } = said ?? { title: t('shell.notFound'), hint: t('shell.notFoundHint') }
  useTitle(title)
  return (
    <Frame data={data} right={<EntryButtons data={data} callback={path === '/404' ? '' : path + search} />}>
      <main id="main" className="message-page">
        <div className="code num" aria-hidden="true">
          404
        </div>
        <h1>{title}</h1>
        <p>{hint}</p>
        <div className="actions">
          <a className="btn primary" href="/">
            {t('shell.home')}
          </a>
        </div>
      </main>
    </Frame>
  )
}
