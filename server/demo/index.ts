import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Services } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { transact } from '#server/storage/database.ts'
import { administrationOfPast } from './administration.ts'
import { answeredOfPast } from './answered.ts'
import { auditOfPast } from './audit.ts'
import { backupsOfSite } from './backups.ts'
import { calendarOf } from './calendar.ts'
import { making } from './making.ts'
import { otherSidesOfPast } from './other-sides.ts'
import { askForSpace } from './pending.ts'
import { DEMO_PASSWORD, people, WELCOMED } from './people.ts'
import { registriesOfPast } from './registries.ts'
import type { DemoSpace, Tools } from './sample.ts'
import { type Needs as SeedNeeds, seedSample } from './seed.ts'
import { describeSite } from './site.ts'
import { demoSpaces } from './spaces.ts'
import { trafficOfPast } from './traffic.ts'

/** Four months: the institute is older than the season. */
const SINCE_DAYS = 125

/** Files that are made ahead, so that they wait in memory. */
const AHEAD = 64

type Needs = Omit<SeedNeeds, 'calendar' | 'tools' | 'services'> &
  Pick<Deps, 'config'> & {
    services: Pick<Services, 'backups' | 'files' | 'spaces' | 'identifiers' | 'publications' | 'registries'>
  }

/** ffmpeg, when it can make films that browsers show. */
async function toolsOf(ffmpeg: string | null): Promise<Tools> {
  if (!ffmpeg) return { ffmpeg }
  const said = await promisify(execFile)(ffmpeg, ['-hide_banner', '-encoders']).catch(() => ({ stdout: '' }))
  return { ffmpeg: said.stdout.includes('libx264') ? ffmpeg : null }
}

/** Begins to make the first files of spaces, also before there is a database to put them in; `seedDemo` ends it. */
export async function beginDemo(
  { ffmpeg }: Pick<Needs['config'], 'ffmpeg'>,
  now: Date,
  spaces: readonly DemoSpace[] = demoSpaces,
) {
  const calendar = calendarOf(now)
  const tools = await toolsOf(ffmpeg)
  const processes = making({ nowMs: calendar.now.getTime(), tools })
  const [first] = spaces
  const count = Math.min(AHEAD, first?.files(calendar, tools).length ?? 0)
  if (first) for (let index = 0; index < count; index += 1) processes.begin({ identifier: first.identifier, index })
  return { calendar, tools, processes }
}
type Begun = Awaited<ReturnType<typeof beginDemo>>

/** Gives every version its persistent identifiers. */
async function identifyDatasets({ db, services }: Pick<Needs, 'db' | 'services'>): Promise<void> {
  await transact(db, async (tx) => {
    const rows = await tx.selectFrom('publication').select(['dataset_id', 'number']).execute()
    for (const { dataset_id: id, number } of rows) await services.identifiers.reserve(tx, id, number)
  })
}

/** Creates the sample once; returns lines about who may sign in. A second start changes nothing. */
export async function seedDemo({ config, ...needs }: Needs, begun?: Promise<Begun>): Promise<string[]> {
  const identifiers = demoSpaces.map(({ identifier }) => identifier)
  const there = await needs.db.selectFrom('space').select('identifier').where('identifier', 'in', identifiers).execute()
  const spaces = demoSpaces.filter(({ identifier }) => !there.some((row) => row.identifier === identifier))
  if (spaces.length) {
    const { calendar, tools, processes } = await (begun ?? beginDemo(config, needs.now(), spaces))
    const make = (space: { identifier: string }, _file: unknown, index: number) =>
      processes.make({ identifier: space.identifier, index })
    try {
      await describeSite(needs.db)
      await seedSample({ ...needs, calendar, tools }, { people, spaces, sinceDays: SINCE_DAYS, make })
      await identifyDatasets(needs)
      await needs.services.publications.completeSamples()
      await registriesOfPast(needs)
      await answeredOfPast({ ...needs, calendar })
      await administrationOfPast({ ...needs, calendar })
      await otherSidesOfPast({ ...needs, calendar })
      await askForSpace({ ...needs, calendar })
      await auditOfPast({ ...needs, calendar })
      await backupsOfSite({ db: needs.db, config, backups: needs.services.backups })
      await trafficOfPast(needs.db)
      await needs.services.spaces.warm()
      // Their bytes were hashed a moment ago, however old the files are said to be.
      await needs.db.updateTable('blob').set({ checked_at: needs.now() }).where('checked_at', 'is', null).execute()
    } finally {
      processes.end()
    }
  }
  return people
    .slice(0, WELCOMED)
    .map(({ email, role }) => `Demo account: ${email}  password: ${DEMO_PASSWORD}  (${role})`)
}
