import { sql } from 'kysely'
import type { Webhook, WebhookTopic } from '#contract/webhooks.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { actionsOf, groupOfTopic } from './topics.ts'

type WebhookRow = Omit<Webhook, 'isOn' | 'createdAt'> & { is_on: boolean; created_at: Date }

const webhookOf = ({ is_on, created_at, ...row }: WebhookRow): Webhook => ({
  ...row,
  isOn: is_on,
  createdAt: created_at.toISOString(),
})
const rowsOfTopics = (id: string, topics: readonly WebhookTopic[]) =>
  topics.flatMap((topic) =>
    actionsOf(topic).map((action) => ({ webhook_id: id, action, topic, api_group: groupOfTopic[topic] })),
  )

export const sqlWebhookStore = (db: Db) => ({
  async ofApplication(applicationId: string, from: Db | Tx = db): Promise<Webhook[]> {
    const { rows } = await sql<WebhookRow>`
      select w.id, w.url, w.topics, w.is_on, w.created_at, c.waiting, c.failed
      from webhook w, lateral (
        select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed')::int as failed
        from webhook_delivery d where d.webhook_id = w.id) c
      where w.application_id = ${applicationId}::uuid order by w.created_at, w.id`.execute(from)
    return rows.map(webhookOf)
  },
  async insert(
    tx: Tx,
    one: { id: string; applicationId: string; url: string; topics: WebhookTopic[]; sealed: Buffer; at: Date },
  ): Promise<void> {
    const { id, topics } = one
    const row = { id, application_id: one.applicationId, url: one.url, topics, sealed_secret: one.sealed }
    await tx
      .insertInto('webhook')
      .values({ ...row, created_at: one.at })
      .execute()
    await tx.insertInto('webhook_action').values(rowsOfTopics(id, topics)).execute()
  },
  /** The application of a webhook and its address; undefined when there is none. */
  find: (tx: Db | Tx, id: string) =>
    tx.selectFrom('webhook').select(['application_id', 'url']).where('id', '=', id).executeTakeFirst(),
  setOn: (tx: Tx, id: string, isOn: boolean) =>
    tx.updateTable('webhook').set({ is_on: isOn }).where('id', '=', id).execute(),
  remove: (tx: Tx, id: string) => tx.deleteFrom('webhook').where('id', '=', id).execute(),
  /** A later version has more actions: webhooks tell of them too. */
  async renewActions(): Promise<void> {
    const rows = await db.selectFrom('webhook').select(['id', 'topics']).execute()
    const wanted = rows.flatMap(({ id, topics }) => rowsOfTopics(id, topics))
    if (wanted.length)
      await db
        .insertInto('webhook_action')
        .values(wanted)
        .onConflict((one) => one.doNothing())
        .execute()
  },
})
export type WebhookStore = ReturnType<typeof sqlWebhookStore>
