import { createInstance } from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import type { RenderPage } from '#contract/pages/data.ts'
import { speak } from '#providers/i18n.ts'
import { allPublicTexts } from '#providers/texts.ts'
import { headOf } from './head.ts'
import { publicPage, sourceOf, titleOf } from './PublicPages.tsx'

const speaker = async (lang: 'zh' | 'en') => speak(lang, await allPublicTexts(lang), createInstance())
const speakers = { zh: speaker('zh'), en: speaker('en') }

/** Renders a public page on the server, for crawlers, slow networks and browsers without JavaScript. */
export const render: RenderPage = async (url, data, thing) => {
  const { pathname, search } = new URL(url, 'http://localhost')
  const [i18n, { default: Page, ready }] = await Promise.all([speakers[data.lang], publicPage(pathname)])
  await ready?.()
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <Page path={pathname} search={search} data={data} />
    </I18nextProvider>,
  )
  const over = data.share?.error && { shareGone: 404, shareExpired: 410 }[data.share.error]
  const isGone = data.dataset?.version.state === 'withdrawn' ? 410 : 0
  const status = [data.space, data.dataset, data.datasetBoard, data.review, data.reviewBoard].includes(null)
    ? 404
    : isGone || over || ({ '/access': 403, '/404': 404 }[pathname] ?? 200)
  return {
    html,
    head: headOf(titleOf(pathname, data, i18n.t), data, status, thing),
    status,
    source: sourceOf(pathname),
  }
}
