import type { TFunction } from 'i18next'
import type { Verdict } from '#contract/core/policy.ts'

/** What the policy says to whoever asked, in words: the rule, and the right that it is about by its name. */
export const verdictWords = (t: TFunction, { rule, flag }: Verdict): string =>
  t(`policy.rules.${rule}`, { flag: flag ? t(`policy.flags.${flag}`) : '' })
