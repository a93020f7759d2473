import { TEMPLATES_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Happening } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { MetadataNeeds } from './needs.ts'
import { countOf } from './template-store.ts'

type SettingAction = Extract<Happening['action'], `template${string}` | `vocabulary${string}`>

/** A caller who may only read the space gets a permission error; one who may not even read it gets not found. */
export async function changeSettings<T>(
  { spaces }: MetadataNeeds,
  spaceId: string,
  actor: SignedIn,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  await spaces.enter(spaceId, actor)
  return spaces.change(spaceId, actor, 'space.templates', run)
}

type Setting = { spaceId: string; actor: SignedIn; action: SettingAction; name: string }
export const recordSetting = ({ journal }: MetadataNeeds, tx: Tx, { spaceId, actor, action, name }: Setting) =>
  journal.record(tx, [{ spaceId, action, doer: actor, item: { name } }])

export async function demandRoom(tx: Tx, kind: 'meta_template' | 'vocabulary', spaceId: string): Promise<void> {
  if ((await countOf(tx, kind, spaceId)) >= TEMPLATES_MAX)
    throw new Failure('templatesTooMany', { values: { count: TEMPLATES_MAX } })
}
