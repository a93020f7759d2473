import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { BODY_BYTES, CHUNK_BYTES } from '#contract/core/limits.ts'
import type { Deps } from './deps.ts'
import { mendCounters } from './doctor/counters.ts'
import { badFindings, conditionOf, lossesOf } from './doctor/index.ts'
import { Failure } from './failure.ts'
import { fail } from './http/answer.ts'
import { apiPages } from './http/api-pages.ts'
import { boundBodies, closeAsTheyRest, closeIncomplete } from './http/body-timeout.ts'
import { crawlerRoutes } from './http/crawlers.ts'
import { frameRoutes } from './http/frames.ts'
import { healthRoutes } from './http/health.ts'
import { metricRoutes } from './http/metrics.ts'
import { originOf } from './http/origin.ts'
import { pageRoutes } from './http/pages.ts'
import { logAnswers } from './log.ts'
import { accountModule } from './modules/account/index.ts'
import { accountDeletionsModule } from './modules/account-deletions/index.ts'
import { accountMergesModule } from './modules/account-merges/index.ts'
import { type Applications, applicationsModule } from './modules/applications/index.ts'
import { approvalsModule } from './modules/approvals/index.ts'
import { mountApprovals } from './modules/approvals/mount.ts'
import { archivesModule } from './modules/archives/index.ts'
import { auditModule, mountAudit } from './modules/audit/index.ts'
import { backupsModule } from './modules/backups/index.ts'
import { callsModule } from './modules/calls/index.ts'
import { capacityModule } from './modules/capacity/index.ts'
import { componentsModule } from './modules/components/index.ts'
import { consentsModule } from './modules/consents/index.ts'
import { dataSourcesModule } from './modules/data-sources/index.ts'
import { dataViewsModule } from './modules/data-views/index.ts'
import { mountLineage } from './modules/data-views/mount.ts'
import { datasetAccessModule } from './modules/dataset-access/index.ts'
import { type DatasetsModule, datasetsModule } from './modules/datasets/index.ts'
import { favouritesModule } from './modules/favourites/index.ts'
import { filesModule } from './modules/files/index.ts'
import { frozenBoards } from './modules/frozen-boards/index.ts'
import { ftpModule } from './modules/ftp/index.ts'
import { type HealthModule, healthModule } from './modules/health/index.ts'
import { type Identifiers, identifiersModule } from './modules/identifiers/index.ts'
import { importsModule } from './modules/imports/index.ts'
import { institutionsModule } from './modules/institutions/index.ts'
import { instrumentsModule } from './modules/instruments/index.ts'
import { type JobsModule, jobsModule } from './modules/jobs/index.ts'
import { type JoiningService, joiningModule } from './modules/joining/index.ts'
import { journalModule } from './modules/journal/index.ts'
import { mountJournal } from './modules/journal/mount.ts'
import { legacyApiModule } from './modules/legacy-api/index.ts'
import { legalHoldsModule } from './modules/legal-holds/index.ts'
import { liveModule } from './modules/live/index.ts'
import { mailsModule } from './modules/mails/index.ts'
import { managedSpacesModule } from './modules/managed-spaces/index.ts'
import { messagesModule, mountMessages, mountMuted } from './modules/messages/index.ts'
import { metadataModule } from './modules/metadata/index.ts'
import { methodsModule } from './modules/methods/index.ts'
import { noticesModule } from './modules/notices/index.ts'
import { peopleModule } from './modules/people/index.ts'
import { personalDataModule } from './modules/personal-data/index.ts'
import { previewModule } from './modules/preview/index.ts'
import { mountAddresses, type Protocols, protocolMeters, protocolsModule } from './modules/protocols/index.ts'
import { publicationTemplatesModule } from './modules/publication-templates/index.ts'
import { type PublicationsModule, publicationsModule } from './modules/publications/index.ts'
import { registrationModule } from './modules/registration/index.ts'
import { type Registries, registriesModule } from './modules/registries/index.ts'
import { renditionsModule } from './modules/renditions/index.ts'
import { reportsModule } from './modules/reports/index.ts'
import { rightsModule } from './modules/rights/index.ts'
import { savedFiltersModule } from './modules/saved-filters/index.ts'
import { searchModule } from './modules/search/index.ts'
import { secondStepModule } from './modules/second-step/index.ts'
import { sendersModule } from './modules/senders/index.ts'
import { sessionModule } from './modules/session/index.ts'
import { settingsModule } from './modules/settings/index.ts'
import { sftpModule } from './modules/sftp/index.ts'
import { sharesModule } from './modules/shares/index.ts'
import { signInModule } from './modules/sign-in/index.ts'
import { spacesModule } from './modules/spaces/index.ts'
import { statisticsModule } from './modules/statistics/index.ts'
import { tablesModule } from './modules/tables/index.ts'
import { tasksModule } from './modules/tasks/index.ts'
import { type Traffic, trafficModule } from './modules/traffic/index.ts'
import { uploadsModule } from './modules/uploads/index.ts'
import { usersModule } from './modules/users/index.ts'
import { versionsModule } from './modules/versions/index.ts'
import { webdavModule } from './modules/webdav/index.ts'
import { webhooksModule } from './modules/webhooks/index.ts'
import { pageDataOf } from './page-data.ts'
import { queryEngine } from './query-engine/index.ts'
import { queryMeters } from './query-engine/meters.ts'
import { broughtBack, contentUses, fileHooks, isUnused, memberLeaving, savedTables, searchWays } from './space-parts.ts'

