import { REPORT_VERSIONS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { ReportContent, ReportVersion, reports } from '#contract/reports.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { versionOf } from './records.ts'
import type { One, ReportService, Saved } from './service.ts'
import type { ReportVersionStore } from './version-store.ts'

type Needs = { service: Pick<ReportService, 'editable' | 'change'>; store: ReportVersionStore; now: () => Date }
type OfVersion = One & { number: number }

/** Published contents of reports, one version each time, kept for those who may change them. */
export function reportVersions({ service, store, now }: Needs) {
  const publish = (
    { spaceId, id, version, name }: ParsedOf<typeof reports.publish>,
    { actor }: ByActor,
  ): Promise<Saved> =>
    service.change({ spaceId, id, version }, actor, async (tx, row) => {
      if ((await store.makeRoom(tx, id, REPORT_VERSIONS_MAX)) >= REPORT_VERSIONS_MAX)
        throw new Failure('reportVersionsTooMany')
      const number = row.last_number + 1
      await store.insert(tx, { reportId: id, number, name, makerId: actor.id, at: now() })
      return { set: { published: number, last_number: number }, action: 'reportPublished' }
    })

  /** Takes a report back from its readers: it is there for its maker alone again. */
  const withdraw = (one: One, { actor }: ByActor): Promise<Saved> =>
    service.change(one, actor, async () => ({ set: { published: null }, action: 'reportWithdrawn' }))

  async function all(one: One, { actor }: ByActor): Promise<ReportVersion[]> {
    const { published } = await service.editable(one, actor)
    return (await store.all(one.id)).map((row) => versionOf(row, published))
  }

  async function content({ number, ...one }: OfVersion, { actor }: ByActor): Promise<ReportContent> {
    await service.editable(one, actor)
    const found = await store.content(one.id, number)
    if (!found) throw new Failure('reportVersionGone')
    return found
  }

  async function rename(
    { number, name, ...one }: ParsedOf<typeof reports.nameVersion>,
    { actor }: ByActor,
  ): Promise<null> {
    await service.change(one, actor, async (tx) => {
      if (!(await store.rename(tx, { reportId: one.id, number, name }))) throw new Failure('reportVersionGone')
      return null
    })
    return null
  }

  /** Makes a version the draft; its readers see no change until it is published. */
  const restore = ({ number, ...one }: ParsedOf<typeof reports.restore>, { actor }: ByActor): Promise<Saved> =>
    service.change(one, actor, async (tx) => {
      const draft = await store.content(one.id, number, tx)
      if (!draft) throw new Failure('reportVersionGone')
      return { set: { draft }, action: 'reportRestored' }
    })

  return { publish, withdraw, all, content, rename, restore }
}
