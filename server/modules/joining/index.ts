import type { FastifyInstance } from 'fastify'
import { joining } from '#contract/joining.ts'
import { mount } from '#server/http/mount.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import { answerRules } from './answers.ts'
import { sqlInvitationStore } from './invitation-store.ts'
import { invitationRules } from './invitations.ts'
import { inviteRules } from './invite.ts'
import type { JoiningNeeds } from './needs.ts'
import { sqlRequestStore } from './request-store.ts'
import { requestRules } from './requests.ts'
import { respondRules } from './respond.ts'

/** Searches for people that one person may make per minute: enough while typing, too few to list everyone. */
const SEARCHES_A_MINUTE = 30
/** Calls for sending invitations that one person may make per minute. */
const ROUNDS_A_MINUTE = 10

/** Joining a space: requests, invitations, and the answers to both. */
export function joiningModule(app: FastifyInstance, needs: JoiningNeeds) {
  const requestStore = sqlRequestStore(needs.db)
  const shared = {
    ...needs,
    store: sqlInvitationStore(needs.db),
    lockPeople: requestStore.lockPeople,
    placeIn: requestStore.placeIn,
  }
  const requests = requestRules({ ...needs, store: requestStore })
  const answers = answerRules({ ...needs, store: requestStore })
  const { invite } = inviteRules(shared)
  const invitations = invitationRules(shared)
  const responses = respondRules(shared)
  const searches = rateLimitOf(SEARCHES_A_MINUTE, needs.now)
  const rounds = rateLimitOf(ROUNDS_A_MINUTE, needs.now)

  mount(app, joining.apply, requests.apply)
  mount(app, joining.withdraw, requests.withdraw)
  mount(app, joining.remind, requests.remind)
  mount(app, joining.requests, answers.requests)
  mount(app, joining.waiting, answers.waiting)
  mount(app, joining.answer, answers.answer)
  mount(app, joining.people, async (input, { actor }) => {
    searches.take(actor.id)
    return invitations.find(input, actor)
  })
  mount(app, joining.invite, async (input, call) => {
    rounds.take(call.actor.id)
    return invite(input, call)
  })
  mount(app, joining.invitations, invitations.invitations)
  mount(app, joining.revoke, invitations.revoke)
  mount(app, joining.card, responses.card)
  mount(app, joining.respond, responses.respond)
  mount(app, joining.myInvitations, (_input, { actor }) => responses.myInvitations(actor))
  return { card: responses.card, invite, remindOfOld: requests.remindOfOld }
}
export type JoiningService = ReturnType<typeof joiningModule>
