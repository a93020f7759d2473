import type { TFunction } from 'i18next'
import type { Verdict } from '#contract/core/policy.ts'

/** The translated sentence of a policy verdict: its rule, and the name of the right concerned. */
export const verdictWords = (t: TFunction, { rule, flag }: Verdict): string =>
  t(`policy.rules.${rule}`, { flag: flag ? t(`policy.flags.${flag}`) : '' })
