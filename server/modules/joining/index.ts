import type { FastifyInstance } from 'fastify'
import { joining } from '#contract/joining.ts'
import { byOf } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import { sqlInvitationStore } from './invitation-store.ts'
import { invitationRules } from './invitations.ts'
import { inviteRules } from './invite.ts'
import type { JoiningNeeds } from './needs.ts'
import { sqlRequestStore } from './request-store.ts'
import { requestRules } from './requests.ts'
import { respondRules } from './respond.ts'

/** Searches for people that one person may make within a minute: enough to type, too few to list everybody. */
const SEARCHES_A_MINUTE = 30
/** Rounds of invitations that one person may send within a minute. */
const ROUNDS_A_MINUTE = 10

/** How people come into a space: requests, invitations, and the answers to both. */
export function joiningModule(app: FastifyInstance, needs: JoiningNeeds) {
  const requestStore = sqlRequestStore(needs.db)
  const shared = {
    ...needs,
    store: sqlInvitationStore(needs.db),
    lockPeople: requestStore.lockPeople,
    placeIn: requestStore.placeIn,
  }
  const requests = requestRules({ ...needs, store: requestStore })
  const { invite } = inviteRules(shared)
  const invitations = invitationRules(shared)
  const responses = respondRules(shared)
  const searches = rateLimitOf(SEARCHES_A_MINUTE, needs.now)
  const rounds = rateLimitOf(ROUNDS_A_MINUTE, needs.now)

  mount(app, joining.apply, (input, { actor }) => requests.apply(input, actor))
  mount(app, joining.withdraw, (input, { actor }) => requests.withdraw(input, actor))
  mount(app, joining.remind, (input, { actor }) => requests.remind(input, actor))
  mount(app, joining.requests, (input, { actor }) => requests.requests(input, actor))
  mount(app, joining.waiting, (input, { actor }) => requests.waiting(input, actor))
  mount(app, joining.answer, (input, call) => requests.answer(input, byOf(call)))
  mount(app, joining.people, async (input, { actor }) => {
    searches.take(actor.id)
    return invitations.find(input, actor)
  })
  mount(app, joining.invite, async (input, call) => {
    rounds.take(call.actor.id)
    return invite(input, byOf(call))
  })
  mount(app, joining.invitations, (input, { actor }) => invitations.invitations(input, actor))
  mount(app, joining.revoke, (input, { actor }) => invitations.revoke(input, actor))
  mount(app, joining.card, (input, { actor }) => responses.card(input, actor))
  mount(app, joining.respond, (input, { actor }) => responses.respond(input, actor))
  mount(app, joining.myInvitations, (_input, { actor }) => responses.myInvitations(actor))
  return { card: responses.card, remindOfOld: requests.remindOfOld }
}
export type JoiningService = ReturnType<typeof joiningModule>
