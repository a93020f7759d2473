import { PERSON_NAME_MAX } from '#contract/core/limits.ts'
import type { MethodConfigs } from '#contract/methods.ts'
import {
  demandState,
  MethodError,
  type Outsider,
  type RedirectAdapter,
  ReturnError,
  type Setup,
  stateInQuery,
} from './adapter.ts'
import { type Attributes, emailOf, firstOf, flatten, roleOf, subjectOf, valuesOf } from './mapping.ts'
import { type Answer, ask, deadline, demandObject, demandOk, objectOf, said } from './net.ts'
import { NO_CODE, tryOut } from './trial.ts'

type Config = MethodConfigs['passport']

const LABEL_MAX = 254

const placeIn = ({ serverUrl }: Config, path: string) => `${serverUrl.replace(/\/+$/, '')}/oauth2/${path}`

const authorizeUrl = ({ config, callbackUrl }: Setup<'passport'>, state: string) =>
  `${placeIn(config, 'authorize')}?${new URLSearchParams({
    response_type: 'code',
    client_id: config.clientId,
    redirect_uri: callbackUrl,
    state,
    ...(config.theme && { theme: config.theme }),
  })}`

const askToken = ({ config, secrets, callbackUrl }: Setup<'passport'>, code: string, signal: AbortSignal) =>
  ask(placeIn(config, 'token'), {
    signal,
    form: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: config.clientId,
      client_secret: secrets.clientSecret ?? '',
      redirect_uri: callbackUrl,
      code,
    }),
  })

/** Parses a token answer. Throws ReturnError for a refused code, MethodError for a refused client. */
function fieldsOf(answer: Answer): Record<string, unknown> {
  const fields = objectOf(answer.text)
  const error = said(fields?.error ?? fields?.error_code)
  if (!fields || !error) {
    demandOk(answer)
    return demandObject(answer)
  }
  const reason = `${error}: ${said(fields.error_description ?? fields.message)}`
  throw /client/i.test(error) ? new MethodError(reason, 'clientRefused') : new ReturnError(reason, 'codeRefused')
}

/** The user: JSON inside the JSON of the token answer, or requested with the token. */
async function userOf(config: Config, fields: Record<string, unknown>, signal: AbortSignal): Promise<Attributes> {
  const { userInfo: inner, access_token: token } = fields
  if (typeof inner === 'object' && inner !== null) return flatten(inner as Record<string, unknown>)
  const parsed = typeof inner === 'string' ? objectOf(inner) : null
  if (parsed) return flatten(parsed)
  if (typeof token !== 'string' || !token) throw new MethodError(Object.keys(fields).join(', '), 'tokenMissing')
  const headers = { authorization: `Bearer ${token}` }
  return flatten(demandObject(demandOk(await ask(placeIn(config, 'userinfo'), { signal, headers }))))
}

/** Only active accounts are admitted. The id is `umtId`; the address is verified before an account becomes active. */
function outsiderOf(config: Config, user: Attributes): Outsider | null {
  if (firstOf(user, 'cstnetIdStatus').toLowerCase() !== 'active') return null
  const email = emailOf(firstOf(user, 'cstnetId')) || emailOf(firstOf(user, 'securityEmail'))
  return {
    subject: subjectOf(user, 'umtId'),
    label: firstOf(user, 'cstnetId', LABEL_MAX),
    email,
    // The security address may be unverified.
    isEmailVerified: email !== '' && email === emailOf(firstOf(user, 'cstnetId')),
    name: firstOf(user, 'truename', PERSON_NAME_MAX),
    englishName: '',
    org: '',
    phone: '',
    role: roleOf([...valuesOf(user, 'type'), ...valuesOf(user, 'cstnetId')], config.roleRules),
    ticket: null,
  }
}

/** Science cloud passport: OAuth 2.0 without PKCE, with answers of its own format. */
export const passport: RedirectAdapter<'passport'> = {
  async begin(setup, state) {
    return { url: authorizeUrl(setup, state), journey: { state, memory: {} } }
  },
  stateOf: stateInQuery,
  async finish(setup, journey, given) {
    demandState(journey, given)
    const code = given.url.searchParams.get('code')
    if (!code) return null
    const signal = deadline()
    const fields = fieldsOf(await askToken(setup, code, signal))
    return outsiderOf(setup.config, await userOf(setup.config, fields, signal))
  },
  test: (setup, language) =>
    tryOut(language, async (trial) => {
      await trial.run('authorize', placeIn(setup.config, 'authorize'), async (say) => {
        const answer = await ask(authorizeUrl(setup, 'test'), trial)
        if (answer.status >= 500 || answer.status === 404) demandOk(answer)
        say(`HTTP ${answer.status}`, answer.status >= 400 ? 'redirectUnregistered' : undefined)
        return answer
      })
      await trial.run('token', placeIn(setup.config, 'token'), async (say) => {
        try {
          return fieldsOf(await askToken(setup, NO_CODE, trial.signal))
        } catch (error) {
          if (!(error instanceof ReturnError)) throw error
          say(error.message, error.message.startsWith('invalid_grant') ? undefined : 'secretUnchecked')
          return {}
        }
      })
      trial.tell('register', 'redirect_uri', setup.callbackUrl)
      return null
    }),
}