/** Most connections that one server keeps open (our choice). */
export const CONNECTIONS_MAX = 20_000

/** Most bytes of the head of a request: the address of a table has its filter, with all values that were ticked (our choice). */
const HEAD_BYTES_MAX = 64 * 1024

/** PostgreSQL can't store U+0000, and no address of ours contains it. */
const hasNul = ({ url }: IncomingMessage) => url?.includes('%00') ?? false
/** Path of the page for unknown addresses. */
const NO_PAGE = '/404'
const isForReader = ({ method, url, headers }: IncomingMessage) =>
  method === 'GET' && !url?.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)

/** Builds the whole server; it does not listen. The order of the modules is their dependency graph. */
export async function buildApp(deps: Deps): Promise<{ app: FastifyInstance; services: Services }> {
  const { config, newId, log } = deps
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    // Body limit of operations that declare none; chunk uploads are streamed and have their own limit.
    bodyLimit: BODY_BYTES.public,
    routerOptions: { maxParamLength: 1000 },
    http: { maxHeaderSize: HEAD_BYTES_MAX },
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => (hasNul(request) && isForReader(request) ? NO_PAGE : (request.url ?? '')),
    // An address that the router can't parse is answered with our error envelope too.
    frameworkErrors: (error, request, reply) => void fail(error, request, reply.header('x-request-id', request.id)),
  })
  app.server.maxConnections = CONNECTIONS_MAX
  app.setErrorHandler(fail)
  logAnswers(app)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A proxy reuses connections: without this header it could send a request into one that is about to close.
    if (deps.isDraining()) reply.header('connection', 'close')
  })
  closeAsTheyRest(app)
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false })
  await app.register(cookie)
  app.addHook('onRequest', async (request) => {
    if (hasNul(request.raw)) throw new Failure('invalid')
  })
  await app.register(formbody)
  await app.register(multipart, { limits: { fileSize: CHUNK_BYTES + 1, files: 1, fields: 20, fieldSize: 100_000 } })
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1024 })
  const traffic = trafficModule(app, deps)
  const { watchOutgoing } = traffic

  const origin = originOf(app, config)
  const audit = auditModule(deps)
  const settings = settingsModule(app, { ...deps, audit })
  const people = peopleModule({ ...deps, origin, settings })
  const mails = mailsModule(app, { ...deps, audit, settings, people, origin })
  const siteName = async () => (await settings.basic('en')).dataSpaceName
  const secondStep = secondStepModule({ ...deps, origin, siteName })
  const shared = { ...deps, origin, audit, settings, people, mails, secondStep }
  const messages = messagesModule(shared)
  const session = sessionModule(app, { ...shared, messages })
  const notices = noticesModule(app, { ...deps, settings })
  boundBodies(app)
  closeIncomplete(app)
  const methods = methodsModule(app, shared)
  const signIn = signInModule(app, { ...shared, session, methods })
  const registration = registrationModule(app, { ...shared, session, signIn })
  const journal = journalModule(app, { ...deps, settings })
  mountMessages(app, messages)
  const approvals = approvalsModule({ ...shared, messages })
  const team = { ...shared, journal, messages, approvals }
  const spaces = spacesModule(app, { ...team, memberLeaving })
  mountJournal(app, journal, spaces)
  mountMuted(app, { ...deps, spaces })
  mountApprovals(app, { ...team, spaces })
  const joining = joiningModule(app, { ...team, spaces })
  const account = accountModule(app, { ...shared, session, signIn, methods, spaces })
  const applications = applicationsModule(app, { ...team, session, spaces, traffic })
  const consents = consentsModule(app, { ...shared, applications })
  const webhooks = webhooksModule(app, { ...shared, applications })
  const users = usersModule(app, { ...shared, messages, spaces, methods })
  legacyApiModule(app, { applications, users, people, spaces, joining })
  legalHoldsModule(app, shared)
  accountDeletionsModule(app, { ...shared, spaces, users })
  accountMergesModule(app, { ...shared, spaces, users, messages })
  const personalData = personalDataModule(app, { ...shared, messages })
  const files = filesModule(app, { ...deps, journal, spaces, hooks: fileHooks })
  const protocols = protocolsModule({ ...shared, notices, session, spaces, files, traffic })
  const webdav = webdavModule(app, { ...deps, protocols, files })
  const meters = protocolMeters()
  const { open: openSftp, hostKey } = sftpModule(app, { ...deps, protocols, protocolMeters: meters })
  mountAddresses(app, { open: config, hostKey, origin, spaces })
  const uploads = uploadsModule(app, { ...deps, journal, spaces, files, isUnused })
  const tasks = tasksModule(app, { ...team, spaces })
  metadataModule(app, { ...deps, journal, spaces, files, tasks })
  archivesModule(app, { ...deps, journal, spaces, files, tasks })
  importsModule(app, { ...deps, origin, journal, spaces, files, tasks, watchOutgoing })
  const renditions = renditionsModule(app, { ...deps, files })
  searchModule(app, { ...deps, spaces, files, ways: searchWays })
  favouritesModule(app, { ...deps, spaces, files })
  const versions = versionsModule(app, { ...deps, journal, spaces, files, tasks })
  const queries = queryMeters()
  const engine = queryEngine({
    folder: join(config.ownDir, 'queries'),
    ...config.queries,
    newId,
    onAnswered: queries.answered,
  })
  app.addHook('onClose', async () => engine.end())
  const tables = tablesModule(app, { ...team, engine, spaces, files, tasks })
  const dataViews = dataViewsModule(app, { ...deps, journal, spaces, files, engine, tables, tasks })
  const reports = reportsModule(app, { ...team, spaces, dataViews })
  const dataSources = dataSourcesModule(app, { ...team, spaces, tasks, tables })
  const institutions = institutionsModule(app, { ...shared, watchOutgoing })
  instrumentsModule(app, { ...team, spaces })
  const registries = registriesModule(app, { ...shared, spaces })
  const identifiers = identifiersModule(deps)
  const templates = publicationTemplatesModule(app, { ...shared, institutions })
  const boards = frozenBoards({ ...deps, dataViews })
  const publications = publicationsModule(app, {
    ...team,
    spaces,
    files,
    tables,
    reports,
    dataViews,
    frozenBoards: boards,
    tasks,
    identifiers,
    institutions,
    templates,
  })
  mountLineage(app, { ...deps, spaces, views: dataViews, reports })
  const senders = sendersModule(app, { ...shared, publications: publications.received, watchOutgoing })
  const openFtp = ftpModule(app, { ...deps, protocols, protocolMeters: meters, submissions: senders.ftp })
  const access = datasetAccessModule(app, { ...team, spaces })
  const datasets = datasetsModule(app, { ...shared, identifiers, files, access, boards, registries })
  const backups = backupsModule(app, {
    ...team,
    spaces,
    mendCounters,
    parts: { tables: savedTables, uses: contentUses },
    broughtBack,
  })
  managedSpacesModule(app, { ...team, spaces })
  savedFiltersModule(app, deps)
  statisticsModule(app, deps)
  callsModule(app, deps)
  rightsModule(app, { ...team, spaces, files })
  capacityModule(app, { ...team, spaces, files })
  const components = componentsModule(app, shared)
  const preview = previewModule(app, { ...shared, session, spaces, files, components, office: renditions.office })
  const shares = sharesModule(app, { ...team, spaces, files, uploads, preview, reports })
  liveModule(app, { ...deps, session, boards: { board: reports.reading.watched, link: shares.watchedBoard } })
  const jobs = jobsModule(app, { ...shared, tasks, renditions })
  const health = healthModule(app, {
    ...deps,
    origin,
    audit,
    jobs,
    mails,
    methods,
    version: settings.version,
    conditionOf: (sha256) => conditionOf(deps.db, deps.blobs, sha256),
    lossesOf: (sha256s) => lossesOf(deps.db, sha256s),
    repair: backups.repairContent,
    diagnose: () => badFindings(deps),
  })
  mountAudit(app, deps, audit, health.verifyAudit)
  healthRoutes(app, deps, async () => [
    ...(await mails.weakParts()),
    ...(await methods.failing()),
    ...(await health.weakParts()),
  ])
  metricRoutes(app, deps, [...meters.metrics, ...queries.metrics, ...jobs.metrics])
  apiPages(app, { siteIn: settings.basic })
  await frameRoutes(app, config)
  crawlerRoutes(app, { origin, lists: { spaces: spaces.catalogue, datasets: datasets.crawled } })
  const pageNeeds = {
    origin,
    notices,
    settings,
    mails,
    spaces,
    files,
    methods,
    signIn,
    registration,
    joining,
    shares,
    publications,
    datasets,
    reports,
  }
  await pageRoutes(app, { pageData: pageDataOf(pageNeeds) })
  return {
    app,
    services: {
      account,
      applications,
      consents,
      webhooks,
      audit,
      settings,
      people,
      journal,
      joining,
      mails,
      messages,
      session,
      spaces,
      files,
      uploads,
      protocols,
      webdav,
      openFtp,
      openSftp,
      tasks,
      renditions,
      shares,
      versions,
      tables,
      reports,
      dataSources,
      traffic,
      datasets,
      identifiers,
      publications,
      registries,
      senders,
      jobs,
      health,
      backups,
      personalData,
    },
  }
}

