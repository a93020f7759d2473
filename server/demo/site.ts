import type { Institution, Website } from '#contract/settings.ts'
import type { Db } from '#server/storage/database.ts'

const none = { zh: '', en: '' }
const website: Website = {
  dataSpaceName: { zh: '云汀数据空间', en: 'Yunting Data' },
  indexTitle: none,
  indexDescription: none,
  notice: none,
  copyright: none,
  clause: none,
  poweredBy: '',
  logo: '',
  banner: '',
  updateNotice: none,
}
const institution: Institution = {
  name: { zh: '云汀研究院', en: 'Yunting Institute' },
  address: { zh: '澄岚湖西岸观测路 1 号', en: '1 Station Road, west shore of Lake Chenglan' },
  contact: '林蔚',
  email: 'data@demo.test',
  telephone: '',
  homepage: '',
  introduction: {
    zh: '虚构的湖泊与流域研究机构，用来展示平台。',
    en: 'An invented institute of lakes and catchments that shows what the platform does.',
  },
}

/** The name of the invented institute, where nobody has set another. */
export async function describeSite(db: Db): Promise<void> {
  const rows = Object.entries({ website, institution }).map(([key, value]) => ({ key, value: JSON.stringify(value) }))
  await db
    .insertInto('setting')
    .values(rows)
    .onConflict((known) => known.doNothing())
    .execute()
}
