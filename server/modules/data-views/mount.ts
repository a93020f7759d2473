import type { FastifyInstance } from 'fastify'
import { DATA_VIEWS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { dataViews } from '#contract/data-views.ts'
import type { Lineage } from '#contract/queries/answer.ts'
import type { Deps } from '#server/deps.ts'
import type { ByActor } from '#server/http/context.ts'
import { mount } from '#server/http/mount.ts'
import { fedTables } from '#server/modules/data-sources/index.ts'
import { lookUp } from '#server/modules/files/index.ts'
import { publishedDatasets } from '#server/modules/publications/index.ts'
import type { Reports } from '#server/modules/reports/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { importedTables } from '#server/modules/tables/index.ts'
import type { DataViews } from './index.ts'
import { lineageOf } from './lineage.ts'

type Needs = Deps & {
  spaces: Pick<SpaceService, 'enter'>
  views: Pick<DataViews, 'visible' | 'namesOf'>
  reports: Pick<Reports, 'read'>
}
/** Datasets in a picture (our choice). */
const DATASETS_MAX = 500

/** Where the data of a space come from and what they become: data sources, files, tables, views, charts, boards, datasets. */
export function mountLineage(app: FastifyInstance, { db, spaces, views, reports }: Needs): void {
  async function lineage({ spaceId }: ParsedOf<typeof dataViews.lineage>, { actor }: ByActor): Promise<Lineage> {
    const { id, policyContext } = await spaces.enter(spaceId, actor)
    const [fed, imported, seen, shown, datasets] = await Promise.all([
      can(actor, 'dataSource.use', policyContext) ? fedTables(db, id, actor) : [],
      importedTables(db, id, actor),
      views.visible(id, actor, DATA_VIEWS_MAX),
      reports.read(id, actor, policyContext),
      publishedDatasets(db, id, DATASETS_MAX),
    ])
    async function aboveOf(ids: readonly string[]) {
      if (!ids.length) return () => []
      const { item } = await lookUp(db, id, { ids: [...ids] })
      return (one: string) => item(one)?.above.map((folder) => folder.id) ?? []
    }
    return lineageOf(
      { fed, imported, views: seen, reports: shown, datasets },
      { namesOf: (ids) => views.namesOf(id, ids, actor), aboveOf },
    )
  }
  mount(app, dataViews.lineage, lineage)
}
