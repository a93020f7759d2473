import type { FastifyInstance } from 'fastify'
import { publicationTemplates } from '#contract/publication-templates.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Institutions } from '#server/modules/institutions/index.ts'
import { templateService } from './service.ts'
import { sqlTemplateStore } from './store.ts'

export { builtIn as builtInTemplates, type PublicationTemplates } from './service.ts'
export { bean, beansXml, group } from './xml-beans.ts'
export { stockParts, stockTypes } from './xml-words.ts'

/** The metadata templates of this site, and those of institutions by their ids. */
export function publicationTemplatesModule(
  app: FastifyInstance,
  deps: Deps & { audit: Audit; institutions: Institutions },
) {
  const service = templateService({ ...deps, store: sqlTemplateStore(deps.db) })
  mount(app, publicationTemplates.offered, service.all)
  mount(app, publicationTemplates.list, service.list)
  mount(app, publicationTemplates.versions, service.versions)
  mount(app, publicationTemplates.set, service.set)
  mount(app, publicationTemplates.read, service.read)
  mountBytes(app, publicationTemplates.xml, async ({ id }, { reply }) =>
    reply
      .header('content-type', 'application/xml; charset=utf-8')
      .header('content-disposition', `attachment; filename="${id}.xml"`)
      .send(await service.xml({ id })),
  )
  return service
}
