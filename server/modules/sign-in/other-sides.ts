import type { FastifyBaseLogger } from 'fastify'
import type { MethodKind } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import {
  type Journey,
  MethodError,
  type Methods,
  type OpenMethod,
  type Outsider,
  type Return,
  ReturnError,
} from '#server/modules/methods/index.ts'

type Directory = Extract<OpenMethod, { kind: 'ldap' }>
type Redirect = Exclude<OpenMethod, Directory>

/** Calls to other sites: details of errors go to the log, people get the refusal. */
export function otherSides(methods: Methods, log: FastifyBaseLogger) {
  async function withRefusal<T>({ id, name }: OpenMethod, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      if (!(cause instanceof MethodError)) throw cause
      // An invalid response ends this one sign-in and says nothing about the method.
      if (cause instanceof ReturnError) throw new Failure('pendingGone', { cause })
      log.warn({ err: cause, method: id, advice: cause.advice }, 'sign-in method')
      throw new Failure('methodFailing', {
        cause,
        values: { name },
      })
    }
  }
  async function redirect(id: string): Promise<Redirect> {
    const method = await methods.open(id)
    if (method.kind === 'ldap') throw new Failure('methodOff')
    return method
  }
  async function directory(id: string): Promise<Directory> {
    const method = await methods.open(id)
    if (method.kind !== 'ldap') throw new Failure('methodOff')
    return method
  }

  return {
    async summary(id: string): Promise<{ kind: MethodKind; name: { zh: string; en: string }; maySignUp: boolean }> {
      const { kind, name, config } = await methods.open(id)
      return { kind, name, maySignUp: config.maySignUp }
    },
    async begin(id: string, state: string): Promise<{ url: string; journey: Journey }> {
      const method = await redirect(id)
      return withRefusal(method, () => method.adapter.begin(method.setup, state))
    },
    async finish(id: string, journey: Journey, given: Return): Promise<Outsider | null> {
      const method = await redirect(id)
      return withRefusal(method, () => method.adapter.finish(method.setup, journey, given))
    },
    stateOf: async (id: string, given: Return): Promise<string | null> => (await redirect(id)).adapter.stateOf(given),
    async endedTicket(id: string, form: Record<string, string>): Promise<string | null> {
      const { adapter, setup } = await redirect(id)
      return (await adapter.endedTicket?.(setup, form)) ?? null
    },
    async metadata(id: string): Promise<string> {
      const { adapter, setup } = await redirect(id)
      if (!adapter.metadata) throw new Failure('methodOff')
      return adapter.metadata(setup)
    },
    async verify(id: string, username: string, password: string): Promise<Outsider | null> {
      const method = await directory(id)
      return withRefusal(method, () => method.adapter.verify(method.setup, username, password))
    },
    firstDirectory: methods.firstDirectory,
    publicMethods: methods.publicMethods,
  }
}
export type OtherSides = ReturnType<typeof otherSides>
