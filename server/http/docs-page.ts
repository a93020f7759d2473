import { errors } from '#contract/core/errors.ts'
import { escapeHtml } from '#contract/core/html.ts'
import type { Operation } from '#contract/core/operation.ts'
import { operations } from '#contract/index.ts'
import type { Language } from './context.ts'
import { textOf } from './texts.ts'

const fieldsOf = (operation: Operation) => Object.keys((operation.input as unknown as { shape?: object }).shape ?? {})

function card(language: Language, name: string, operation: Operation): string {
  const refusals = operation.errors.map((row) => {
    const { code, status, text } = errors[row]
    return `<li><code>${row}</code> ${status} · code ${code} · ${escapeHtml(textOf(language, text))}</li>`
  })
  const fields = fieldsOf(operation)
  return `<article id="${name}"><h3><b class="${operation.method.toLowerCase()}">${operation.method}</b> <code>/api${escapeHtml(operation.path)}</code></h3>
<p>${escapeHtml(operation.summary)}</p><p class="soft">${operation.gate}${operation.changes ? ' · DS_TOKEN' : ''} · ${operation.body}${operation.paging ? ' · {list, next}' : ''}</p>
${fields.length ? `<p>${fields.map((field) => `<code>${field}</code>`).join(' ')}</p>` : ''}${refusals.length ? `<ul>${refusals.join('')}</ul>` : ''}</article>`
}

/** The contract as an HTML page without scripts. */
export function docsPage(language: Language): string {
  const groups = Map.groupBy(operations, ([name]) => name.split('.')[0] ?? '')
  const sections = [...groups].map(
    ([group, list]) =>
      `<h2 id="${group}">${group}</h2>${list.map(([name, operation]) => card(language, name, operation)).join('')}`,
  )
  const links = [...groups.keys()].map((group) => `<a href="#${group}">${group}</a>`).join(' ')
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>DataSpace API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>DataSpace API</h1>
<p>${escapeHtml(textOf(language, 'common.api.intro'))} <a href="/api/openapi.json">openapi.json</a></p><nav>${links}</nav>${sections.join('')}</main></body></html>`
}

export const docsStyle = `:root{color-scheme:light dark;--ink:#14201E;--soft:#51605D;--line:#E4E8E6;--ground:#F6F7F6;--surface:#fff;--primary:#0F766E}
@media(prefers-color-scheme:dark){:root{--ink:#E6ECEA;--soft:#A7B3B0;--line:#26302E;--ground:#0E1413;--surface:#151C1B;--primary:#3FBFAF}}
body{margin:0;background:var(--ground);color:var(--ink);font:14px/1.6 "Inter Variable",Inter,"PingFang SC","Noto Sans SC",sans-serif}
main{max-width:960px;margin:0 auto;padding:32px 24px}a{color:var(--primary)}nav{display:flex;gap:16px;flex-wrap:wrap}h2{margin:32px 0 12px}
article{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:12px 16px;margin:0 0 12px}h3{margin:0;font-size:14px;overflow-wrap:anywhere}h3 b{color:var(--primary)}
p{margin:6px 0}.soft{color:var(--soft);font-size:12px}ul{margin:6px 0 0;padding-left:18px;color:var(--soft);font-size:12px}code{font-family:ui-monospace,monospace}`
