import { randomBytes } from 'node:crypto'
import type { AuditAction } from '#contract/audit.ts'
import { WEBHOOK_DAYS_KEPT, WEBHOOKS_MAX } from '#contract/core/limits.ts'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { webhooks } from '#contract/webhooks.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { InvalidInput } from '#server/http/answer.ts'
import type { By } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Applications } from '#server/modules/applications/index.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { DeliveryStore } from './deliveries-store.ts'
import { SECRET_PURPOSE } from './sending.ts'
import type { WebhookStore } from './store.ts'

const SECRET_BYTES = 32
/** The event that a try sends. */
const PING = 'ping'

type Needs = Pick<Deps, 'db' | 'seal' | 'now' | 'newId'> & {
  store: WebhookStore
  deliveries: DeliveryStore
  audit: Audit
  applications: Pick<Applications, 'one'>
  /** Whether deliveries to this address will be refused: it is inside this network and the operator doesn't allow it. */
  isInside: (url: string) => Promise<boolean>
}
type One = { id: string }

/** Addresses of applications that get the events in their spaces. */
export function webhookService({ db, store, deliveries, seal, audit, applications, isInside, now, newId }: Needs) {
  async function list({ applicationId }: ParsedOf<typeof webhooks.list>) {
    await applications.one(applicationId)
    return store.ofApplication(applicationId)
  }

  async function create(
    { applicationId, url, topics }: ParsedOf<typeof webhooks.create>,
    { actor, caller, language }: By,
  ): Promise<DataOf<typeof webhooks.create>> {
    const { name } = await applications.one(applicationId)
    if (await isInside(url))
      throw new InvalidInput([{ field: 'url', message: textOf(language, 'webhooks.url.inside') }])
    const id = newId()
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
    const one = { id, applicationId, url, topics: [...new Set(topics)], sealed: seal.close(secret, SECRET_PURPOSE) }
    const webhook = await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      if ((await store.ofApplication(applicationId, tx)).length >= WEBHOOKS_MAX)
        throw new Failure('webhooksTooMany', { values: { count: WEBHOOKS_MAX } })
      await store.insert(tx, { ...one, at: now() })
      const target = { id: applicationId, name }
      audit.record(tx, { action: 'webhookMade', actor, caller, target, after: { url, topics } })
      return (await store.ofApplication(applicationId, tx)).find((made) => made.id === id)
    })
    if (!webhook) throw new Failure('webhookGone')
    return { webhook, secret }
  }

  /** Changes a webhook; `action` names it in the audit log, if it belongs there. */
  async function alter(
    { id }: One,
    { actor, caller }: By,
    action: AuditAction | null,
    change: (tx: Tx) => Promise<unknown>,
  ) {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const found = await store.find(tx, id)
      if (!found) throw new Failure('webhookGone')
      const { name } = await applications.one(found.application_id)
      await change(tx)
      const target = { id: found.application_id, name }
      if (action) audit.record(tx, { action, actor, caller, target, before: { url: found.url } })
    })
    return null
  }

  const resend = ({ id, delivery }: ParsedOf<typeof webhooks.resend>, by: By) =>
    alter({ id }, by, 'webhookResent', async (tx) => {
      if (!(await deliveries.resend(tx, id, delivery, now()))) throw new Failure('webhookGone')
    })

  return {
    list,
    create,
    setOn: ({ id, isOn }: ParsedOf<typeof webhooks.setOn>, by: By) =>
      alter({ id }, by, isOn ? 'webhookOn' : 'webhookOff', (tx) => store.setOn(tx, id, isOn)),
    remove: ({ id }: One, by: By) => alter({ id }, by, 'webhookRemoved', (tx) => store.remove(tx, id)),
    ping: ({ id }: One, by: By) =>
      alter({ id }, by, null, (tx) => deliveries.add(tx, { id: newId(), webhook_id: id, event: PING, at: now() })),
    deliveries: deliveries.page,
    resend,
    sweep: () => deliveries.sweep(new Date(now().getTime() - WEBHOOK_DAYS_KEPT * DAY_MS)),
  }
}
