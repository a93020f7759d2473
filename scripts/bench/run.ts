/**
 * `npm run bench`: runs every job and prints our figure, the limit measured in the same run, the ratio and the target.
 * With names (`npm run bench archives versions`), runs only those jobs.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { contract } from '#contract/index.ts'
import { openDatabase } from '#server/storage/database.ts'
import { accountForDatabase } from '#server/storage/postgres/binaries.ts'
import { DATABASE_USER, homeOf, placesIn } from '#server/storage/postgres/cluster.ts'
import { freePort } from '../../tests/services/program.ts'
import { Client } from '../../tests/support/client.ts'
import { ADMIN, startServer } from '../../tests/support/server.ts'
import { buildIfStale } from '../build.ts'
import { floodingPerson, openApi } from './applications.ts'
import { archiving } from './archives.ts'
import { backingUp } from './backup.ts'
import { bigBoards } from './boards.ts'
import { meterOf } from './cost.ts'
import { manyDatasets } from './datasets.ts'
import { firstLoad } from './first-load.ts'
import { folderUpload } from './folder-upload.ts'
import { ftpTransfer } from './ftp.ts'
import { bigGrid } from './grid.ts'
import type { Line } from './job.ts'
import { largeText } from './large-text.ts'
import { bigAccounts, bigFolder, bigSearch } from './lists.ts'
import { publishing } from './publishing.ts'
import { answersKept, questions } from './queries.ts'
import { madeOfContents } from './renditions.ts'
import { signedInRequests } from './requests.ts'
import { contentSearch } from './search.ts'
import { messagesToMany } from './sockets.ts'
import { importsFromSources } from './source-imports.ts'
import { manySpaces } from './spaces.ts'
import { starts } from './start.ts'
import { tableImports } from './table-imports.ts'
import { bigTables } from './tables.ts'
import { largeFile, smallFiles } from './transfer.ts'
import { goingBack } from './versions.ts'
import { webdav } from './webdav.ts'
import { manyWebhooks } from './webhooks.ts'

await buildIfStale()
const dir = mkdtempSync(join(tmpdir(), 'ds-bench-'))
const lines: Line[] = []
async function add(job: () => Promise<Line[]>): Promise<void> {
  for (const line of await job()) {
    lines.push(line)
    process.stdout.write(
      `${line.job.padEnd(58)} ${line.ours.padStart(12)}  ${line.limit.padEnd(28)} ${line.ratio.padStart(10)}  target ${line.target.padEnd(28)} ${line.cost ?? ''}\n`,
    )
  }
}

if (!process.argv[2]) await add(starts)
const ftpPort = await freePort()
const server = await startServer({
  dataDir: join(dir, 'data'),
  // One person calls for all.
  env: { FTP_PORT: String(ftpPort), LOG_LEVEL: 'error', OUTSIDE_ALLOW: '127.0.0.0/8', PERSON_CALLS: '0' },
})
const client = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
const places = placesIn(homeOf(server.dataDir, accountForDatabase()))
const address = {
  host: places.cluster,
  user: DATABASE_USER,
  password: readFileSync(places.password, 'utf8').trim(),
  database: 'postgres',
}
const db = openDatabase(address)
const { id: spaceId } = await client.data(contract.spaces.create, {
  name: 'Bench',
  identifier: 'bench',
  type: 'private',
})
const rssBytes = () =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
const meter = meterOf(server.process.pid ?? 0, server.origin)
const needs = { client, spaceId, dir, rssBytes, meter }
const jobs: Record<string, () => Promise<Line[]>> = {
  requests: () => signedInRequests(client),
  applications: () => openApi(client, server.process.pid ?? 0),
  persons: floodingPerson,
  webhooks: () => manyWebhooks(needs),
  load: () => firstLoad(server),
  large: () => largeFile(needs),
  small: () => smallFiles(needs),
  upload: () => folderUpload({ server, ...needs }),
  ftp: () => ftpTransfer({ client, dir, port: ftpPort, email: ADMIN.email, space: 'bench' }),
  archives: () => archiving(needs),
  renditions: () => madeOfContents(db, client, spaceId),
  versions: () => goingBack(db, client),
  webdav: () => webdav({ db, ...needs }),
  backup: () => backingUp({ db, client, dataDir: server.dataDir, dir }),
  folder: () => bigFolder(db, client),
  names: () => bigSearch(db, client),
  texts: () => contentSearch(db, client),
  messages: () => messagesToMany(db, { origin: server.origin, spaceId }),
  tables: () => bigTables({ db, address, ...needs }),
  grid: () => bigGrid({ db, server, ...needs }),
  imports: () => tableImports({ db, ...needs }),
  sources: () => importsFromSources({ ...needs, db }),
  queries: async () => [...(await questions(needs)), ...(await answersKept(needs))],
  csv: () => largeText({ ...needs, email: ADMIN.email }),
  boards: () => bigBoards({ db, server, ...needs }),
  accounts: () => bigAccounts(db, client),
  spaces: () => manySpaces(db, client),
  publishing: () => publishing({ db, origin: server.origin, dataDir: server.dataDir, ...needs }),
  datasets: () => manyDatasets({ db, origin: server.origin, rssBytes, meter }),
}
/** Named jobs: only these are measured, and no result file is written. */
const wanted = process.argv.slice(2)
for (const [name, job] of Object.entries(jobs)) if (!wanted.length || wanted.includes(name)) await add(job)
await db.destroy()
await server.stop()
rmSync(places.cluster, { recursive: true, force: true })
rmSync(dir, { recursive: true, force: true })

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${(totalmem() / 1024 ** 3).toFixed(0)} GiB, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`
const rows = lines.map(
  (line) => `| ${line.job} | ${line.ours} | ${line.limit} | ${line.ratio} | ${line.target} | ${line.cost ?? ''} |`,
)
const page = [
  '# Performance',
  '',
  `This page is for developers and for administrators who plan capacity. It lists measurements of typical operations. \`npm run bench\` writes the first table. Machine: ${machine}, shared with other work. The client runs on the same machine and uses part of its processor time.`,
  '',
  '| job | ours | limit in the same run | ratio | target | each operation |',
  '|---|---|---|---|---|---|',
  ...rows,
  '',
]
if (!wanted.length) writeFileSync(new URL('../../docs/performance.md', import.meta.url), page.join('\n'))
