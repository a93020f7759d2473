import type { ParsedOf } from '#contract/core/operation.ts'
import type { PublicationDetails, publications } from '#contract/publications.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { transact } from '#server/storage/database.ts'
import type { Involvements } from './involvement.ts'
import type { PublicationNeeds } from './needs.ts'
import type { PublicationReading } from './reading.ts'

type Needs = PublicationNeeds & { reading: PublicationReading; involvements: Involvements }

/**
 * Names the CSTR of a published version: what a registration agency gave it is no part of what was frozen. Throws
 * publicationGone, spaceRightMissing, publicationStateChanged, publicationCstrTaken.
 */
export function publicationNaming({ db, store, audit, now, reading, involvements, identifiers }: Needs) {
  return async ({ id, cstr }: ParsedOf<typeof publications.setCstr>, by: By): Promise<PublicationDetails> => {
    const { actor, caller } = by
    const { row } = await reading.found(id, actor)
    const { mayEdit, isAdministrator } = await involvements.involvementOf(row, actor)
    if (!mayEdit && !isAdministrator) throw new Failure('spaceRightMissing')
    await transact(db, async (tx) => {
      const held = await store.held(tx, id)
      if (held?.state !== 'published' || held.institution_id) throw new Failure('publicationStateChanged')
      await store.setCstr(tx, id, cstr, now())
      // The CSTR is also sent to the registry of the DOI.
      await identifiers.announce(tx, held.dataset_id)
      const change = { before: { cstr: held.cstr }, after: { cstr } }
      audit.record(tx, { action: 'datasetCstrSet', actor, caller, target: { id, name: held.title }, ...change })
    })
    return reading.show({ id }, by)
  }
}
