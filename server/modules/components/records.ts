import type { Component, MarketItem } from '#contract/components.ts'
import type { PreviewComponent } from '#contract/preview.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import type { Package } from './package.ts'
import { carriedOver, parametersOf } from './parameters.ts'
import type { ComponentRow, ComponentStore, InstalledPackage } from './store.ts'

type About = Pick<Package, 'manifest' | 'size' | 'sha256' | 'logo'>

export const webPathOf = ({ id, entry }: Pick<ComponentRow, 'id' | 'entry'>) => `/package/${id}/${entry}`

export const componentOf = (row: ComponentRow, language: Language): Component => ({
  id: row.id,
  bundle: row.bundle,
  name: row.name[language],
  description: row.description[language],
  version: row.version,
  authorName: row.author,
  category: row.category,
  logo: row.logo,
  size: row.size,
  sha256: row.sha256,
  suffixes: row.suffixes,
  rights: row.rights,
  parameters: row.parameters,
  webPath: webPathOf(row),
  isOn: row.is_on,
  installTime: row.installed_at.toISOString(),
})

export const itemOf = (
  { manifest, size, sha256, logo }: About,
  language: Language,
  old?: InstalledPackage,
): MarketItem => ({
  id: manifest.bundle,
  bundle: manifest.bundle,
  name: manifest.name[language],
  description: manifest.description[language],
  version: manifest.version,
  authorName: manifest.author,
  category: manifest.category,
  logo,
  size,
  sha256,
  suffixes: manifest.suffixes,
  rights: manifest.rights,
  // An update keeps the settings of the installed version.
  parameters: old ? carriedOver(parametersOf(manifest), old.parameters) : parametersOf(manifest),
  downloadId: manifest.bundle,
  installed: old?.version ?? '',
})

export const previewOf = (
  { id, bundle, name, parameters }: Component | MarketItem,
  webPath: string,
): PreviewComponent => ({
  id,
  bundle,
  name,
  parameters,
  webPath,
})

/** An installed component. Throws componentGone. */
export async function componentAt(store: ComponentStore, id: string, language: Language): Promise<Component> {
  const row = await store.byId(id)
  if (!row) throw new Failure('componentGone')
  return componentOf(row, language)
}
