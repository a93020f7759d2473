import type { AccessControlProvider } from '@refinedev/core'
import { can, passesGate } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf } from './session.ts'
import { loadUser } from './sign-in.ts'

const policyContextOf = ({ type, status, myRole, myFlags }: Space) => ({ type, status, myRole, myFlags })

/** Answers Refine's permission questions from the policy that the server also uses; a rule unknown to it is refused. */
export const accessControlProvider: AccessControlProvider = {
  async can({ resource, action, params }) {
    const actor = actorOf(await loadUser())
    if (resource === 'users') return { can: passesGate(actor, 'admin') }
    if (resource !== 'spaces') return { can: false }
    if (action === 'list') return { can: true }
    if (action === 'create') return { can: can(actor, 'space.create', null) }
    const space = params?.space as Space | undefined
    if (!space) return { can: action === 'show' }
    if (action === 'edit') return { can: can(actor, 'space.edit', policyContextOf(space)) }
    if (action === 'delete') return { can: can(actor, 'space.delete', policyContextOf(space)) }
    return { can: action === 'show' && can(actor, 'space.see', policyContextOf(space)) }
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: false } },
}
