import type { FastifyInstance, FastifyReply } from 'fastify'
import { askableGroups } from '#contract/api-groups.ts'
import { consents } from '#contract/consents.ts'
import { ONLINE_MS } from '#contract/core/limits.ts'
import { AUTHORIZE_PATH } from '#contract/pages/paths.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { type By, byToken } from '#server/http/context.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { Applications } from '#server/modules/applications/index.ts'
import { lockOwn, targetOf } from '#server/modules/people/index.ts'
import { transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { consentAsking } from './asking.ts'
import type { ConsentNeeds } from './needs.ts'
import { sqlConsentStore } from './store.ts'
import { consentTokens, type TokenAnswer } from './tokens.ts'

type Needs = Deps & Omit<ConsentNeeds, 'store'> & { applications: Applications }

const send = (reply: FastifyReply, { status, body }: TokenAnswer) =>
  reply
    .status(status)
    .headers({ 'cache-control': 'no-store', ...(status === 401 && { 'www-authenticate': 'Basic' }) })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))

/** Applications act for people who agreed: OAuth 2.1 with codes, PKCE and rotated refresh tokens. */
export function consentsModule(app: FastifyInstance, needs: Needs) {
  const { db, audit, origin, now, applications } = needs
  const store = sqlConsentStore(db)
  const own = { ...needs, store }
  const asking = consentAsking(own)
  const tokens = consentTokens(own)

  /** The person an access token stands for, and the groups they consented to. */
  applications.actsFor(async (token) => {
    const row = await store.bearer(sha256(token), now())
    if (!row) return null
    const at = now()
    if (!row.last_used_at || at.getTime() - row.last_used_at.getTime() > ONLINE_MS / 2)
      await store.touch(row.consent_id, at)
    const { id, role, email, name, avatar, key, groups, application } = row
    const through = { name: application }
    return { key, groups, person: byToken({ id, role, email, name, avatar, scope: 'write', through }) }
  })

  async function remove({ id }: { id: string }, { actor, caller }: By): Promise<null> {
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const application = await store.remove(tx, actor.id, id)
      if (application === undefined) throw new Failure('notFound')
      audit.record(tx, { action: 'consentEnded', actor, caller, target: targetOf(actor), before: { application } })
    })
    return null
  }

  mount(app, consents.ask, asking.ask)
  mount(app, consents.answer, asking.answer)
  mountBytes(app, consents.token, async (form, { request, reply }) => send(reply, await tokens.token(request, form)))
  mountBytes(app, consents.revoke, async (form, { request, reply }) => send(reply, await tokens.revoke(request, form)))
  mount(app, consents.list, (_input, { actor }) => store.ofPerson(actor.id))
  mount(app, consents.remove, remove)

  // RFC 8414.
  app.get('/.well-known/oauth-authorization-server', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send({
      issuer: origin(),
      authorization_endpoint: origin() + AUTHORIZE_PATH,
      token_endpoint: `${origin()}/api${consents.token.path}`,
      revocation_endpoint: `${origin()}/api${consents.revoke.path}`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: askableGroups,
    }),
  )
  return { sweep: () => store.sweep(now()) }
}
