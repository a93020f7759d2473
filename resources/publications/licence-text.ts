import type { TFunction } from 'i18next'
import { LICENCES } from '#contract/publications/licences.ts'

const isKnown = (id: string): id is keyof typeof LICENCES => Object.hasOwn(LICENCES, id)

/** Its version in its id, `4.0` in CC-BY-4.0. */
const versionOf = (id: string) => id.match(/\d+(?:\.\d+)?/g)?.at(-1) ?? ''

/** A licence with its name; one without a known name is its id. */
export function licenceText(t: TFunction, id: string): string {
  if (!isKnown(id)) return id
  const name = t(`publications.licences.${LICENCES[id]}`, { version: versionOf(id) })
  return t('publications.licences.of', { name, id })
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s\p{Pd}]/gu, '')
/** Whether a licence is meant by what is typed, however its words are joined. */
export const isLicenceMeant = (text: string, typed: string): boolean => plain(text).includes(plain(typed))
