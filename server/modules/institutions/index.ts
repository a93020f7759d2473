import type { FastifyInstance } from 'fastify'
import { type InstitutionKind, institutions } from '#contract/institutions.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { WatchOutgoing } from '#server/http/outgoing.ts'
import { outsideGateway } from '#server/http/outside.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Delivery } from './delivery.ts'
import { instdbDelivery } from './instdb.ts'
import { institutionClient } from './protocol.ts'
import { repositoryAsking } from './repositories/asking.ts'
import { dataverseDelivery } from './repositories/dataverse.ts'
import { invenioDelivery } from './repositories/invenio.ts'
import { institutionService } from './service.ts'
import { sqlInstitutionStore } from './store.ts'
import { sqlRemoteTemplates } from './template-store.ts'
import { remoteTemplates } from './templates.ts'

export type { Begun, FileSender } from './delivery.ts'
export { accessNameOf, accessNames, jsonLdOf } from './json-ld.ts'
export { codePurposeOf } from './service.ts'
export { type Bean, beansOf, both, fieldReader, freeKey, lastOf } from './template-xml.ts'

type Needs = Deps & { audit: Audit; watchOutgoing: WatchOutgoing }

/** Functions for other modules. */
export type Institutions = ReturnType<typeof institutionsModule>

/** Institutions that datasets are sent to, by their protocol. */
export function institutionsModule(app: FastifyInstance, needs: Needs) {
  const { db, config, now, watchOutgoing: watch } = needs
  const outside = outsideGateway({ policy: config.outside, watch })
  const client = institutionClient({ ...needs, outside })
  const store = sqlInstitutionStore(db)
  const ask = repositoryAsking(outside)
  const deliveries: Record<InstitutionKind, Delivery> = {
    instdb: instdbDelivery({ client, outside, policy: config.outside, watch }),
    invenio: invenioDelivery(ask),
    dataverse: dataverseDelivery(ask, now),
  }
  const service = institutionService({ ...needs, store, client, deliveries })
  const templates = remoteTemplates({ ...needs, store: sqlRemoteTemplates(db), client, outside, service })
  mount(app, institutions.list, service.list)
  mount(app, institutions.offered, service.offered)
  mount(app, institutions.templates, templates.offered)
  mount(app, institutions.create, service.create)
  mount(app, institutions.edit, service.edit)
  mount(app, institutions.remove, service.remove)
  mount(app, institutions.test, service.test)
  return { rowOf: service.rowOf, offered: service.offered, templates, deliveries }
}
