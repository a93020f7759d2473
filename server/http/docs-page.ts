import { errors } from '#contract/core/errors.ts'
import { escapeHtml } from '#contract/core/html.ts'
import type { Operation } from '#contract/core/operation.ts'
import { operations } from '#contract/index.ts'
import { CATALOGUE_PATH } from '#contract/pages/paths.ts'
import type { Language } from './context.ts'
import { groupOf, summaryOf } from './openapi.ts'
import { PAGE_COLOURS } from './page-colours.ts'
import { textOf } from './texts.ts'

type Named = (typeof operations)[number]

const fieldsOf = (operation: Operation) => Object.keys((operation.input as unknown as { shape?: object }).shape ?? {})

/** A text as HTML, with the parts between backticks as code. */
const htmlOf = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** The text of a refusal; values that only a call provides are shown as dots. */
const reasonOf = (language: Language, key: string) => textOf(language, key).replace(/\{\{[^}]*\}\}/g, '…')

function card(language: Language, name: string, operation: Operation): string {
  const refusals = operation.errors.map((row) => {
    const { code, status, text } = errors[row]
    return `<li><code>${row}</code> ${status} · code ${code} · ${escapeHtml(reasonOf(language, text))}</li>`
  })
  const fields = fieldsOf(operation)
  // Files are sent by other means than a page of text.
  const isTried = operation.body !== 'multipart' && operation.gate !== 'admin' && operation.guard !== 'session'
  const tried = isTried
    ? ` data-method="${operation.method}" data-path="/api${escapeHtml(operation.path)}" data-body="${operation.body}" data-fields="${fields.join(' ')}"`
    : ''
  return `<article id="${name}"${tried}><h3><b class="${operation.method.toLowerCase()}">${operation.method}</b> <code>/api${escapeHtml(operation.path)}</code></h3>
<p>${htmlOf(summaryOf(language, name))}</p><p class="soft">${escapeHtml(textOf(language, `api.gates.${operation.gate}`))}${operation.changes ? ' · DS_TOKEN' : ''} · ${operation.body}${operation.paging ? ' · {list, next}' : ''}</p>
${fields.length ? `<p>${fields.map((field) => `<code>${field}</code>`).join(' ')}</p>` : ''}${refusals.length ? `<ul>${refusals.join('')}</ul>` : ''}</article>`
}

/** All that an operation is found by, in small letters. */
const wordsOf = (language: Language, [name, operation]: Named): string =>
  `${name} ${operation.method} /api${operation.path} ${textOf(language, `api.groups.${groupOf(name)}`)} ${summaryOf(language, name)} ${fieldsOf(operation).join(' ')}`.toLowerCase()

/** Operations that have every word of the question. */
export function matching(language: Language, q: string): readonly Named[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter((named) => words.every((word) => wordsOf(language, named).includes(word)))
}

export type Reader = { language: Language; q: string; site: { dataSpaceName: string; logo: string } }

function header({ language, site }: Reader): string {
  const name = escapeHtml(site.dataSpaceName)
  const ways = (['space', 'datasets', 'help', 'home'] as const).map(
    (way) => `<a href="${WAYS[way]}">${escapeHtml(textOf(language, `shell.${way}`))}</a>`,
  )
  return `<header><a class="brand" href="/"><img src="${escapeHtml(site.logo)}" alt="" width="26" height="26"> ${name}</a><nav>${ways.join('')}</nav></header>`
}

const WAYS = { space: '/?sort=hot', datasets: CATALOGUE_PATH, help: '/help', home: '/' } as const

function search({ language, q }: Reader, found: number): string {
  const say = (key: string, values?: Record<string, number>) => escapeHtml(textOf(language, `api.${key}`, values))
  const clear = q ? ` <a href="/api/docs">${say('all')}</a>` : ''
  return `<form role="search" action="/api/docs"><input type="search" name="q" value="${escapeHtml(q)}" maxlength="${Q_MAX}" aria-label="${say('search')}" placeholder="${say('search')}"><button>${escapeHtml(textOf(language, 'shell.search'))}</button></form>
<p role="status">${found ? say('found', { found }) : say('none')}${clear}</p>`
}

/** Longest question that is read, in characters. */
export const Q_MAX = 100

