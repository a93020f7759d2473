/** The entries of the audit log in words, for the page and for the exported sheet. */
import type { AuditEntry } from './audit.ts'
import { type ErrorName, errors } from './core/errors.ts'
import { Role } from './session.ts'
import { SpaceType } from './spaces.ts'

/** The texts of one language. */
export type Words = {
  has: (key: string) => boolean
  say: (key: string, values?: Record<string, string | number>) => string
  /** A text whose values are not known any more. */
  sayBare: (key: string) => string
}

/** Where the form of an action has the names of its fields, as `<texts>.<field>.label`, by how the action begins. */
const forms: readonly (readonly [string, string])[] = [
  ['announcements', 'notices.announcements'],
  ['application', 'applications'],
  ['appPassword', 'account'],
  ['approvalSwitches', 'settings.approvals'],
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
  level: (value) => [`notices.announcements.levels.${value}`],
  kind: (value) => [`methods.kinds.${value}.name`, `institutions.kind.kinds.${value}`, `audit.values.kind.${value}`],
  mode: (value) => [`notices.maintenance.modes.${value}`],
  retention: (value) => [`backups.retention.kinds.${value}`],
  roleSource: (value) => [`audit.values.roleSource.${value}`],
  scope: (value) => [`backups.scope.scopes.${value}`, `audit.values.scope.${value}`],
  status: (value) => [`spaces.statuses.${value}`],
  state: (value) => [`users.states.${value}`],
  transfer: (value) => [`institutions.transfer.methods.${value}`],
  way: (value) => [`backups.restore.ways.${value}`, `audit.values.way.${value}`],
}

/** Placeholder for the target's name in a sentence; the sentence is split there. */
const WHOM = '\u0000'

type Fields = Record<string, unknown>
type Said = Pick<AuditEntry, 'action' | 'outcome' | 'actor' | 'target' | 'before' | 'after'>
const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number => typeof value === 'number'

/** Whether a reset was by somebody without a password; older entries show it by the terms that were agreed to with it. */
const isFirstPassword = ({ action, after }: Pick<AuditEntry, 'action' | 'after'>): boolean =>
  action === 'resetDone' && (after?.isFirstPassword === true || isText(after?.termsVersion))

