import { createInstance } from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import type { PageData, RenderPage } from '#contract/page.ts'
import { speak } from '#providers/i18n.ts'
import { en } from '#providers/texts-en.ts'
import { zh } from '#providers/texts-zh.ts'
import { publicPage, titleOf } from './PublicPages.tsx'

const speakers = { zh: speak('zh', zh, createInstance()), en: speak('en', en, createInstance()) }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

const headOf = (title: string, { site }: PageData) =>
  `<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(site.indexDescription)}">`

/** Draws a public page on the server: what crawlers, slow networks and browsers without scripts get. */
export const render: RenderPage = async (url, data) => {
  const { pathname, search } = new URL(url, 'http://localhost')
  const [i18n, Page] = await Promise.all([speakers[data.lang], publicPage(pathname)])
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <Page path={pathname} search={search} data={data} />
    </I18nextProvider>,
  )
  const status = { '/access': 403, '/404': 404 }[pathname] ?? 200
  return { html, head: headOf(titleOf(pathname, data.site, i18n.t), data), status }
}
