import type { FastifyInstance } from 'fastify'
import { webhooks } from '#contract/webhooks.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { mount } from '#server/http/mount.ts'
import { outsideGateway } from '#server/http/outside.ts'
import { admittedAddress, type OutsidePolicy } from '#server/http/outside-address.ts'
import type { Applications } from '#server/modules/applications/index.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { sqlDeliveryStore } from './deliveries-store.ts'
import { webhookSending } from './sending.ts'
import { webhookService } from './service.ts'
import { sqlWebhookStore } from './store.ts'

/** Whether the policy refuses an address; a name that isn't known now may be known later. */
async function isInside(url: URL, policy: OutsidePolicy): Promise<boolean> {
  try {
    await admittedAddress(url, policy)
    return false
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.cause === undefined
  }
}

/** How often a node looks for what is due; milliseconds. */
const LOOK_MS = 2000

type Needs = Deps & { audit: Audit; applications: Applications }

/** Sends events in their spaces to applications, signed by Standard Webhooks. */
export function webhooksModule(app: FastifyInstance, needs: Needs) {
  const { db, config, seal, now, log } = needs
  const store = sqlWebhookStore(db)
  const deliveries = sqlDeliveryStore(db)
  // The address is an administrator's, so it is asked whether or not members may import from outside.
  const policy = { ...config.outside, isOn: true }
  const service = webhookService({ ...needs, store, deliveries, isInside: (url) => isInside(new URL(url), policy) })
  const sending = webhookSending({ store: deliveries, outside: outsideGateway({ policy }), seal, now })
  mount(app, webhooks.list, service.list)
  mount(app, webhooks.create, service.create)
  mount(app, webhooks.setOn, service.setOn)
  mount(app, webhooks.remove, service.remove)
  mount(app, webhooks.ping, service.ping)
  mount(app, webhooks.deliveries, service.deliveries)
  mount(app, webhooks.resend, service.resend)

  const failed = (err: unknown) => log.warn({ err }, 'webhooks not delivered')
  const drain = () => sending.drain(failed)
  let timer: NodeJS.Timeout | undefined
  app.addHook('onClose', async () => clearInterval(timer))
  return {
    drain,
    sweep: service.sweep,
    /** Sends by the clock until the application closes. */
    start(): void {
      void store.renewActions().catch(failed)
      timer = setInterval(() => void drain().catch(failed), LOOK_MS).unref()
    },
  }
}
