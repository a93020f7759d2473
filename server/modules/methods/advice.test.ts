import { expect, test } from 'vitest'
import { findText } from '#server/http/texts.ts'
import { adviceKeys, stepNames } from './advice.ts'

test.each(['zh', 'en'] as const)('every advice and every step has its words (%s)', (language) => {
  const keys = [...adviceKeys.map((key) => `methods.advice.${key}`), ...stepNames.map((key) => `methods.steps.${key}`)]
  expect(keys.filter((key) => !findText(language, key))).toEqual([])
})
