import type { TFunction } from 'i18next'
import i18next from 'i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { type ErrorName, errors } from '#contract/core/errors.ts'

/** Fields with a translated name; others are shown by their technical name. */
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
  'sizeMax',
  'trustedSites',
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

/** The actor of an entry; without a named actor it is the system, the server's command line, or an unknown person. */
export function whoOf(t: TFunction<'texts'>, { actor, channel, action }: AuditEntry): string {
  if (actor) return actor.name || actor.emailAccounts
  if (channel === 'console') return t('audit.who.console')
  return channel === 'job' || action === 'roleChanged' ? t('audit.who.system') : t('audit.who.somebody')
}

/** Placeholder for the target person's name in a sentence; the sentence is split there. */
const WHOM = '\u0000'

/**
 * The sentence of an entry: the action, its target and its result. Some sentences contain the target's name, the others
 * end with it; it is omitted when people change their own account.
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

/** The error sentence of a refusal by its name, without the numbers that it contained at that time. */
export function reasonOf(reason: string): string {
  const row = errors[reason as ErrorName] as { text: string } | undefined
  const say = i18next.t as (key: string, options: object) => string
  return row ? say(row.text, { missingInterpolationHandler: () => '…' }) : reason
}
