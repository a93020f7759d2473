import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Identifiers } from '#server/modules/identifiers/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { arkRoutes } from './ark-routes.ts'
import { oaiRoutes } from './oai/index.ts'
import { noteEndedEmbargoes } from './oai-store.ts'
import { datasetPage } from './page.ts'
import { datasetRoutes } from './routes.ts'
import { datasetService } from './service.ts'

type Needs = Deps & { origin: () => string; settings: SettingService; identifiers: Identifiers; files: FilesModule }

/** Functions for the pages. */
export type DatasetsModule = ReturnType<typeof datasetsModule>

/** What the world sees of published datasets: pages, formats, files, identifiers. */
export function datasetsModule(app: FastifyInstance, needs: Needs) {
  const { settings, config } = needs
  const service = datasetService(needs)
  datasetRoutes(app, { ...needs, service })
  arkRoutes(app, { ...needs, service })
  const about = async () => {
    const [{ dataSpaceName: name }, { email }] = await Promise.all([settings.basic('en'), settings.institution()])
    return { name, email: email || config.adminEmail }
  }
  oaiRoutes(app, { ...needs, service, about })
  return {
    pageOf: datasetPage({ ...needs, service }),
    noteEndedEmbargoes: () => noteEndedEmbargoes(needs.db, needs.now()),
  }
}
