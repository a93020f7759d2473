import { HOUR_MS } from '#contract/core/time.ts'
import { recordAt } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { random } from '../random.ts'
import type { SampleSpace } from '../sample.ts'

/** Downloads by members during the season: of files that existed by then. */
export async function downloadsOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  const { id, identifier, owner, joinedAt, life, now } = space
  if (!life) return
  const r = random(`downloads ${identifier}`)
  const people = [owner, ...joinedAt.keys()]
  const channels = ['web', 'web', 'web', 'webdav', 'sftp', 'token'] as const
  for (let i = 0; i < life.downloads; i += 1) {
    const file = r.pick(space.stored)
    const spanMs = now().getTime() - file.at.getTime()
    const at = new Date(file.at.getTime() + r.next() * spanMs)
    at.setHours(r.whole(8, 19), r.whole(0, 59), r.whole(0, 59))
    if (at < file.at || at.getTime() > now().getTime() - HOUR_MS) continue
    const cut = file.path.lastIndexOf('/')
    const item = {
      id: space.itemId(file.path),
      name: file.path.slice(cut + 1),
      path: `/${file.path.slice(0, Math.max(0, cut))}`,
    }
    const doer = { ...space.person(r.pick(people)), channel: r.pick(channels) }
    await recordAt(tx, [{ spaceId: id, action: 'downloaded', doer, item }], at)
  }
}
