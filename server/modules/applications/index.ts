import type { FastifyInstance, FastifyRequest } from 'fastify'
import { applications } from '#contract/applications.ts'
import { SIGNATURE_SECONDS } from '#contract/core/limits.ts'
import { batcher } from '#server/concurrency/batcher.ts'
import type { Deps } from '#server/deps.ts'
import { byToken } from '#server/http/context.ts'
import { mount } from '#server/http/mount.ts'
import { type OnBehalf, type Program, programJudge } from '#server/http/program.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import type { Traffic } from '#server/modules/traffic/index.ts'
import { type Nonce, sqlCallStore } from './calls-store.ts'
import { sqlCredentialStore } from './credentials-store.ts'
import { applicationDirectory } from './directory.ts'
import { applicationGrants } from './grants.ts'
import { sqlGrantStore } from './grants-store.ts'
import { applicationMeter } from './meter.ts'
import type { ApplicationNeeds } from './needs.ts'
import { applicationPlaces } from './places.ts'
import { sqlPlaceStore } from './places-store.ts'
import { applicationService } from './service.ts'
import { sqlApplicationStore } from './store.ts'

/** Nonces remembered by one statement. */
const NONCES_AT_ONCE = 500
/** How often counts are saved; a kill loses no more. Milliseconds. */
const SAVE_MS = 10_000

type Needs = Deps & ApplicationNeeds & { session: SessionService; traffic: Pick<Traffic, 'hear'> }

const signedInOf = ({ id, key, name }: Program) =>
  byToken({ id, role: 'role_general', email: `${key}@application.invalid`, name, avatar: '', scope: 'write' })

/** Applications admitted by administrators, and the authentication of their requests. */
export function applicationsModule(app: FastifyInstance, needs: Needs) {
  const { db, bus, seal, now, log, session, traffic } = needs
  const store = sqlApplicationStore(db, now)
  const calls = sqlCallStore(db)
  const credentials = sqlCredentialStore(db)
  const service = applicationService({ ...needs, store, credentials, calls })
  const grants = applicationGrants({ ...needs, store: sqlGrantStore(db), service })
  const places = applicationPlaces({ ...needs, store, service, places: sqlPlaceStore(db) })
  const meter = applicationMeter(app, { store: calls, now })
  traffic.hear(({ applicationId, inBytes, outBytes }) => {
    if (applicationId) meter.addBytes(applicationId, inBytes + outBytes)
  })
  const remember = batcher<Nonce, boolean>(NONCES_AT_ONCE, async (_key, nonces) => {
    const nameOf = (applicationId: string, nonce: string) => `${applicationId} ${nonce}`
    const fresh = new Set((await calls.addNonces(nonces)).map((one) => nameOf(one.application_id, one.nonce)))
    // Of the same nonce twice in one batch only the first is fresh.
    return nonces.map(({ applicationId, nonce }) => fresh.delete(nameOf(applicationId, nonce)))
  })
  let byToken: (token: string) => Promise<OnBehalf | null> = async () => null
  const { judgeRequest, judgeParameters } = programJudge({
    byToken: (token) => byToken(token),
    byKey: applicationDirectory({ store: credentials, bus, seal }),
    isFresh: ({ created, ...nonce }) =>
      remember('', { ...nonce, expiresAt: new Date((created + SIGNATURE_SECONDS + 1) * 1000) }),
    count: meter.count,
    now,
  })
  session.identifyPrograms(async (request) => {
    const { program, person } = await judgeRequest(request)
    return person ?? signedInOf(program)
  })

  mount(app, applications.apis, grants.apis)
  mount(app, applications.list, service.list)
  mount(app, applications.show, places.show)
  mount(app, applications.register, service.register)
  mount(app, applications.edit, service.edit)
  mount(app, applications.rotate, service.rotate)
  mount(app, applications.setOnline, service.setOnline)
  mount(app, applications.grant, grants.grant)
  mount(app, applications.setSpace, places.setSpace)
  mount(app, applications.removeSpace, places.removeSpace)
  mount(app, applications.remove, places.remove)
  mount(app, applications.days, service.days)

  const failed = (err: unknown) => log.warn({ err }, 'calls of applications not counted')
  let timer: NodeJS.Timeout | undefined
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await meter.save().catch(failed)
  })
  return {
    one: service.one,
    /** The application behind a call of the old API, as an actor. */
    async bySignedParameters(request: FastifyRequest, parameters: Readonly<Record<string, string>>) {
      return signedInOf(await judgeParameters(request, parameters))
    },
    /** The HTTP status that an answer of the old API stands for, which is always sent as 200. */
    counts: meter.counts,
    /** Makes an application a member of a space that it may look into. */
    enter: places.enter,
    save: meter.save,
    sweep: service.sweep,
    warnOfEnds: grants.warnOfEnds,
    /** The module that knows consents says for whom an application acts. */
    actsFor(find: (token: string) => Promise<OnBehalf | null>): void {
      byToken = find
    },
    /** Saves counts by the clock until the application closes. */
    start(): void {
      timer = setInterval(() => void meter.save().catch(failed), SAVE_MS).unref()
    },
  }
}
export type Applications = ReturnType<typeof applicationsModule>