/** Whether nothing is in a value, however deep. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every((one) => isEmpty(one)))

export function auditWords({ has, say, sayBare }: Words) {
  const firstOf = (keys: readonly string[]): string | undefined => {
    const key = keys.find(has)
    return key === undefined ? undefined : say(key)
  }

  /** The name of a field in the entries of an action: that of the form, or else the technical one. */
  function fieldWord(action: string, field: string): string {
    const form = forms.find(([begin]) => action.startsWith(begin))?.[1]
    const ofForm = form ? [`${form}.${field}.label`] : []
    return firstOf([`audit.fieldsOf.${action}.${field}`, ...ofForm, `audit.fields.${field}`]) ?? field
  }

  /** What the interface calls a value of a field; what was typed stays. */
  function valueWord(field: string, value: string | number | boolean): string {
    if (typeof value === 'boolean') return say(value ? 'audit.diff.yes' : 'audit.diff.no')
    const type = field === 'type' ? SpaceType.safeParse(value).data : undefined
    if (type) return say(`home.types.${type}`)
    const role = Role.safeParse(value).data
    if (role) return say(`shell.roles.${role}`)
    const text = String(value)
    return (/^\w+$/.test(text) && firstOf(values[field]?.(text) ?? [])) || text
  }

  /**
   * The actor of an entry; without a named actor it is the system, the server's command line, or an unknown person. Who
   * sets a first password by the link to their address is its target.
   */
  function whoOf(entry: Pick<AuditEntry, 'actor' | 'channel' | 'action' | 'target' | 'after'>): string {
    const { actor, channel, action, target } = entry
    if (actor) return actor.name || actor.emailAccounts
    if (target && isFirstPassword(entry)) return target.name
    if (channel === 'console') return say('audit.who.console')
    return say(channel === 'job' || action === 'roleChanged' ? 'audit.who.system' : 'audit.who.somebody')
  }

  /** What was done, with the values that say what happened; null where the action alone says it. */
  const particulars: Partial<Record<AuditEntry['action'], (is: Fields, was: Fields) => string | null>> = {
    roleChanged: (is, was) => {
      const [old, next] = [Role.safeParse(was.role).data, Role.safeParse(is.role).data]
      return old && next
        ? say('audit.roleFromTo', { whom: WHOM, old: say(`shell.roles.${old}`), next: say(`shell.roles.${next}`) })
        : null
    },
    maintenanceChanged: (is, was) =>
      isText(was.mode) && isText(is.mode)
        ? say('audit.maintenanceFromTo', { old: valueWord('mode', was.mode), next: valueWord('mode', is.mode) })
        : null,
    usersImported: ({ source, created, changed, skipped }) =>
      isText(source) && isCount(created) && isCount(changed)
        ? say('audit.importedFrom', { source, created, changed, skipped: Number(skipped) })
        : null,
    userMerged: ({ into }) => (isText(into) ? say('audit.mergedInto', { whom: WHOM, into }) : null),
    spaceCreated: ({ status }) => (status === 'pending' ? say('audit.spaceAsked') : null),
    spaceResized: ({ size: next, applicant }, { size: old }) => {
      if (!isCount(old) || !isCount(next)) return null
      const sizes = { whom: WHOM, old, next }
      return isText(applicant) ? say('audit.requestPassed', { applicant, ...sizes }) : say('audit.resizedFromTo', sizes)
    },
    approvalSwitchesChanged: ({ space }) =>
      typeof space === 'boolean' ? say(space ? 'audit.approvalOn' : 'audit.approvalOff') : null,
  }

  /**
   * The sentence of an entry: the action, its target and its result. Some sentences contain the target's name, the
   * others end with it; it is omitted when people change their own account.
   */
  function sentenceOf(entry: Said): [string, string, string] {
    const { action, outcome, actor, target } = entry
    const name = target?.name ?? ''
    const isOwn = target?.id === actor?.id
    if (outcome === 'refused') {
      const tried = { action: say(`audit.actions.${action}.to`) }
      return name && !isOwn ? [say('audit.triedWith', tried), name, ''] : [say('audit.tried', tried), '', '']
    }
    if (isFirstPassword(entry)) return [say('audit.firstPassword'), '', '']
    const did =
      particulars[action]?.(entry.after ?? {}, entry.before ?? {}) ?? say(`audit.actions.${action}.did`, { whom: WHOM })
    const [before = '', after] = did.split(WHOM)
    return [before.trim(), after === undefined && isOwn ? '' : name, after?.trim() ?? '']
  }

  /** The error sentence of a refusal by its name, without the numbers that it contained at that time. */
  function reasonOf(reason: string): string {
    const row = errors[reason as ErrorName] as { text: string } | undefined
    return row ? sayBare(row.text) : reason
  }

  /** A value in one line. */
  function valueText(action: string, field: string, value: unknown): string {
    if (isEmpty(value)) return '—'
    if (Array.isArray(value)) return value.map((one) => valueText(action, field, one)).join('; ')
    if (typeof value !== 'object') return valueWord(field, value as string | number | boolean)
    return Object.entries(value as object)
      .filter(([, inner]) => !isEmpty(inner))
      .map(([part, inner]) => `${fieldWord(action, part)}: ${valueText(action, part, inner)}`)
      .join(', ')
  }

  /** The recorded fields in lines: what each was and is, where both are known. */
  function changesOf({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>): string {
    const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    return fields
      .filter((field) => !isEmpty([before?.[field], after?.[field]]))
      .map((field) => {
        const sides = [before, after].flatMap((side) => (side ? [valueText(action, field, side[field])] : []))
        return `${fieldWord(action, field)}: ${sides.join(' → ')}`
      })
      .join('\n')
  }

  return { fieldWord, valueWord, whoOf, sentenceOf, reasonOf, changesOf }
}
