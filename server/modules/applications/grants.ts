import { apiGroups } from '#contract/api-groups.ts'
import { ApiGroup, type Application, type applications } from '#contract/applications.ts'
import { GRANT_WARNING_DAYS } from '#contract/core/limits.ts'
import type { DataOf, Operation, ParsedOf } from '#contract/core/operation.ts'
import { operations } from '#contract/index.ts'
import { sectionPath } from '#contract/pages/paths.ts'
import type { By, Call } from '#server/http/context.ts'
import { summaryOf } from '#server/http/openapi.ts'
import { transact } from '#server/storage/database.ts'
import type { GrantStore } from './grants-store.ts'
import type { ApplicationNeeds } from './needs.ts'
import type { ApplicationService } from './service.ts'

const nameByOperation = new Map<Operation, string>(operations.map(([name, operation]) => [operation, name]))

type Needs = Pick<ApplicationNeeds, 'db' | 'messages' | 'now'> & { store: GrantStore; service: ApplicationService }

/** The grants of applications: groups of operations, each until a day or without an end. */
export function applicationGrants({ db, store, service, messages, now }: Needs) {
  async function grant({ id, grants }: ParsedOf<typeof applications.grant>, by: By): Promise<Application> {
    const before = await service.one(id)
    // Of a group that is named twice the last naming counts.
    const wanted = [...new Map(grants.map((one) => [one.group, one])).values()]
    return service.alter(id, by, async ({ tx, note }) => {
      await store.setGrants(tx, id, wanted)
      note({ action: 'applicationGranted', before: { grants: before.grants }, after: { grants: wanted } })
    })
  }

  async function apis(_input: object, { language }: Pick<Call, 'language'>): Promise<DataOf<typeof applications.apis>> {
    const granted = await store.grantedTo()
    return ApiGroup.options.map((group) => ({
      group,
      applications: granted.get(group) ?? 0,
      operations: apiGroups[group].map((operation: Operation) => {
        const { method, path, changes } = operation
        const name = nameByOperation.get(operation) ?? ''
        return { name, method, path: `/api${path}`, summary: summaryOf(language, name), changes }
      }),
    }))
  }

  /** Notifies administrators of grants that end soon, once for each end; run by schedule. */
  const warnOfEnds = (): Promise<number> =>
    transact(db, async (tx) => {
      const ending = await store.takeEnding(tx, now(), GRANT_WARNING_DAYS)
      for (const { name, days: left } of ending) {
        const values = { title: name, days: left }
        await messages.notify(tx, {
          kind: 'grantEnding',
          to: 'administrators',
          spaceId: null,
          values,
          link: sectionPath('openApi'),
        })
      }
      return ending.length
    })

  return { grant, apis, warnOfEnds }
}