export type Services = {
  account: ReturnType<typeof accountModule>
  applications: Applications
  consents: ReturnType<typeof consentsModule>
  webhooks: ReturnType<typeof webhooksModule>
  audit: ReturnType<typeof auditModule>
  settings: ReturnType<typeof settingsModule>
  people: ReturnType<typeof peopleModule>
  journal: ReturnType<typeof journalModule>
  joining: JoiningService
  mails: ReturnType<typeof mailsModule>
  messages: ReturnType<typeof messagesModule>
  session: ReturnType<typeof sessionModule>
  spaces: ReturnType<typeof spacesModule>
  files: ReturnType<typeof filesModule>
  uploads: ReturnType<typeof uploadsModule>
  protocols: Protocols
  webdav: ReturnType<typeof webdavModule>
  openFtp: ReturnType<typeof ftpModule>
  openSftp: ReturnType<typeof sftpModule>['open']
  tasks: ReturnType<typeof tasksModule>
  renditions: ReturnType<typeof renditionsModule>
  shares: ReturnType<typeof sharesModule>
  versions: ReturnType<typeof versionsModule>
  tables: ReturnType<typeof tablesModule>
  reports: ReturnType<typeof reportsModule>
  dataSources: ReturnType<typeof dataSourcesModule>
  traffic: Traffic
  datasets: DatasetsModule
  identifiers: Identifiers
  publications: PublicationsModule
  registries: Registries
  senders: ReturnType<typeof sendersModule>
  jobs: JobsModule
  health: HealthModule
  backups: ReturnType<typeof backupsModule>
  personalData: ReturnType<typeof personalDataModule>
}
