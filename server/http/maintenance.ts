import { createHash } from 'node:crypto'
import { escapeHtml } from '#contract/core/html.ts'
import type { SiteInfo } from '#contract/settings.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from './context.ts'
import { PAGE_COLOURS } from './page-colours.ts'
import { textOf } from './texts.ts'

/** Seconds after which programs may ask again. */
const AGAIN_S = 300
const STYLE = `${PAGE_COLOURS}body{display:grid;place-content:center;min-height:100dvh;margin:0;padding:24px;box-sizing:border-box;background:var(--ground);color:var(--ink);font:15px/1.7 Inter,system-ui,"PingFang SC","Noto Sans SC","Microsoft YaHei",sans-serif}main{width:min(560px,100vw - 48px);padding:40px;box-sizing:border-box;border:1px solid var(--line);border-radius:12px;background:var(--surface)}img{display:block;max-width:160px;height:40px;margin-bottom:16px}h1{margin:0 0 8px;font-size:20px;line-height:1.4;overflow-wrap:anywhere}h2{margin:0 0 4px;font-size:15px}p{margin:0;color:var(--soft);white-space:pre-line;overflow-wrap:anywhere}section{margin-top:24px;padding-top:24px;border-top:1px solid var(--line)}a{display:inline-block;margin-top:24px;color:var(--primary)}`

/** Asks now and then whether the site is open again, at a moment of each page's own, and then reloads it. */
const RETURN_MS = 20_000
const SCRIPT = `setInterval(()=>fetch(location.href,{method:'HEAD',headers:{accept:'text/html'}}).then(({status})=>status<500&&location.reload(),()=>{}),${RETURN_MS}*(1+Math.random()))`
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')

type Both<T> = Record<Language, T>
type Closed = { lang: Language; site: Both<Pick<SiteInfo, 'dataSpaceName' | 'logo'>>; message: Both<string> }

/**
 * The page of a site that is closed for maintenance, in the reader's language and below it in the other one, with a link
 * to the sign-in page for administrators. Where scripts run, the page that was asked for comes by itself.
 */
export function maintenancePage({ lang, site, message }: Closed) {
  const other = lang === 'zh' ? 'en' : 'zh'
  const text = (language: Language, key: 'closedTitle' | 'signIn') => escapeHtml(textOf(language, `notices.${key}`))
  const { dataSpaceName, logo } = site[lang]
  const name = escapeHtml(dataSpaceName)
  const tags: Both<string> = { zh: 'zh-CN', en: 'en' }
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(AGAIN_S),
      'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_HASH}'; connect-src 'self'; frame-ancestors 'none'`,
    },
    html: `<!doctype html><html lang="${tags[lang]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(lang, 'closedTitle')} · ${name}</title><style>${STYLE}</style></head><body><main><img src="${escapeHtml(logo)}" alt=""><h1>${name}</h1><p>${escapeHtml(message[lang])}</p><section lang="${tags[other]}"><h2>${escapeHtml(site[other].dataSpaceName)}</h2><p>${escapeHtml(message[other])}</p></section><a href="/login">${text(lang, 'signIn')}</a></main><script>${SCRIPT}</script></body></html>`,
  }
}

/** The refusal of a site that is maintained, with its message. */
export const maintenanceRefusal = (message: Both<string>) => new Failure('maintenance', { values: { message } })
