import { isDeepStrictEqual } from 'node:util'
import type { ParsedOf } from '#contract/core/operation.ts'
import { metadataOf, metadataProblems } from '#contract/publications/check.ts'
import { correctedParts } from '#contract/publications/corrections.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import { CLASSIFIED, narrowedKeys } from '#contract/publications/template.ts'
import type { PublicationDetails, publications } from '#contract/publications.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { classified } from './classified.ts'
import { keepCorrection } from './correction-store.ts'
import { titleOf } from './drafts.ts'
import type { Involvements } from './involvement.ts'
import type { PublicationNeeds } from './needs.ts'
import type { PublicationReading } from './reading.ts'
import type { PublicationRow } from './store.ts'

type Needs = PublicationNeeds & { reading: PublicationReading; involvements: Involvements }
const asJson = <T>(value: T) => JSON.stringify(value) as unknown as T

/**
 * Corrects the metadata of a published version. Its files, access and licence stay, and so does what was said before:
 * each correction is shown with its reason. Throws publicationGone, spaceRightMissing, publicationStateChanged,
 * publicationIncomplete.
 */
export function publicationCorrecting(needs: Needs) {
  const { db, store, templates, journal, audit, bus, identifiers, now, newId, reading, involvements } = needs

  /** The record that the corrected fields make, if it is whole. */
  async function recordOf({ metadata }: PublicationRow, fields: DraftFields) {
    const template = await templates.one(fields.template ?? '')
    if (!template || !metadata) throw new Failure('publicationIncomplete')
    const problems = metadataProblems(classified(template), fields, now().toISOString().slice(0, 10))
    // Values that can't be corrected were valid when the version was published.
    const kept = isDeepStrictEqual(fields.subjects ?? [], metadata.subjects)
      ? [...narrowedKeys, CLASSIFIED]
      : narrowedKeys
    const errors = problems.filter(({ level, place }) => level === 'error' && !kept.includes(place))
    if (errors.length) throw new Failure('publicationIncomplete', { values: { count: errors.length }, data: problems })
    const made = metadataOf(classified(template), { ...fields, licence: metadata.licence, access: metadata.access })
    const subjectNames = { ...metadata.subjectNames, ...made.subjectNames }
    const isNamed = Object.keys(subjectNames).length > 0
    return { ...made, ...(isNamed && { subjectNames }), resourceType: metadata.resourceType }
  }

  return async (wish: ParsedOf<typeof publications.correct>, by: By): Promise<PublicationDetails> => {
    const { id, reason } = wish
    const { actor, caller } = by
    const { row } = await reading.found(id, actor)
    const { isOwner, isAdministrator } = await involvements.involvementOf(row, actor)
    if (!isOwner && !isAdministrator) throw new Failure('spaceRightMissing')
    await transact(db, async (tx) => {
      if (isAdministrator) await holdAdministrator(tx, actor)
      const held = await store.held(tx, id)
      if (held?.state !== 'published' || held.institution_id || !held.metadata)
        throw new Failure('publicationStateChanged')
      const fields: DraftFields = { ...held.fields, ...wish.fields }
      const was = held.metadata
      const metadata = await recordOf(held, fields)
      const changed = correctedParts.filter((part) => !isDeepStrictEqual(metadata[part], was[part]))
      if (!changed.length) return
      const [at, title] = [now(), titleOf(fields)]
      const before = Object.fromEntries(changed.map((part) => [part, was[part]]))
      const number = await keepCorrection(tx, id, { at, reason, before })
      await store.update(tx, id, { fields: asJson(fields), metadata: asJson(metadata), title, changed_at: at })
      await store.addEvent(tx, { id: newId(), publication_id: id, kind: 'corrected', person_id: actor.id, reason, at })
      // The correction is also sent to the registries of its identifiers.
      await identifiers.announce(tx, held.dataset_id)
      const item = { id, name: title }
      const details = { version: `V${held.number}.${number}`, reason }
      const { space_id: spaceId } = held
      if (spaceId) {
        await journal.record(tx, [{ spaceId, action: 'publicationCorrected', doer: actor, item, details }])
        await publishSpaceChange(bus, spaceId, tx)
      }
      audit.record(tx, { action: 'datasetCorrected', actor, caller, target: item, after: details })
      fault('publication-deciding')
    })
    return reading.show({ id }, by)
  }
}
