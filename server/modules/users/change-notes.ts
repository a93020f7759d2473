import type { Note } from '#server/modules/audit/index.ts'
import { fields, type PersonRow } from '#server/modules/people/index.ts'
import { targetOf } from './change.ts'
import { auditValuesOf } from './row-store.ts'

/** The audit entries of a changed account: one for its fields and one for its role, each where something differs. */
export function changeNotes(person: PersonRow, changed: PersonRow): Omit<Note, 'actor' | 'caller'>[] {
  const target = targetOf(changed)
  const [before, after] = [auditValuesOf(person), auditValuesOf(changed)]
  const notes: Omit<Note, 'actor' | 'caller'>[] = []
  if (fields.some((field) => field !== 'role' && before[field] !== after[field]))
    notes.push({ target, action: 'userChanged', before: { ...before, role: after.role }, after })
  if (person.role !== changed.role)
    notes.push({
      target,
      action: 'roleChanged',
      before: { role: person.role, roleSource: person.role_source },
      after: { role: changed.role, roleSource: changed.role_source },
    })
  return notes
}
