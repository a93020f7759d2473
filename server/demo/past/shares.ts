import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { recordAt } from '#server/modules/journal/index.ts'
import { insertShare, secretFor } from '#server/modules/shares/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { PersonKey } from '../people.ts'
import { random } from '../random.ts'
import type { SampleSpace } from '../sample.ts'
import { boxesOfPast } from './boxes.ts'

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
] as const

/** Share links to files and folders with their visits, and drop boxes. */
export async function sharesOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  await boxesOfPast(tx, space)
  const { id, life, calendar, now, newId, seal } = space
  for (const { path, by, daysAgo, days, visits, mayDownload, openedBy } of life?.shares ?? []) {
    const person = space.person(by)
    const [at, shareId, itemId] = [calendar.at(daysAgo, 11, 20), newId(), space.itemId(path)]
    const title = path.slice(path.lastIndexOf('/') + 1)
    const isFile = space.stored.some((file) => file.path === path)
    await insertShare(tx, {
      ...secretFor(seal),
      id: shareId,
      space_id: id,
      kind: isFile ? 'file' : 'folder',
      title,
      person_id: person.id,
      items: [itemId],
      may_download: mayDownload,
      is_box: false,
      box_bytes: 0,
      password_way: 'none',
      password_hash: null,
      password_epoch: 0,
      expires_at: new Date(at.getTime() + days * DAY_MS),
      created_at: at,
    })
    await recordAt(
      tx,
      [{ spaceId: id, action: 'shared', doer: { ...person, channel: 'web' }, item: { id: itemId, name: title } }],
      at,
    )
    await openedLately(tx, space, { shareId, at, openedBy })
    const r = random(`visits ${path}`)
    const rows = Array.from({ length: visits }, () => {
      const action = mayDownload && r.next() < 0.35 ? ('downloaded' as const) : ('opened' as const)
      const came = new Date(
        at.getTime() + r.next() ** 1.6 * Math.min(days * DAY_MS, now().getTime() - at.getTime()) + HOUR_MS / 4,
      )
      return {
        share_id: shareId,
        at: came < now() ? came : now(),
        action,
        person_id: null,
        agent: r.pick(AGENTS),
        // Addresses kept for documentation. Source: RFC 5737.
        address: `203.0.113.${r.whole(2, 250)}`,
        item_name: action === 'opened' ? '' : title,
      }
    })
    if (!rows.length) continue
    await tx.insertInto('share_visit').values(rows).execute()
    const downloads = rows.filter(({ action }) => action === 'downloaded').length
    await tx
      .updateTable('share')
      .set({ visits: rows.length - downloads, downloads })
      .where('id', '=', shareId)
      .execute()
  }
}

type Opened = { shareId: string; at: Date; openedBy: readonly PersonKey[] | undefined }

/** People who opened a link find it again. */
async function openedLately(tx: Tx, { person, now }: SampleSpace, { shareId, at, openedBy }: Opened): Promise<void> {
  if (!openedBy?.length) return
  const span = now().getTime() - at.getTime()
  const rows = openedBy.map((who, place) => ({
    person_id: person(who).id,
    share_id: shareId,
    at: new Date(at.getTime() + (span * (place + 1)) / (openedBy.length + 1)),
  }))
  await tx.insertInto('received_share').values(rows).execute()
}
