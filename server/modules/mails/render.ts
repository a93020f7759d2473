import { escapeHtml } from '#contract/core/html.ts'
import type { MailKind } from '#contract/mails.ts'
import { MailKind as Kinds } from '#contract/mails.ts'
import type { Language } from '#server/http/context.ts'
import { findText } from '#server/http/texts.ts'
import type { Words } from './store.ts'

type Values = Record<string, string | number>

/** What each mail may say in double braces; `site`, `recipient` and `origin` go with all of them. */
const own: Record<MailKind, readonly string[]> = {
  activation: ['name', 'url', 'hours'],
  alreadyRegistered: ['name', 'loginUrl', 'resetUrl'],
  reset: ['name', 'url', 'hours'],
  resetElsewhere: ['name', 'method'],
  invitation: ['name', 'inviter', 'url', 'hours'],
  invitationCode: ['inviter', 'url', 'code', 'until'],
  bindCode: ['name', 'method', 'code', 'minutes'],
  backup: ['name', 'account', 'url', 'hours'],
  newDevice: ['name', 'time', 'device', 'address', 'method'],
  passwordChanged: ['name', 'time', 'device', 'address'],
  secondStepChanged: ['name', 'time', 'what', 'address'],
  accountDisabled: ['name'],
  spaceInvitation: ['inviter', 'space', 'role', 'url', 'until'],
  message: ['name', 'title', 'content', 'url'],
  test: ['time'],
}
const SHARED = ['site', 'recipient', 'origin'] as const
export const variablesOf = (kind: MailKind): string[] => [...own[kind], ...SHARED]

/** What a mail is for: without one of these it leads nowhere. */
const needed: Partial<Record<MailKind, readonly string[]>> = {
  activation: ['url'],
  reset: ['url'],
  invitation: ['url'],
  invitationCode: ['url', 'code'],
  bindCode: ['code'],
  backup: ['url'],
  spaceInvitation: ['url'],
}

const HOLE = /\{\{\s*(\w+)\s*\}\}/g
/** The variable that a body must have and lacks, or null; of several one is enough. */
export function missingVariable(kind: MailKind, body: string): string | null {
  const names = [...body.matchAll(HOLE)].map((match) => match[1] ?? '')
  const wanted = needed[kind] ?? []
  return wanted.length && !wanted.some((name) => names.includes(name)) ? (wanted[0] ?? null) : null
}

/** The first variable of a text that its kind does not have, or null. */
export function unknownVariable(kind: MailKind, text: string): string | null {
  const known = variablesOf(kind)
  const names = [...text.matchAll(HOLE)].map((match) => match[1] ?? '')
  return names.find((name) => !known.includes(name)) ?? null
}

/** Our words for a mail, in both languages. */
export function ourWords(kind: MailKind): Words {
  const of = (language: Language) => ({
    subject: findText(language, `mails.words.${kind}.subject`) ?? kind,
    body: findText(language, `mails.words.${kind}.body`) ?? kind,
  })
  return { zh: of('zh'), en: of('en') }
}
export const kinds = Kinds.options

const fill = (text: string, values: Values, shown: (value: string) => string) =>
  text.replace(HOLE, (_whole, name: string) => shown(String(values[name] ?? '')))
/** No line of a header may end early. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

/** A line that is only a link becomes a button; the address stays readable below it. */
function paragraph(text: string): string {
  if (/^https?:\/\/\S+$/.test(text.trim())) {
    const url = text.trim()
    return `<p><a href="${url}" style="color:#0f766e;word-break:break-all">${url}</a></p>`
  }
  return `<p>${text.replaceAll('\n', '<br>')}</p>`
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
/** A moment as people read it; whose clock is meant stands beside it. */
const readable = (value: string | number) =>
  typeof value === 'string' && TIMESTAMP.test(value) ? `${value.slice(0, 16).replace('T', ' ')} UTC` : value

/** A mail in one language: subject, plain text, and HTML in which every value is escaped. */
export function renderMail(words: { subject: string; body: string }, given: Values, language: Language) {
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, readable(value)]))
  const html = fill(escapeHtml(words.body), values, escapeHtml)
    .split(/\n{2,}/)
    .map(paragraph)
    .join('\n')
  const lang = language === 'zh' ? 'zh-CN' : 'en'
  return {
    subject: oneLine(fill(words.subject, values, (value) => value)),
    text: fill(words.body, values, (value) => value),
    html: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"></head><body style="margin:0;padding:24px;background:#f6f7f6;color:#14201e;font:15px/1.6 'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px 28px;background:#fff;border:1px solid #e4e8e6;border-radius:12px">${html}</div></body></html>`,
  }
}
