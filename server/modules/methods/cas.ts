import type { MethodConfigs } from '#contract/methods.ts'
import { childOf, type Element, parseXml } from '#server/xml.ts'
import { demandState, MethodError, type RedirectAdapter, ReturnError, stateInQuery } from './adapter.ts'
import { type Attributes, attributesOf, outsiderOf } from './mapping.ts'
import { ask, deadline, demandOk, shown } from './net.ts'
import { tryOut } from './trial.ts'

type Config = MethodConfigs['cas']

/** Source: CAS Protocol 3.0 Specification, 2.5 and appendix A. */
const NAMESPACE = 'http://www.yale.edu/tp/cas'
const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol'
const TICKET = /^ST-[\w.-]{1,253}$/
/** An invalid ticket: its refusal proves that the server answers. */
const NO_TICKET = 'ST-0-dataspace-test'

const placeIn = ({ serverUrl }: Config, path: string, query: Record<string, string>) =>
  `${serverUrl.replace(/\/+$/, '')}/${path}?${new URLSearchParams(query)}`
/** The service URL; login and validation must get the same bytes. */
const serviceOf = (callbackUrl: string, state: string) => `${callbackUrl}?${new URLSearchParams({ state })}`

const validatePath = ({ version }: Config) => (version === '3' ? 'p3/serviceValidate' : 'serviceValidate')

/** Validates a ticket. Throws MethodError for anything that is no CAS response. */
async function validate(config: Config, ticket: string, service: string, signal: AbortSignal): Promise<Element> {
  const answer = demandOk(await ask(placeIn(config, validatePath(config), { service, ticket }), { signal }))
  const root = await parseXml(answer.text)
  if (!root) throw new MethodError(`${answer.place}: ${answer.type} ${shown(answer.text)}`, 'notXml')
  if (root.space !== NAMESPACE || root.name !== 'serviceResponse')
    throw new MethodError(`${answer.place}: ${root.name} ${root.space}`, 'notCas')
  return root
}

const failureOf = (root: Element) => {
  const failure = childOf(root, 'authenticationFailure')
  return failure && { code: failure.attributes.code ?? '', text: shown(failure.text) }
}

/** Attributes of CAS 3, and those that CAS 2 servers put beside the user name. */
function attributesIn(success: Element): Attributes {
  const inner = childOf(success, 'attributes')?.children ?? []
  const beside = success.children.filter(({ name }) => !['attributes', 'proxies', 'proxyGrantingTicket'].includes(name))
  return attributesOf([...beside, ...inner].map(({ name, text }) => [name, [text.trim()]] as const))
}

/** CAS 2 and 3: the browser brings a ticket, which the server validates once and for this service only. */
export const cas: RedirectAdapter<'cas'> = {
  async begin({ config, callbackUrl }, state) {
    const url = placeIn(config, 'login', { service: serviceOf(callbackUrl, state) })
    return { url, journey: { state, memory: {} } }
  },
  stateOf: stateInQuery,
  async finish({ config, callbackUrl }, journey, given) {
    demandState(journey, given)
    const ticket = given.url.searchParams.get('ticket')
    // No ticket: the person returned without signing in.
    if (ticket === null) return null
    if (!TICKET.test(ticket)) throw new ReturnError(shown(ticket), 'ticketRefused')
    const root = await validate(config, ticket, serviceOf(callbackUrl, journey.state), deadline())
    const failure = failureOf(root)
    if (failure) throw new ReturnError(`${failure.code}: ${failure.text}`, 'ticketRefused')
    const success = childOf(root, 'authenticationSuccess')
    if (!success) throw new MethodError(shown(root.children.map(({ name }) => name).join(', ')), 'notCas')
    return outsiderOf({ attributes: attributesIn(success), config, labels: ['user'], claim: null, ticket })
  },
  /**
   * Single logout: the server posts the ticket of the ended session. Knowledge of the ticket suffices to end its
   * session.
   */
  async endedTicket(_setup, form) {
    const root = form.logoutRequest ? await parseXml(form.logoutRequest) : null
    if (root?.space !== SAMLP || root.name !== 'LogoutRequest') return null
    const ticket = childOf(root, 'SessionIndex')?.text.trim() ?? ''
    return TICKET.test(ticket) ? ticket : null
  },
  test: ({ config, callbackUrl }, language) =>
    tryOut(language, async (trial) => {
      const service = serviceOf(callbackUrl, 'test')
      await trial.run('loginPage', placeIn(config, 'login', {}).slice(0, -1), async (say) => {
        const answer = await ask(placeIn(config, 'login', { service }), trial)
        if (answer.status >= 400 && answer.status !== 401 && answer.status !== 403) demandOk(answer)
        say(`HTTP ${answer.status} ${answer.type}`, answer.status >= 400 ? 'serviceUnregistered' : undefined)
        return answer
      })
      await trial.run('validate', validatePath(config), async (say) => {
        const failure = failureOf(await validate(config, NO_TICKET, service, trial.signal))
        if (!failure) throw new MethodError(NO_TICKET, 'notCas')
        say(`${failure.code}: ${failure.text}`, failure.code === 'INVALID_TICKET' ? undefined : 'serviceUnregistered')
        return failure
      })
      trial.tell('register', 'service', callbackUrl)
      return null
    }),
}
