import { setImmediate as breathe } from 'node:timers/promises'
import { errors } from '#contract/core/errors.ts'
import { IMPORT_ROWS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { ImportResult, users } from '#contract/users.ts'
import type { By, Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Note } from '#server/modules/audit/index.ts'
import type { Outsider } from '#server/modules/methods/index.ts'
import { holdAdministrator, lockAdministrators, type PersonRow } from '#server/modules/people/index.ts'
import { readSheet } from '#server/sheets/read-sheet.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { isStorable } from '#server/storage/storable.ts'
import type { AccountChanges, UserNeeds } from './change.ts'
import { targetOf } from './change.ts'
import { changeNotes } from './change-notes.ts'
import { lineOf, peopleOf } from './directory.ts'
import { importStore, type Newcomer } from './import-store.ts'
import { addressOf, judge, refused, repeatsIn, type Verdict } from './judge.ts'
import { auditValuesOf } from './row-store.ts'
import { type Line, linesOf } from './sheet.ts'

/** Rows per transaction; other changes get their turn between two. */
const BATCH = 250
/** Maximum number of columns that are read: ours, and some extra ones of other systems. */
const COLUMNS_MAX = 50

/** An uploaded sheet. */
export type Sheet = { name: string; content: Buffer }

/** Rules that apply to every row; `methodId`: the directory that they are of. */
type Rules = {
  repeats: ReadonlyMap<number, number>
  keepsRoles: boolean
  methodId: string | null
  /** What the file or the directory is called. */
  source: string
  /** The language of new accounts until their owners choose one. */
  language: Language
}
const batchesOf = (lines: Line[]): Line[][] =>
  Array.from({ length: Math.ceil(lines.length / BATCH) }, (_, i) => lines.slice(i * BATCH, (i + 1) * BATCH))
const byAddress = (people: PersonRow[]) => new Map(people.map((person) => [person.email.toLowerCase(), person]))
const addressesOf = (lines: Line[]) => lines.map(addressOf).filter((address) => address && isStorable(address))

type Wish = Omit<Rules, 'repeats'> & { isDryRun: boolean }
type Done = {
  created: Newcomer[]
  changed: { before: PersonRow; after: PersonRow }[]
  skipped: number
  source: string
}
type Coming = { verdict: Verdict; outsider: Outsider | undefined; newcomer: Newcomer }
/** The account as it becomes; a new role counts as set by an administrator. */
const changedBy = ({ before, columns }: Extract<Verdict, { do: 'update' }>): PersonRow => ({
  ...before,
  ...columns,
  ...(columns.role && { role_source: 'administrator' }),
})
const newcomerOf = ({ newcomer }: Coming) => newcomer
/** Their directory knows that the address is theirs. */
const isVouched = ({ outsider }: Coming) => outsider?.isEmailVerified === true

/** Importing accounts from a sheet or a directory. */
export function importRules(
  { db, audit, mails, messages, people, methods, now, newId }: UserNeeds,
  { afterCommit }: AccountChanges,
) {
  /** The preview: the results of all rows, without writing. */
  async function rehearse(batches: Line[][], rules: Rules, { actor, language }: By): Promise<Verdict[]> {
    const context = { ...rules, actorId: actor.id, language }
    const verdicts: Verdict[] = []
    for (const lines of batches) {
      const known = byAddress(await importStore.byAddresses(db, addressesOf(lines)))
      for (const line of lines) verdicts.push(judge(line, rules.repeats, { ...context, known }))
      await breathe()
    }
    return verdicts
  }

  /** Imports one batch, all or nothing. Its accounts are locked first, so that they stay as they were checked. */
  async function write(tx: Tx, lines: Line[], rules: Rules, by: By): Promise<Verdict[]> {
    await lockAdministrators(tx)
    await holdAdministrator(tx, by.actor)
    const known = byAddress(await importStore.holdAddresses(tx, addressesOf(lines)))
    const judged = lines.map((line) => ({
      line,
      verdict: judge(line, rules.repeats, { ...rules, known, actorId: by.actor.id, language: by.language }),
    }))
    const changed = judged.flatMap(({ verdict }) =>
      verdict.do === 'update' ? [{ before: verdict.before, after: changedBy(verdict) }] : [],
    )
    const coming = judged.flatMap(({ verdict, line: { outsider } }) =>
      verdict.do === 'create' ? [{ verdict, outsider, newcomer: { ...verdict.columns, id: newId() } }] : [],
    )
    const newcomers = new Map<Verdict, Newcomer>(coming.map(({ verdict, newcomer }) => [verdict, newcomer]))
    await importStore.update(
      tx,
      changed.map(({ after }) => after),
    )
    const [vouched, invited] = [coming.filter(isVouched), coming.filter((one) => !isVouched(one))]
    const as = { at: now(), language: rules.language }
    const made = new Set([
      ...(await importStore.insert(tx, invited.map(newcomerOf), { ...as, state: 'invited', joinMethod: 'import' })),
      ...(await importStore.insert(tx, vouched.map(newcomerOf), { ...as, state: 'active', joinMethod: 'ldap' })),
    ])
    await bind(
      tx,
      coming.filter(({ newcomer }) => made.has(newcomer.id)),
      rules,
    )
    await invite(
      tx,
      invited.map(newcomerOf).filter(({ id }) => made.has(id)),
      { ...by, language: rules.language },
    )
    const created = [...newcomers.values()].filter(({ id }) => made.has(id))
    await messages.notifyRole(tx, changed)
    const taken = textOf(by.language, errors.userEmailTaken.text)
    const done = judged.map(({ line, verdict }) => {
      const newcomer = newcomers.get(verdict)
      return newcomer && !made.has(newcomer.id) ? refused(line, 'emailAccounts', taken) : verdict
    })
    const skipped = done.filter(({ row }) => row.outcome === 'error').length
    await writeDown(tx, { created, changed, skipped, source: rules.source }, by)
    return done
  }

  /** People imported from a directory sign in with it. */
  async function bind(tx: Tx, created: Coming[], { methodId }: Rules): Promise<void> {
    const rows = created.flatMap(({ newcomer, outsider }) =>
      outsider && methodId
        ? [{ id: newId(), methodId, personId: newcomer.id, subject: outsider.subject, label: outsider.label }]
        : [],
    )
    await importStore.bind(tx, rows, now())
  }

  async function invite(tx: Tx, created: Newcomer[], { actor, language }: By): Promise<void> {
    const kind = 'invitation'
    const urls = await people.makeLinks(
      tx,
      created.map(({ id, email }) => ({ kind, personId: id, email })),
    )
    const hours = people.hoursOf(kind)
    await mails.queueAll(
      tx,
      created.map(({ id, email, name }, i) => ({
        kind,
        recipient: email,
        language,
        personId: id,
        details: { name, hours, inviter: actor.name },
        secrets: { url: urls[i] ?? '' },
      })),
    )
  }

  /** Records one audit entry for the batch, and for each account the entries of a single change. */
  async function writeDown(tx: Tx, { created, changed, skipped, source }: Done, { actor, caller }: By): Promise<void> {
    if (!created.length && !changed.length && !skipped) return
    const counts = { created: created.length, changed: changed.length, skipped }
    const notes: Omit<Note, 'actor' | 'caller'>[] = [
      { action: 'usersImported', after: { source, ...counts } },
      ...created.map((one) => ({ action: 'userCreated' as const, target: targetOf(one), after: auditValuesOf(one) })),
      ...changed.flatMap(({ before, after }) => changeNotes(before, after)),
    ]
    audit.record(tx, ...notes.map((said) => ({ ...said, actor, caller })))
  }

  async function carryOut(batches: Line[][], rules: Rules, by: By): Promise<Verdict[]> {
    const verdicts: Verdict[] = []
    for (const lines of batches) {
      const done = await transact(db, (tx) => write(tx, lines, rules, by))
      const changed = done.flatMap((verdict) => (verdict.do === 'update' ? [verdict.before.id] : []))
      await afterCommit(await importStore.signedIn(db, changed))
      verdicts.push(...done)
      await breathe()
    }
    return verdicts
  }

  /** Creates and changes accounts, or returns what would change; rows with problems are skipped. */
  async function bring(lines: Line[], wish: Wish, by: By): Promise<ImportResult> {
    const { isDryRun, ...rest } = wish
    const rules = { ...rest, repeats: repeatsIn(lines) }
    const verdicts = await (isDryRun ? rehearse : carryOut)(batchesOf(lines), rules, by)
    const rows = verdicts.map(({ row }) => row)
    const counts = { create: 0, update: 0, same: 0, error: 0 }
    for (const { outcome } of rows) counts[outcome] += 1
    return { isDryRun, rows, counts }
  }

  async function importSheet(
    { isDryRun, roles, language }: Omit<ParsedOf<typeof users.import>, 'file'>,
    { name: source, content }: Sheet,
    by: By,
  ): Promise<ImportResult> {
    const lines = linesOf(await readSheet(content, { rows: IMPORT_ROWS_MAX, columns: COLUMNS_MAX }), by.language)
    const keepsRoles = roles === 'keep'
    return bring(
      lines,
      { isDryRun: isDryRun === 'true', keepsRoles, methodId: null, source, language: language ?? by.language },
      by,
    )
  }

  async function importDirectory(
    { methodId, isDryRun, roles, language, ...wish }: ParsedOf<typeof users.importDirectory>,
    by: By,
  ): Promise<ImportResult> {
    const { name, people: outsiders } = await peopleOf(methods, methodId, wish)
    const bound = await importStore.boundTo(
      db,
      methodId,
      outsiders.map(({ subject }) => subject),
    )
    const lines = outsiders.map((outsider, index) => lineOf(outsider, index + 1, { org: wish.org, bound }))
    const how = { isDryRun, keepsRoles: roles === 'keep', methodId, source: name[by.language] }
    return bring(lines, { ...how, language: language ?? by.language }, by)
  }

  return { importSheet, importDirectory }
}
