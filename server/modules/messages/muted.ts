import type { FastifyInstance } from 'fastify'
import type { ParsedOf } from '#contract/core/operation.ts'
import { messages } from '#contract/messages.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { mount } from '#server/http/mount.ts'
import type { Db } from '#server/storage/database.ts'
import { sqlMutedStore } from './muted-store.ts'

type Needs = {
  db: Db
  /** Of the module `spaces`, which needs this one for its messages. */
  spaces: { see: (spaceId: string, actor: SignedIn) => Promise<{ id: string }> }
  now: () => Date
}

/** Muting spaces; mounted apart, because spaces send messages themselves. */
export function mountMuted(app: FastifyInstance, { db, spaces, now }: Needs): void {
  const store = sqlMutedStore(db)

  async function list(paging: ParsedOf<typeof messages.muted>, { actor }: ByActor) {
    const page = await store.page(actor.id, paging)
    return { ...page, list: page.list.map((row) => ({ ...row, at: row.at.toISOString() })) }
  }

  /** Only a space that the caller may know of is muted; any can be unmuted. */
  async function mute({ spaceId, isOn }: ParsedOf<typeof messages.mute>, { actor }: ByActor): Promise<null> {
    if (isOn) await store.mute(actor.id, (await spaces.see(spaceId, actor)).id, now())
    else await store.unmute(actor.id, spaceId)
    return null
  }

  mount(app, messages.muted, list)
  mount(app, messages.mute, mute)
}
