import type { TFunction } from 'i18next'
import i18next from 'i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { type ErrorName, errors } from '#contract/core/errors.ts'
import { Role } from '#contract/session.ts'

/** Where the form of an action has the names of its fields, as `<texts>.<field>.label`, by how the action begins. */
const forms: readonly (readonly [string, string])[] = [
  ['application', 'applications'],
  ['appPassword', 'account'],
  ['backupPolicy', 'backups'],
  ['institution', 'settings.institution'],
  ['maintenance', 'notices.maintenance'],
  ['method', 'methods'],
  ['publisher', 'institutions'],
  ['retention', 'settings.retention'],
  ['sender', 'senders'],
  ['spaceDefaults', 'settings.spaceDefaults'],
  ['token', 'account'],
  ['webhook', 'webhooks'],
  ['website', 'settings.website'],
]
/** Where the word of a field's value is. */
const values: Record<string, (value: string) => readonly string[]> = {
  cycle: (value) => [`backups.cycle.cycles.${value}`],
  delivery: (value) => [`mails.serverKinds.${value}`],
  drill: (value) => [`backups.drill.kinds.${value}`],
  ftp: (value) => [`senders.ftp.${value}`],
  kind: (value) => [`methods.kinds.${value}.name`, `institutions.kind.kinds.${value}`, `audit.values.kind.${value}`],
  mode: (value) => [`notices.maintenance.modes.${value}`],
  retention: (value) => [`backups.retention.kinds.${value}`],
  roleSource: (value) => [`audit.values.roleSource.${value}`],
  scope: (value) => [`backups.scope.scopes.${value}`, `audit.values.scope.${value}`],
  state: (value) => [`users.states.${value}`],
  transfer: (value) => [`institutions.transfer.methods.${value}`],
  way: (value) => [`backups.restore.ways.${value}`, `audit.values.way.${value}`],
}
const say = i18next.t as (key: string) => string
const firstOf = (keys: readonly string[]): string | undefined => {
  const key = keys.find((one) => i18next.exists(one))
  return key === undefined ? undefined : say(key)
}

/** The name of a field in the entries of an action: that of the form, or else the technical one. */
export function fieldWord(action: string, field: string): string {
  const form = forms.find(([begin]) => action.startsWith(begin))?.[1]
  const ofForm = form ? [`${form}.${field}.label`] : []
  return firstOf([`audit.fieldsOf.${action}.${field}`, ...ofForm, `audit.fields.${field}`]) ?? field
}

/** What the interface calls a value of a field; undefined for what was typed. */
export const valueWord = (field: string, value: string): string | undefined =>
  /^\w+$/.test(value) ? firstOf(values[field]?.(value) ?? []) : undefined

/** The actor of an entry; without a named actor it is the system, the server's command line, or an unknown person. */
export function whoOf(t: TFunction<'texts'>, { actor, channel, action }: AuditEntry): string {
  if (actor) return actor.name || actor.emailAccounts
  if (channel === 'console') return t('audit.who.console')
  return channel === 'job' || action === 'roleChanged' ? t('audit.who.system') : t('audit.who.somebody')
}

/** Placeholder for the target person's name in a sentence; the sentence is split there. */
const WHOM = '\u0000'

/** The names of the old and the new role; null if an entry doesn't have both. */
function rolesIn(t: TFunction<'texts'>, was: Said['before'], is: Said['after']) {
  const [old, next] = [Role.safeParse(was?.role).data, Role.safeParse(is?.role).data]
  return old && next ? { old: t(`shell.roles.${old}`), next: t(`shell.roles.${next}`) } : null
}

type Said = Pick<AuditEntry, 'action' | 'outcome' | 'actor' | 'target' | 'before' | 'after'>
/**
 * The sentence of an entry: the action, its target and its result. Some sentences contain the target's name, the others
 * end with it; it is omitted when people change their own account.
 */
export function sentenceOf(
  t: TFunction<'texts'>,
  { action, outcome, actor, target, before: was, after: is }: Said,
): [string, string, string] {
  const name = target?.name ?? ''
  const isOwn = target?.id === actor?.id
  if (outcome === 'refused') {
    const tried = { action: t(`audit.actions.${action}.to`) }
    return name && !isOwn ? [t('audit.triedWith', tried), name, ''] : [t('audit.tried', tried), '', '']
  }
  const roles = action === 'roleChanged' ? rolesIn(t, was, is) : null
  const did = roles ? t('audit.roleFromTo', { whom: WHOM, ...roles }) : t(`audit.actions.${action}.did`, { whom: WHOM })
  const [before = '', after] = did.split(WHOM)
  return [before.trim(), after === undefined && isOwn ? '' : name, after?.trim() ?? '']
}

/** The error sentence of a refusal by its name, without the numbers that it contained at that time. */
export function reasonOf(reason: string): string {
  const row = errors[reason as ErrorName] as { text: string } | undefined
  const sayWith = i18next.t as (key: string, options: object) => string
  return row ? sayWith(row.text, { missingInterpolationHandler: () => '…' }) : reason
}
