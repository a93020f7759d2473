import { checkCharacterOf } from './noid.ts'

/** What an ARK of ours names: a dataset, or one version of it. */
export type ArkParts = { ark: string; version: number | null }

/**
 * Reads an ARK in any spelling, `ark:99999/d1…` or `ark:/99999/d1…`, with hyphens anywhere; null when it is none, or
 * when its check character says that it was mistyped. Source: draft-kunze-ark, sections 2.5 and 2.7.
 */
export function readArk(text: string): ArkParts | null {
  const [, naan, name, version] =
    /^ark:\/?(\d{5,9})\/([0-9a-z]+)(?:\.v(\d{1,6}))?\/?$/.exec(text.toLowerCase().replaceAll('-', '')) ?? []
  if (!naan || !name || name.length < 2) return null
  if (checkCharacterOf(`${naan}/${name.slice(0, -1)}`) !== name.at(-1)) return null
  return { ark: `ark:${naan}/${name}`, version: version ? Number(version) : null }
}

/** The ARK of one version of the dataset that this ARK names. */
export const arkOfVersion = (ark: string, version: number): string => `${ark}.v${version}`