/**
 * The contract as an HTML page in the frame of the site; with `q` only what it finds. It reads without a script, which
 * only lets one try calls.
 */
export function docsPage(reader: Reader): string {
  const { language, q, site } = reader
  const list = matching(language, q)
  const nameOf = (group: string) => textOf(language, `api.groups.${group}`)
  const { compare } = new Intl.Collator(language)
  const groups = [...Map.groupBy(list, ([name]) => groupOf(name))].toSorted(([a], [b]) => compare(nameOf(a), nameOf(b)))
  const headingOf = (group: string) => escapeHtml(nameOf(group))
  const sections = groups.map(
    ([group, some]) =>
      `<h2 id="${group}">${headingOf(group)}</h2>${some.map(([name, operation]) => card(language, name, operation)).join('')}`,
  )
  const links = groups.map(([group]) => `<a href="#${group}">${headingOf(group)}</a>`).join(' ')
  const title = escapeHtml(textOf(language, 'shell.api'))
  const say = (key: string) => escapeHtml(textOf(language, `api.${key}`))
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · ${escapeHtml(site.dataSpaceName)}</title><link rel="stylesheet" href="/api/docs.css"><script src="/api/docs.js" defer></script></head><body>${header(reader)}<main data-try="${say('try')}" data-send="${say('send')}" data-input="${say('input')}" data-answer="${say('answer')}"><h1>${title}</h1>
<p>${escapeHtml(textOf(language, 'api.intro'))} <a href="/api/openapi.json">openapi.json</a></p><p>${say('clients')} <a href="/api/clients/dataspace.ts" download>TypeScript</a> <a href="/api/clients/dataspace.py" download>Python</a></p><p>${htmlOf(textOf(language, 'api.envelope'))}</p><section hidden><label>${say('token')} <input id="token" type="password" autocomplete="off" spellcheck="false"></label><p class="soft">${say('tokenHint')}</p></section>${search(reader, list.length)}<nav>${links}</nav>${sections.join('')}</main></body></html>`
}

export const docsStyle = `${PAGE_COLOURS}
@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(/api/docs.woff2) format("woff2-variations")}
body{margin:0;background:var(--ground);color:var(--ink);font:14px/1.6 "Inter Variable",Inter,"PingFang SC","Noto Sans SC",sans-serif}
header{display:flex;flex-wrap:wrap;align-items:center;gap:8px 24px;max-width:960px;margin:0 auto;padding:18px 24px}header nav{margin-left:auto;gap:8px 24px}header a{color:var(--soft);text-decoration:none}header a:hover,.brand{color:var(--ink)}.brand{display:flex;align-items:center;gap:10px;font-weight:600;font-size:16px}.brand img{border-radius:7px}
textarea,pre{box-sizing:border-box;width:100%;margin:8px 0 0;padding:8px 12px;border:1px solid var(--soft);border-radius:8px;background:var(--ground);color:var(--ink);font:12px/1.5 ui-monospace,monospace;overflow:auto;max-height:400px}article button{height:30px;margin-top:8px}section label{display:flex;align-items:center;gap:8px;margin-top:12px}
form{display:flex;gap:8px;margin:16px 0 4px}input,button{font:inherit;height:38px;border-radius:8px;border:1px solid var(--soft);background:var(--surface);color:var(--ink);padding:0 12px}input{flex:1;min-width:0}button{cursor:pointer}
main{max-width:960px;margin:0 auto;padding:32px 24px}a{color:var(--primary)}nav{display:flex;gap:8px;flex-wrap:wrap}main nav{margin-top:12px}main nav a{padding:2px 10px;border:1px solid var(--line);border-radius:999px;background:var(--surface);color:var(--ink);font-size:13px;text-decoration:none}main nav a:hover{border-color:var(--primary);color:var(--primary)}h1{margin:16px 0;font-size:28px;line-height:1.2}h2{margin:32px 0 12px;font-size:18px}
article{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:12px 16px;margin:0 0 12px}h3{margin:0;font-size:14px;overflow-wrap:anywhere}h3 b{color:var(--primary)}
p{margin:6px 0}.soft{color:var(--soft);font-size:12px}ul{margin:6px 0 0;padding-left:18px;color:var(--soft);font-size:12px}code{font-family:ui-monospace,monospace}`
