import { bindingRules } from './binding.ts'
import { directoryRules } from './directory.ts'
import { identityRules, type SignInNeeds } from './identities.ts'
import { newcomerRules } from './newcomers.ts'
import { outsideRules } from './outside.ts'
import { secondRules } from './second.ts'

/** Signing in by other sites and directories, and the identities that accounts have there. */
export function signInService(needs: SignInNeeds) {
  const { store } = needs
  const identities = identityRules(needs)
  const newcomers = newcomerRules(needs, identities)
  const { becomeKnown, findPending, ...knowing } = newcomers
  return {
    ...outsideRules(needs, identities, newcomers),
    ...directoryRules(needs, identities, newcomers),
    bindTo: identities.bindTo,
    ...knowing,
    ...bindingRules(needs, identities, newcomers),
    ...secondRules(needs, identities),
    identities: store.ofPerson,
    removeIdentity: store.remove,
  }
}
export type SignInService = ReturnType<typeof signInService>
