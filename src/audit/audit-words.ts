import type { TFunction } from 'i18next'
import i18next from 'i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { type ErrorName, errors } from '#contract/core/errors.ts'

/** Fields that have a word of their own; others are shown as they are called. */
const named = [
  'emailAccounts',
  'name',
  'englishName',
  'orgChineseName',
  'orgEnglishName',
  'telephone',
  'orcId',
  'introduction',
  'role',
  'roleSource',
  'state',
  'owner',
  'ended',
  'created',
  'changed',
  'uses',
  'expiresAt',
  'method',
  'way',
  'isRegistrationOpen',
  'needsInvitation',
  'seniorSuffixes',
  'isPasswordSignInOn',
  'secondStepRoles',
  'host',
  'port',
  'security',
  'account',
  'password',
  'from',
  'fromName',
  'kind',
  'config',
  'secrets',
  'isOn',
  'icon',
  'format',
  'backupEmail',
  'isVerified',
  'size',
  'reason',
  'type',
  'identifier',
  'usedBytes',
  'senior',
  'normal',
] as const
type Named = (typeof named)[number]
const isNamed = (field: string): field is Named => (named as readonly string[]).includes(field)

export const fieldWord = (t: TFunction<'texts'>, field: string): string =>
  isNamed(field) ? t(`audit.fields.${field}`) : field

/** Who did it; what nobody did by name was done by the system, at the console, or by somebody unknown. */
export function whoOf(t: TFunction<'texts'>, { actor, channel, action }: AuditEntry): string {
  if (actor) return actor.name || actor.emailAccounts
  if (channel === 'console') return t('audit.who.console')
  return channel === 'job' || action === 'roleChanged' ? t('audit.who.system') : t('audit.who.somebody')
}

/** Stands where a sentence names to whom, until it is cut there. */
const WHOM = '\u0000'

/**
 * What was done or tried, to whom, and what follows. Some sentences name the person in their midst, the others end with
 * it; there nothing is said twice when people do something to their own account.
 */
export function sentenceOf(
  t: TFunction<'texts'>,
  { action, outcome, actor, target }: AuditEntry,
): [string, string, string] {
  const name = target?.name ?? ''
  const isOwn = target?.id === actor?.id
  if (outcome === 'refused') {
    const tried = { action: t(`audit.actions.${action}.to`) }
    return name && !isOwn ? [t('audit.triedWith', tried), name, ''] : [t('audit.tried', tried), '', '']
  }
  const [before = '', after] = t(`audit.actions.${action}.did`, { whom: WHOM }).split(WHOM)
  return [before.trim(), after === undefined && isOwn ? '' : name, after?.trim() ?? '']
}

/** The sentence of a refusal by its name. Numbers that it told at that time are not kept. */
export function reasonOf(reason: string): string {
  const row = errors[reason as ErrorName] as { text: string } | undefined
  const say = i18next.t as (key: string, options: object) => string
  return row ? say(row.text, { missingInterpolationHandler: () => '…' }) : reason
}
