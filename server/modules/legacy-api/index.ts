import type { FastifyInstance, FastifyReply } from 'fastify'
import { legacyApi } from '#contract/legacy-api.ts'
import type { By, Call } from '#server/http/context.ts'
import { mountBytes } from '#server/http/mount.ts'
import type { Applications } from '#server/modules/applications/index.ts'
import type { JoiningService } from '#server/modules/joining/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { UserService } from '#server/modules/users/index.ts'
import { legacyAccounts } from './accounts.ts'
import { refuse, succeed } from './answers.ts'
import { type Parameters, parametersOf } from './parameters.ts'
import { legacySpaces } from './spaces.ts'

type Needs = {
  applications: Applications
  users: UserService
  people: People
  spaces: SpaceService
  joining: JoiningService
}
type Rule = (parameters: Parameters, by: By) => Promise<unknown>

/** Calls in the form of before, for programs that can't be changed. */
export function legacyApiModule(app: FastifyInstance, { applications, users, people, spaces, joining }: Needs): void {
  const accounts = legacyAccounts({ users, people })
  const rules = legacySpaces({ spaces, joining, applications, accounts })

  /** The caller is the application that signed the request, whatever other sender the request names. */
  const served = (rule: Rule, answer: (reply: FastifyReply, data: unknown) => FastifyReply = succeed) => {
    return async (_input: object, { request, reply, caller, language }: Call): Promise<FastifyReply> => {
      try {
        const parameters = parametersOf(request.query, request.body)
        const actor = await applications.bySignedParameters(request, parameters)
        return answer(reply, await rule(parameters, { actor, caller, language }))
      } catch (error) {
        return refuse(error, { request, reply }, applications.counts)
      }
    }
  }
  const lead = (reply: FastifyReply, data: unknown) => reply.redirect(String(data), 302)

  mountBytes(app, legacyApi.register, served(accounts.register))
  mountBytes(app, legacyApi.userInfo, served(accounts.userInfo))
  mountBytes(app, legacyApi.createSpace, served(rules.create))
  mountBytes(app, legacyApi.invite, served(rules.invite))
  mountBytes(app, legacyApi.spaceDetails, served(rules.details, lead))
  mountBytes(app, legacyApi.spaceInfo, served(rules.info))
  mountBytes(app, legacyApi.totals, served(rules.totals))
}
