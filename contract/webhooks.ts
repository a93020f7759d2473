import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'

/** Topics of webhooks; each requires the grant that reads it. */
export const WebhookTopic = z.enum(['space', 'file', 'table', 'publication'])
export type WebhookTopic = z.infer<typeof WebhookTopic>
export const DeliveryState = z.enum(['waiting', 'sent', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** HTTPS, or this machine, which only the operator's list of allowed addresses opens. */
function isReceiver(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  return !username && (protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname)))
}
export const WebhookDraft = z.object({
  url: z.string().check(z.trim(), z.maxLength(2000), z.refine(isReceiver)),
  topics: z.array(WebhookTopic).check(z.minLength(1), z.maxLength(WebhookTopic.options.length)),
})
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  topics: z.array(WebhookTopic),
  isOn: z.boolean(),
  createdAt: Timestamp,
  /** Deliveries that are waiting, and those that failed for good. */
  waiting: Count,
  failed: Count,
})
export type Webhook = z.infer<typeof Webhook>
/** A delivery of one event to one webhook. `status` is that of the last answer, 0 if there was none. */
export const Delivery = z.object({
  id: Id,
  event: z.string(),
  state: DeliveryState,
  attempts: Count,
  status: Count,
  error: z.string(),
  createdAt: Timestamp,
  nextAt: z.nullable(Timestamp),
  sentAt: z.nullable(Timestamp),
})
export type Delivery = z.infer<typeof Delivery>

const admin = { gate: 'admin', guard: 'session' } as const
export const webhooks = {
  list: operation({
    ...admin,
    method: 'GET',
    path: '/setting/webhooks',
    input: z.object({ applicationId: Id }),
    data: z.array(Webhook),
    errors: ['applicationGone'],
  }),
  /** Answers the secret that deliveries are signed with: the only time that it is shown. */
  create: operation({
    ...admin,
    method: 'POST',
    path: '/setting/webhooks',
    confirms: true,
    input: z.extend(WebhookDraft, { applicationId: Id }),
    data: z.object({ webhook: Webhook, secret: z.string() }),
    errors: ['confirmNeeded', 'applicationGone', 'webhooksTooMany'],
  }),
  setOn: operation({
    act: 'set',
    ...admin,
    method: 'PUT',
    path: '/setting/webhooks/:id/on',
    input: z.object({ id: Id, isOn: z.boolean() }),
    data: Nothing,
    errors: ['webhookGone'],
  }),
  remove: operation({
    act: 'delete',
    ...admin,
    method: 'DELETE',
    path: '/setting/webhooks/:id',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['webhookGone'],
  }),
  /** Sends an empty event, to test the receiver. */
  ping: operation({
    ...admin,
    method: 'POST',
    path: '/setting/webhooks/:id/ping',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['webhookGone'],
  }),
  deliveries: operation({
    ...admin,
    method: 'GET',
    path: '/setting/webhooks/:id/deliveries',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset, state: z.optional(DeliveryState) }),
    data: pageOf(Delivery),
    errors: [],
  }),
  resend: operation({
    ...admin,
    method: 'POST',
    path: '/setting/webhooks/:id/deliveries/:delivery/resend',
    input: z.object({ id: Id, delivery: Id }),
    data: Nothing,
    errors: ['webhookGone'],
  }),
}
