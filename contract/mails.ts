import * as z from 'zod/mini'
import {
  MAIL_ACCOUNT_MAX,
  MAIL_BODY_MAX,
  MAIL_HOST_MAX,
  MAIL_PASSWORD_MAX,
  MAIL_SENDER_MAX,
  MAIL_SUBJECT_MAX,
  PORT_MAX,
} from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Language, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { Email } from './session.ts'

const MailServerKind = z.enum(['file', 'smtp', 'sendmail'])
/**
 * How mail is sent: through an SMTP server, by the system's sendmail, or, without either, into a folder that the
 * console shows.
 */
export const MailServer = z.object({
  kind: MailServerKind,
  host: z.string(),
  port: Count,
  security: z.enum(['none', 'starttls', 'tls']),
  account: z.string(),
  hasPassword: z.boolean(),
  /** '' while none is set. */
  from: z.string(),
  fromName: z.string(),
  /** The environment configures the mail server, so the console can't change it. */
  isFixed: z.boolean(),
  /** The machine has a sendmail that may be used, and the site a sender address. */
  hasSendmail: z.boolean(),
})
export type MailServer = z.infer<typeof MailServer>
export const MailServerChange = z.object({
  kind: MailServerKind,
  host: z._default(z.string().check(z.trim(), z.maxLength(MAIL_HOST_MAX), z.regex(/^[\w.:-]*$/)), ''),
  port: z._default(z.number().check(z.int(), z.gte(1), z.lte(PORT_MAX)), 587),
  security: z._default(z.enum(['none', 'starttls', 'tls']), 'starttls'),
  account: z._default(z.string().check(z.maxLength(MAIL_ACCOUNT_MAX)), ''),
  /** Absent: the password stays; '' removes it. */
  password: z.optional(z.string().check(z.maxLength(MAIL_PASSWORD_MAX))),
  /** May be '' while mail is only kept. */
  from: z._default(z.union([Email, z.literal('')]), ''),
  fromName: z._default(z.string().check(z.trim(), z.maxLength(MAIL_SENDER_MAX), z.regex(/^[^\p{Cc}<>"]*$/u)), ''),
})

/** Every kind of mail. Subject and text in both languages are in `locales`; administrators can replace them. */
export const MailKind = z.enum([
  'activation',
  'alreadyRegistered',
  'reset',
  'resetElsewhere',
  'invitation',
  'invitationCode',
  'bindCode',
  'backup',
  'newDevice',
  'passwordChanged',
  'secondStepChanged',
  'accountDisabled',
  /** An invitation to a space. */
  'spaceInvitation',
  /** A message of the console, for people who also want it by mail. */
  'message',
  /** To administrators: work in the background does not go well. */
  'jobTrouble',
  'test',
])
export type MailKind = z.infer<typeof MailKind>

const Words = z.object({
  subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAIL_SUBJECT_MAX)),
  body: z.string().check(z.minLength(1), z.maxLength(MAIL_BODY_MAX)),
})
export const MailTemplate = z.object({
  kind: MailKind,
  zh: z.object({ subject: z.string(), body: z.string() }),
  en: z.object({ subject: z.string(), body: z.string() }),
  /** An administrator replaced the default text. */
  isChanged: z.boolean(),
  /** Variables that the text may contain in double braces. */
  variables: z.array(z.string()),
})
export type MailTemplate = z.infer<typeof MailTemplate>

/** `kept`: the mail is in the folder because nothing is set that could send it. */
export const MailState = z.enum(['waiting', 'sent', 'kept', 'failed'])
export const Mail = z.object({
  id: Id,
  kind: MailKind,
  recipient: z.string(),
  subject: z.string(),
  state: MailState,
  attempts: Count,
  error: z.string(),
  /** What to do about the error, in the reader's language; '' without one. */
  advice: z.string(),
  createdAt: Timestamp,
  nextAt: z.nullable(Timestamp),
  sentAt: z.nullable(Timestamp),
})
export type Mail = z.infer<typeof Mail>
const Rendered = z.object({ subject: z.string(), text: z.string(), html: z.string() })

const change = { gate: 'admin', guard: 'session' } as const
export const mails = {
  list: operation({
    ...change,
    method: 'GET',
    path: '/mails',
    paging: 'keyset',
    input: z.object({ ...keyset, state: z.optional(MailState), q: z.optional(z.string().check(z.maxLength(100))) }),
    data: pageOf(Mail),
    errors: [],
  }),
  show: operation({
    ...change,
    method: 'GET',
    path: '/mails/:id',
    input: z.object({ id: Id }),
    data: Rendered,
    errors: ['notFound'],
  }),
  /**
   * The links with which invited people set their password, as CSV, of mails that have not left the site.
   */
  links: operation({
    ...change,
    method: 'GET',
    path: '/mails-links',
    answers: 'bytes',
    input: z.object({}),
    data: Nothing,
    errors: [],
  }),
  /** Sends a mail now that waits, failed, or was kept; a kept one with a new link to its account. */
  retry: operation({
    ...change,
    method: 'POST',
    path: '/mails/:id/retry',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['notFound', 'mailOutdated', 'mailsStay'],
  }),
  /** The kept mails that people without a password still wait for: the newest invitation or activation of each. */
  kept: operation({
    ...change,
    method: 'GET',
    path: '/mails-kept',
    input: z.object({}),
    data: z.object({ count: Count }),
    errors: [],
  }),
  /** Sends these mails with new links. */
  sendKept: operation({
    ...change,
    method: 'POST',
    path: '/mails-kept',
    input: z.object({}),
    data: z.object({ count: Count }),
    errors: ['mailsStay'],
  }),
  server: operation({
    ...change,
    method: 'GET',
    path: '/common/getSysEmail',
    input: z.object({}),
    data: MailServer,
    errors: [],
  }),
  setServer: operation({
    act: 'set',
    ...change,
    method: 'POST',
    path: '/common/setSysEmail',
    confirms: true,
    input: MailServerChange,
    data: MailServer,
    errors: ['mailServerFixed', 'confirmNeeded', 'mailServerWrong', 'mailSenderWrong', 'sendmailMissing'],
  }),
  test: operation({
    ...change,
    method: 'POST',
    path: '/mails-test',
    confirms: true,
    input: z.extend(MailServerChange, { to: Email }),
    data: z.object({ isOk: z.boolean(), ms: Count, answered: z.string(), advice: z.string() }),
    errors: ['confirmNeeded', 'tooManyRequests', 'mailServerWrong', 'mailSenderWrong', 'sendmailMissing'],
  }),
  /** Connects to the mail server that is set and signs in, without a mail. */
  check: operation({
    ...change,
    method: 'GET',
    path: '/mails-check',
    input: z.object({}),
    data: z.object({ isOk: z.boolean(), answered: z.string(), advice: z.string() }),
    errors: [],
  }),
  templates: operation({
    ...change,
    method: 'GET',
    path: '/mail-templates',
    input: z.object({}),
    data: z.array(MailTemplate),
    errors: [],
  }),
  setTemplate: operation({
    act: 'set',
    ...change,
    method: 'PUT',
    path: '/mail-templates/:kind',
    confirms: true,
    input: z.object({ kind: MailKind, zh: Words, en: Words }),
    data: MailTemplate,
    errors: ['mailVariableUnknown', 'mailVariableMissing', 'confirmNeeded'],
  }),
  resetTemplate: operation({
    act: 'set',
    ...change,
    method: 'DELETE',
    path: '/mail-templates/:kind',
    input: z.object({ kind: MailKind }),
    data: MailTemplate,
    errors: [],
  }),
  preview: operation({
    ...change,
    method: 'POST',
    path: '/mail-templates/:kind/preview',
    changes: false,
    input: z.object({ kind: MailKind, language: Language, words: Words }),
    data: Rendered,
    errors: ['mailVariableUnknown'],
  }),
}
