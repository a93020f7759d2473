import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { DatasetAccess } from '#server/modules/dataset-access/index.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { FrozenBoards } from '#server/modules/frozen-boards/index.ts'
import type { Identifiers } from '#server/modules/identifiers/index.ts'
import type { Registries } from '#server/modules/registries/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { arkRoutes } from './ark-routes.ts'
import { boardsOfDatasets } from './boards.ts'
import { datasetCatalogue } from './catalogue.ts'
import { crawledFrom, crawledStarts } from './catalogue-store.ts'
import { feedRoutes } from './feed.ts'
import { oaiRoutes } from './oai/index.ts'
import { noteEndedEmbargoes } from './oai-store.ts'
import { datasetPage } from './page.ts'
import { identifierRegistering } from './registering.ts'
import { datasetRoutes } from './routes.ts'
import { datasetService } from './service.ts'
import { usageCounter } from './usage.ts'

type Needs = Deps & {
  origin: () => string
  settings: SettingService
  identifiers: Identifiers
  files: FilesModule
  access: DatasetAccess
  boards: FrozenBoards
  registries: Pick<Registries, 'named'>
}

/** Functions for the pages. */
export type DatasetsModule = ReturnType<typeof datasetsModule>

/** The public view of published datasets: pages, formats, files, identifiers. */
export function datasetsModule(app: FastifyInstance, needs: Needs) {
  const { settings, config } = needs
  const service = datasetService(needs)
  const usage = usageCounter(app, needs)
  datasetRoutes(app, { ...needs, service, usage })
  arkRoutes(app, { ...needs, service })
  const about = async () => {
    const [{ dataSpaceName: name }, { email }] = await Promise.all([settings.basic('en'), settings.institution()])
    return { name, email: email || config.adminEmail }
  }
  oaiRoutes(app, { ...needs, service, about })
  const catalogue = datasetCatalogue(needs)
  feedRoutes(app, { ...needs, catalogue, about })
  const boards = boardsOfDatasets(app, { ...needs, service })
  return {
    /** A board of a version for its page. Throws reportGone. */
    boardOf: boards.opened,
    catalogue,
    crawled: {
      from: (id: string | null, most: number) => crawledFrom(needs.db, id, most),
      starts: (every: number) => crawledStarts(needs.db, every),
    },
    ...datasetPage({ ...needs, service, usage, boards }),
    writeUsage: usage.write,
    registerIdentifiers: identifierRegistering({ ...needs, service, datacite: config.datacite, handle: config.handle }),
    noteEndedEmbargoes: () => noteEndedEmbargoes(needs.db, needs.now()),
  }
}
