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
import { type Attributes, firstOf, flatten, subjectOf } from './mapping.ts'
import { ask, deadline, demandObject, demandOk, placeOf, said } from './net.ts'
import { NO_CODE, tryOut } from './trial.ts'

type Config = MethodConfigs['wechat']

/** Vendor's error codes for a wrong, an expired and a used code. All others concern the app or its settings. */
const CODE_REFUSED = new Set([40029, 42003, 40163])

const connectUrl = ({ config, callbackUrl }: Setup<'wechat'>, state: string) =>
  `${config.connectUrl.replace(/\/+$/, '')}/connect/qrconnect?${new URLSearchParams({
    appid: config.appId,
    redirect_uri: callbackUrl,
    response_type: 'code',
    scope: 'snsapi_login',
    state,
  })}#wechat_redirect`

/** Calls the API: errors have HTTP status 200 and a number, and JSON is sent as text/plain. Throws MethodError. */
async function call(config: Config, path: string, query: Record<string, string>, signal: AbortSignal) {
  const url = `${config.apiUrl.replace(/\/+$/, '')}/sns/${path}?${new URLSearchParams(query)}`
  const fields = demandObject(demandOk(await ask(url, { signal })))
  const number = Number(fields.errcode ?? 0)
  if (number === 0) return fields
  const reason = `${placeOf(url)}: ${number} ${said(fields.errmsg)}`
  throw CODE_REFUSED.has(number) ? new ReturnError(reason, 'codeRefused') : new MethodError(reason, 'appRefused')
}

const askToken = ({ config, secrets }: Setup<'wechat'>, code: string, signal: AbortSignal) =>
  call(
    config,
    'oauth2/access_token',
    { appid: config.appId, secret: secrets.appSecret ?? '', code, grant_type: 'authorization_code' },
    signal,
  )

/** The id common to all apps of the operator, else the id for this app. There is no address and no real name. */
const outsiderOf = (user: Attributes): Outsider => ({
  subject: subjectOf(user, firstOf(user, 'unionid') ? 'unionid' : 'openid'),
  label: firstOf(user, 'nickname', PERSON_NAME_MAX),
  email: '',
  isEmailVerified: false,
  name: firstOf(user, 'nickname', PERSON_NAME_MAX),
  englishName: '',
  org: '',
  phone: '',
  role: null,
  ticket: null,
})

/** QR code login of the chat app. A person who declines in the app is not redirected back. */
export const wechat: RedirectAdapter<'wechat'> = {
  async begin(setup, state) {
    return { url: connectUrl(setup, state), journey: { state, memory: {} } }
  },
  stateOf: stateInQuery,
  async finish(setup, journey, given) {
    demandState(journey, given)
    const code = given.url.searchParams.get('code')
    if (!code) return null
    const signal = deadline()
    const { access_token: token, openid } = await askToken(setup, code, signal)
    if (typeof token !== 'string' || typeof openid !== 'string') throw new MethodError('access_token', 'tokenMissing')
    return outsiderOf(flatten(await call(setup.config, 'userinfo', { access_token: token, openid }, signal)))
  },
  test: (setup, language) =>
    tryOut(language, async (trial) => {
      await trial.run('authorize', placeOf(connectUrl(setup, 'test')), async (say) => {
        const answer = await ask(connectUrl(setup, 'test'), trial)
        if (answer.status >= 400) demandOk(answer)
        say(`HTTP ${answer.status}`)
        return answer
      })
      await trial.run('token', `${setup.config.apiUrl}/sns/oauth2/access_token`, async (say) => {
        try {
          return await askToken(setup, NO_CODE, trial.signal)
        } catch (error) {
          if (!(error instanceof ReturnError)) throw error
          say(error.message)
          return {}
        }
      })
      // The vendor registers only the domain.
      trial.tell('register', 'redirect_uri', new URL(setup.callbackUrl).host)
      return null
    }),
}
