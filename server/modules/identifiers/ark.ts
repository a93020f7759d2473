import { TRIAL_NAAN } from '#server/config.ts'
import { checkCharacterOf } from './noid.ts'

/** The dataset, or the version of it, that an ARK names. */
export type ArkParts = { ark: string; version: number | null }

/**
 * Parses an ARK in any spelling, `ark:99999/d1…` or `ark:/99999/d1…`, with hyphens anywhere; null if it is invalid, or
 * mistyped according to its check character. Source: draft-kunze-ark, sections 2.5 and 2.7.
 */
export function readArk(text: string): ArkParts | null {
  const [, naan, name, version] =
    /^ark:\/?(\d{5,9})\/([0-9a-z]+)(?:\.v(\d{1,6}))?\/?$/.exec(text.toLowerCase().replaceAll('-', '')) ?? []
  if (!naan || !name || name.length < 2) return null
  if (checkCharacterOf(`${naan}/${name.slice(0, -1)}`) !== name.at(-1)) return null
  return { ark: `ark:${naan}/${name}`, version: version ? Number(version) : null }
}

export const isTrialArk = (ark: string): boolean => ark.startsWith(`ark:${TRIAL_NAAN}/`)

/** The ARK of one version of the dataset that this ARK names. */
export const arkOfVersion = (ark: string, version: number): string => `${ark}.v${version}`
