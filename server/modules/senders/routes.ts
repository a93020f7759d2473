import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#server/failure.ts'
import type { ReceivedPublications } from '#server/modules/publications/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type Admission, SERVICE_VERSION } from './admission.ts'
import type { Announcing } from './announcing.ts'
import { ProtocolRefusal } from './refusal.ts'
import type { SenderRow } from './store.ts'
import { templateXml } from './template-xml.ts'

/** A record with its pictures, as other programs send them inside: 8 MiB of them in Base64 (our choice). */
const ANNOUNCEMENT_BYTES = 12_582_912
/** The services of the protocol, by their names there. */
const services = {
  ENTRY: '/fair/entry',
  GET_TEMPLATES: '/fair/templates',
  DATASET_PUBLISH: '/fair/publish',
  UPLOAD_COMPLETED: '/fair/completed',
  DATASET_CANCEL: '/fair/cancel',
} as const
/** The code of the kind of resource, with its label. */
const TYPE_CODES = { dataset: '11', observation: '11', sequencing: '11', software: '12', collection: '13' } as const

type Needs = {
  admission: Admission
  announcing: Announcing
  publications: ReceivedPublications
  settings: Pick<SettingService, 'features' | 'basic'>
  origin: () => string
}

/** The protocol by which other installations send datasets. Every refusal of it is a body with a code. */
export function senderRoutes(app: FastifyInstance, needs: Needs): void {
  const { admission, announcing, publications, settings, origin } = needs
  const isOn = async () => (await settings.features()).senders

  const refused =
    (run: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
      try {
        if (!(await isOn())) throw new ProtocolRefusal('offline')
        return reply.send(await run(request, reply))
      } catch (error) {
        if (error instanceof ProtocolRefusal) return reply.send(error.body)
        throw error
      }
    }
  /** Judges the ticket before a body is read, which may be large. */
  const admitted = async (request: FastifyRequest, reply: FastifyReply) => {
    const { token, version } = request.headers
    try {
      if (!(await isOn())) throw new ProtocolRefusal('offline')
      await admission.callerOf(token, version)
    } catch (error) {
      if (error instanceof ProtocolRefusal) return reply.send(error.body)
      throw error
    }
  }
  const service = (run: (sender: SenderRow, request: FastifyRequest) => Promise<unknown>) =>
    refused(async (request) => {
      const { token, version } = request.headers
      return run(await admission.callerOf(token, version), request)
    })
  const resourceOf = ({ query, body }: FastifyRequest): string => {
    const { resourceId } = { ...(body as object | undefined), ...(query as object) } as { resourceId?: unknown }
    return typeof resourceId === 'string' ? resourceId : ''
  }

  app.get(
    services.ENTRY,
    refused(async ({ headers, ip }) => ({
      ticket: await admission.enter(headers.secretkey, ip),
      serviceList: Object.entries(services).map(([name, path]) => ({
        name,
        version: SERVICE_VERSION,
        url: `${origin()}${path}`,
      })),
    })),
  )
  app.get(
    services.GET_TEMPLATES,
    service(async () =>
      [...(await publications.offered())].map(([name, { id, definition }]) => ({
        name,
        url: `${origin()}${services.GET_TEMPLATES}/${id}`,
        type: `${TYPE_CODES[definition.resourceType]}-${definition.resourceType}`,
      })),
    ),
  )
  // A template holds nothing secret, and some senders fetch it without their token.
  app.get(`${services.GET_TEMPLATES}/:id`, async (request, reply) => {
    const { id } = request.params as { id: string }
    const all = (await isOn()) ? [...(await publications.offered()).values()] : []
    const template = all.find((one) => one.id === id)
    if (!template) throw new Failure('notFound')
    const { dataSpaceName } = await settings.basic('zh')
    return reply.type('text/xml; charset=utf-8').send(templateXml(template.definition, dataSpaceName))
  })
  app.post(
    services.DATASET_PUBLISH,
    { bodyLimit: ANNOUNCEMENT_BYTES, onRequest: admitted },
    service((sender, { body }) => announcing.announce(sender, body)),
  )
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: services.UPLOAD_COMPLETED,
      handler: service(async (sender, request) => ({ result: await announcing.complete(sender, resourceOf(request)) })),
    })
    app.route({
      method,
      url: services.DATASET_CANCEL,
      handler: service(async (sender, request) => ({ result: await announcing.cancel(sender, resourceOf(request)) })),
    })
  }
}
