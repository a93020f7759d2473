import { RegistryDraft } from '#contract/registries.ts'
import type { Services } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { transact } from '#server/storage/database.ts'

type Needs = Pick<Deps, 'db' | 'now'> & { services: Pick<Services, 'registries'> }

/** What is in the registries beside the people and organisations of accounts. */
const FOUNDATION = {
  kind: 'organisation' as const,
  name: '云汀湖泊基金会',
  otherName: 'Yunting Lakes Foundation',
}
const ENTRIES = [
  FOUNDATION,
  {
    kind: 'project' as const,
    name: '澄岚湖长期观测',
    otherName: 'Long-term observation of Lake Chenglan',
    identifier: 'YT-2026-017',
    organisation: FOUNDATION.name,
  },
  {
    kind: 'project' as const,
    name: '湖岸带生境调查',
    otherName: 'Survey of lake shore habitats',
    identifier: 'YT-2026-031',
    organisation: FOUNDATION.name,
  },
]

/** Fills the registries from the accounts, and with the projects of the institute and who funds them. */
export async function registriesOfPast({ db, now, services: { registries } }: Needs): Promise<void> {
  const by = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'role_admin')
    .orderBy('id')
    .executeTakeFirst()
  if (!by) return
  await transact(db, async (tx) => {
    await registries.fillFromAccounts(tx, { by: by.id, at: now() })
    for (const entry of ENTRIES) await registries.place(tx, RegistryDraft.parse(entry), { by: by.id, at: now() })
  })
}
