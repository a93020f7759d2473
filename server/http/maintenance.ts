import { escapeHtml } from '#contract/core/html.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from './context.ts'
import { textOf } from './texts.ts'

/** Seconds after which programs may ask again. */
const AGAIN_S = 300
const STYLE =
  ':root{color-scheme:light dark}body{display:grid;place-content:center;min-height:100dvh;margin:0;padding:24px;box-sizing:border-box;font:15px/1.7 system-ui,"PingFang SC","Noto Sans SC","Microsoft YaHei",sans-serif;text-align:center}h1{font-size:20px}p{max-width:560px;margin:0 auto 24px;white-space:pre-line;overflow-wrap:anywhere}'

/**
 * The page of a site that is closed for maintenance: it needs no script, and links to the sign-in page for
 * administrators.
 */
export function maintenancePage({ lang, site, message }: { lang: Language; site: string; message: string }) {
  const title = `${textOf(lang, 'notices.closedTitle')} · ${site}`
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(AGAIN_S),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    html: `<!doctype html><html lang="${lang === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(textOf(lang, 'notices.closedTitle'))}</h1><p>${escapeHtml(message)}</p><a href="/login">${escapeHtml(textOf(lang, 'notices.signIn'))}</a></main></body></html>`,
  }
}

/** The refusal of a site that is maintained, with its message. */
export const maintenanceRefusal = (message: { zh: string; en: string }) =>
  new Failure('maintenance', { values: { message } })
