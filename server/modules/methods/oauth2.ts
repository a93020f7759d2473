import type { MethodConfigs, TestStep } from '#contract/methods.ts'
import type { Language } from '#server/http/context.ts'
import {
  demandState,
  MethodError,
  type RedirectAdapter,
  type Return,
  ReturnError,
  type Setup,
  stateInQuery,
} from './adapter.ts'
import { type Attributes, flatten, isTrue, outsiderOf, valuesOf } from './mapping.ts'
import { type Answer, ask, deadline, demandObject, demandOk, objectOf, placeOf, shown } from './net.ts'
import { newVerifier } from './pkce.ts'
import { NO_CODE, tryOut } from './trial.ts'

/** The sharing network uses plain OAuth 2.0 too, with its own endpoints. */
type Kind = 'oauth2' | 'escience'
type Config = MethodConfigs[Kind]

const LABELS = ['login', 'username', 'preferred_username', 'cstnetId']

function authorizeUrl(config: Config, query: Record<string, string>): string {
  const url = new URL(config.authorizationEndpoint)
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
  return url.href
}

const requestOf = ({ config, callbackUrl }: Setup<Kind>, state: string, challenge: string) =>
  authorizeUrl(config, {
    response_type: 'code',
    client_id: config.clientId,
    redirect_uri: callbackUrl,
    scope: config.scope,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })

const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

/** Requests a token with the secret in the form; if the server wants it in a header (RFC 6749, 2.3.1), asks again. */
async function askToken(setup: Setup<Kind>, code: string, verifier: string, signal: AbortSignal): Promise<Answer> {
  const { config, secrets, callbackUrl } = setup
  const secret = secrets.clientSecret ?? ''
  const grant = { grant_type: 'authorization_code', code, redirect_uri: callbackUrl, code_verifier: verifier }
  const headers = { accept: 'application/json' }
  const client = { client_id: config.clientId, ...(secret && { client_secret: secret }) }
  const answer = await ask(config.tokenEndpoint, {
    signal,
    headers,
    form: new URLSearchParams({ ...grant, ...client }),
  })
  if (answer.status !== 401 || !secret) return answer
  const authorization = basic(config.clientId, secret)
  return ask(config.tokenEndpoint, { signal, headers: { ...headers, authorization }, form: new URLSearchParams(grant) })
}

/** The fields of a token answer: JSON whatever the media type, or a form. */
function fieldsOf({ text }: Answer): Record<string, unknown> {
  return objectOf(text) ?? Object.fromEntries(new URLSearchParams(text))
}

/** Errors that concern the client's settings, not the code. Source: RFC 6749, 5.2. */
const OF_CLIENT = /invalid_client|unauthorized_client|incorrect_client_credentials|unsupported_grant_type/

/** The access token of an answer; `token_type` may be missing. Throws ReturnError for a refused code, else MethodError. */
function tokenOf(answer: Answer): string {
  const { access_token: token, error, error_description: description } = fieldsOf(answer)
  if (typeof token === 'string' && token && answer.status < 300) return token
  if (typeof error !== 'string' || !error) {
    demandOk(answer)
    throw new MethodError(`${answer.place}: ${answer.type} ${shown(answer.text)}`, 'tokenMissing')
  }
  const reason = shown(`${error}: ${typeof description === 'string' ? description : ''}`)
  throw OF_CLIENT.test(error) ? new MethodError(reason, 'clientRefused') : new ReturnError(reason, 'codeRefused')
}

async function claimsOf({ userinfoEndpoint }: Config, token: string, signal: AbortSignal): Promise<Attributes> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  return flatten(demandObject(demandOk(await ask(userinfoEndpoint, { signal, headers }))))
}

async function finish({
  journey,
  given,
  setup,
}: {
  journey: { state: string; memory: Record<string, string> }
  given: Return
  setup: Setup<Kind>
}) {
  demandState(journey, given)
  const query = given.url.searchParams
  const error = query.get('error')
  const code = query.get('code')
  if (error === 'access_denied' || (!error && !code)) return null
  if (error || !code) throw new ReturnError(shown(`${error}: ${query.get('error_description') ?? ''}`), 'otherRefused')
  const signal = deadline()
  const token = tokenOf(await askToken(setup, code, journey.memory.verifier ?? '', signal))
  const attributes = await claimsOf(setup.config, token, signal)
  const [verified] = valuesOf(attributes, 'email_verified')
  const claim = verified === undefined ? null : isTrue(verified)
  return outsiderOf({ attributes, config: setup.config, labels: LABELS, claim })
}

function test(setup: Setup<Kind>, language: Language): Promise<{ steps: TestStep[]; person: null }> {
  return tryOut(language, async (trial) => {
    const { config, callbackUrl } = setup
    const { verifier, challenge } = newVerifier()
    await trial.run('authorize', placeOf(config.authorizationEndpoint), async (say) => {
      const answer = await ask(requestOf(setup, 'test', challenge), trial)
      if (answer.status >= 500) demandOk(answer)
      say(`HTTP ${answer.status}`, answer.status >= 400 ? 'redirectUnregistered' : undefined)
      return answer
    })
    await trial.run('token', placeOf(config.tokenEndpoint), async (say) => {
      const answer = await askToken(setup, NO_CODE, verifier, trial.signal)
      try {
        tokenOf(answer)
      } catch (error) {
        if (!(error instanceof ReturnError)) throw error
        say(error.message, error.message.startsWith('invalid_grant') ? undefined : 'secretUnchecked')
      }
      return answer
    })
    await trial.run('userinfo', placeOf(config.userinfoEndpoint), async (say) => {
      // Without a token the endpoint can only refuse; the test is whether it answers.
      const answer = await ask(config.userinfoEndpoint, trial)
      if (answer.status >= 500 || answer.status === 404) demandOk(answer)
      say(`HTTP ${answer.status}`)
      return answer
    })
    trial.tell('register', 'redirect_uri', callbackUrl)
    return null
  })
}

/** Plain OAuth 2.0: authorization code with PKCE and state; the person comes from the server's user info endpoint. */
const adapter: RedirectAdapter<Kind> = {
  async begin(setup, state) {
    const { verifier, challenge } = newVerifier()
    return { url: requestOf(setup, state, challenge), journey: { state, memory: { verifier } } }
  },
  stateOf: stateInQuery,
  finish: (setup, journey, given) => finish({ setup, journey, given }),
  test,
}
export const oauth2: RedirectAdapter<'oauth2'> = adapter
export const escience: RedirectAdapter<'escience'> = adapter
