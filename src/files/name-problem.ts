import type { TFunction } from 'i18next'
import { FORBIDDEN_IN_NAMES, isFileName } from '#contract/files.ts'

const VISIBLE = /^[\\/:*?"<>|]$/

/** Why a file or folder can't have a name; null if it can. It names the characters that are not allowed. */
export function nameProblem(t: TFunction, name: string): string | null {
  if (isFileName(name)) return null
  if (name === '') return t('files.nameNeeded')
  const forbidden = [...new Set(name)].filter((one) => FORBIDDEN_IN_NAMES.test(one))
  return forbidden.length > 0 && forbidden.every((one) => VISIBLE.test(one))
    ? t('files.nameForbidden', { characters: forbidden.join(' ') })
    : t('files.nameInvalid', { name })
}
