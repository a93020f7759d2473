import i18next from 'i18next'
import { auditWords } from '#contract/audit-words.ts'

const say = (key: string, options: object = {}) => (i18next.t as (key: string, options: object) => string)(key, options)

export const { fieldWord, valueWord, whoOf, sentenceOf, reasonOf } = auditWords({
  has: (key) => i18next.exists(key),
  say,
  sayBare: (key) => say(key, { missingInterpolationHandler: () => '…' }),
})
