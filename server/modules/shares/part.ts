import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'

const boxTruth = sql`
  select s.id, s.title, s.box_used,
    (select coalesce(sum(r.bytes), 0) from share_receipt r where r.share_id = s.id)
      + (select coalesce(sum(u.size), 0) from upload u join share_receipt r on r.id = u.receipt_id
         where r.share_id = s.id and u.node_id is null) as used
  from share s where s.is_box`

export const sharesPart: SpacePart = {
  name: 'shares',
  tables: ['share', 'share_item', 'share_visit', 'share_receipt', 'received_share'],
  demo: async () => (await import('#server/demo/past/shares.ts')).sharesOfPast,
  doctor: [
    {
      check: 'drop-box-use',
      level: 'light',
      said: 'drop boxes count another use than what they hold',
      so: 'they take too much or too little',
      wrong: () => sql`select title as what from (${boxTruth}) as b where b.box_used <> b.used`,
      mend: {
        run: () =>
          sql`update share s set box_used = b.used from (${boxTruth}) as b where b.id = s.id and b.box_used <> b.used`,
        done: 'set right',
      },
    },
    {
      check: 'share-of-nothing',
      level: 'note',
      said: 'share links lead to nothing, for what they showed was deleted',
      so: 'their makers may end them',
      wrong: (now) => sql`
        select s.title as what from share s where s.kind not in ('space', 'board') and s.revoked_at is null and s.expires_at > ${now}
          and not exists (select 1 from share_item i where i.share_id = s.id)`,
    },
  ],
}
