import { escapeHtml } from '#contract/core/html.ts'
import { spaced } from '#contract/core/spaced.ts'
import type { MailKind } from '#contract/mails.ts'
import { MailKind as Kinds } from '#contract/mails.ts'
import type { Language } from '#server/http/context.ts'
import { findText } from '#server/http/texts.ts'
import type { Words } from './store.ts'

type Values = Record<string, string | number>

/** Variables of each kind of mail; `site`, `recipient` and `origin` are available in all. */
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
  jobTrouble: ['name', 'troubles', 'url'],
  test: ['time'],
}
const SHARED = ['site', 'recipient', 'origin'] as const
export const variablesOf = (kind: MailKind): string[] => [...own[kind], ...SHARED]

/** Variables of which a mail must contain at least one, because it is useless without its link or code. */
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
/** A required variable that is missing in a body, or null; one of several alternatives is enough. */
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

/** The default texts of a mail in both languages. */
export function ourWords(kind: MailKind): Words {
  const of = (language: Language) => ({
    subject: findText(language, `mails.words.${kind}.subject`) ?? kind,
    body: findText(language, `mails.words.${kind}.body`) ?? kind,
  })
  return { zh: of('zh'), en: of('en') }
}
export const kinds = Kinds.options

const fill = (text: string, values: Values, shown: (value: string) => string) =>
  text.replace(HOLE, (whole, name: string, at: number) =>
    spaced(text[at - 1] ?? '', shown(String(values[name] ?? '')), text[at + whole.length] ?? ''),
  )
/** Removes control characters, so that a value can't inject a header line. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

/** A line with only a link becomes a button; the URL stays readable below it. */
function paragraph(text: string): string {
  if (/^https?:\/\/\S+$/.test(text.trim())) {
    const url = text.trim()
    return `<p><a href="${url}" style="color:#0f766e;word-break:break-all">${url}</a></p>`
  }
  return `<p>${text.replaceAll('\n', '<br>')}</p>`
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
/** A readable date and time; the time zone is stated beside it. */
const readable = (value: string | number) =>
  typeof value === 'string' && TIMESTAMP.test(value) ? `${value.slice(0, 16).replace('T', ' ')} UTC` : value

/** Renders a mail in one language: subject, plain text, and HTML in which every value is escaped. */
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
