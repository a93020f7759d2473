import { methodConfigs } from '#contract/methods.ts'
import { codePurposeOf } from '#server/modules/institutions/index.ts'
import { type Db, transact } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { Calendar } from './calendar.ts'

type Needs = { db: Db; seal: Seal; calendar: Calendar; newId: () => string }

/** A repository that was connected in the season. No such host exists, and the last test said so. */
const institution = {
  name: '青原生态数据中心',
  host: 'https://repository.qingyuan.example',
  account: 'YT-LAKE-02',
  kind: 'instdb' as const,
  transfer: 'https' as const,
  is_on: false,
  error: 'outsideUnreachable',
  templates_at: null,
}
/** A sign-in method that is set up and waits to be turned on. */
const method = {
  kind: 'oidc' as const,
  name: { zh: '云汀统一认证', en: 'Yunting single sign-on' },
  is_on: false,
  position: 0,
  config: methodConfigs.oidc.parse({ issuer: 'https://login.yunting.example', clientId: 'dataspace' }),
}

/** Other sites that the institute works with: a publishing institution and a sign-in method, both of them off. */
export async function otherSidesOfPast({ db, seal, calendar, newId }: Needs): Promise<void> {
  const [institutionId, methodId] = [newId(), newId()]
  const [addedAt, madeAt] = [calendar.at(41, 10), calendar.at(12, 15)]
  await transact(db, async (tx) => {
    await tx
      .insertInto('institution')
      .values({
        ...institution,
        id: institutionId,
        code: seal.close(newId(), codePurposeOf(institutionId)),
        created_at: addedAt,
        checked_at: calendar.at(2, 9),
      })
      .execute()
    await tx
      .insertInto('method')
      .values({
        ...method,
        id: methodId,
        secrets: seal.close({ clientSecret: newId() }, 'method'),
        created_at: madeAt,
        updated_at: madeAt,
      })
      .execute()
  })
}
