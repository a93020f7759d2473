import type { ParsedOf } from '#contract/core/operation.ts'
import type { metadata as calls, Vocabulary, VocabularyRecord } from '#contract/metadata.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import type { MetadataNeeds } from './needs.ts'
import { changeSettings, demandRoom, recordSetting } from './setting-changes.ts'
import { dropVocabulary, putVocabulary, userOf, vocabulariesById, vocabulariesOf } from './template-store.ts'

type Of<Call extends keyof typeof calls> = ParsedOf<(typeof calls)[Call]>

/** The vocabularies of a space. */
export function vocabularyRules(needs: MetadataNeeds) {
  const { db, spaces, now, newId } = needs

  async function vocabulary({ spaceId, id }: Of<'vocabulary'>, { actor }: ByActor): Promise<Vocabulary> {
    const found = (await vocabulariesById(db, (await spaces.enter(spaceId, actor)).id, [id])).get(id)
    if (!found) throw new Failure('vocabularyGone')
    return found
  }

  const saveVocabulary = (input: Of<'saveVocabulary'>, { actor }: ByActor): Promise<Vocabulary> =>
    changeSettings(needs, input.spaceId, actor, async (tx) => {
      const { spaceId, name } = input
      const before = input.id ? (await vocabulariesById(tx, spaceId, [input.id])).get(input.id) : null
      if (input.id && !before) throw new Failure('vocabularyGone')
      if (before && before.stamp !== input.stamp) throw new Failure('metadataChanged', { data: before })
      if (!before) await demandRoom(tx, 'vocabulary', spaceId)
      const id = before?.id ?? newId()
      const content = [...new Set(input.terms.map((term) => term.normalize('NFC')))]
      await putVocabulary(tx, { id, spaceId, name, content, at: now() })
      await recordSetting(needs, tx, { spaceId, actor, action: 'vocabularySaved', name: name })
      const saved = (await vocabulariesById(tx, spaceId, [id])).get(id)
      if (!saved) throw new Failure('vocabularyGone')
      return saved
    })

  const removeVocabulary = ({ spaceId, id }: Of<'removeVocabulary'>, { actor }: ByActor): Promise<null> =>
    changeSettings(needs, spaceId, actor, async (tx) => {
      const before = (await vocabulariesById(tx, spaceId, [id])).get(id)
      if (!before) throw new Failure('vocabularyGone')
      const user = await userOf(tx, spaceId, id)
      if (user !== null) throw new Failure('vocabularyUsed', { values: { name: user } })
      await dropVocabulary(tx, id)
      await recordSetting(needs, tx, { spaceId, actor, action: 'vocabularyRemoved', name: before.name })
      return null
    })

  return {
    vocabulary,
    saveVocabulary,
    removeVocabulary,
    vocabularies: async ({ spaceId }: { spaceId: string }, { actor }: ByActor): Promise<VocabularyRecord[]> =>
      vocabulariesOf(db, (await spaces.enter(spaceId, actor)).id),
  }
}
