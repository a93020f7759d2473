import * as z from 'zod/mini'
import type { Component, components as calls, MarketItem } from '#contract/components.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { flatParameters, type Parameter } from '#contract/custom-parameters.ts'
import { builtInViewers, type ComponentRight, type PreviewComponent } from '#contract/preview.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { By, Call, Language } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { decodeCursor, encodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import type { Market } from './market.ts'
import { type Offer, type Package, readPackage, sha256Of } from './package.ts'
import { auditValuesOf, carriedOver, filledIn, parametersOf } from './parameters.ts'
import type { ComponentRow, ComponentStore, InstalledPackage, PackageFile } from './store.ts'

export type ComponentNeeds = Pick<Deps, 'db' | 'blobs' | 'now'> & {
  audit: Pick<Audit, 'record'>
  store: ComponentStore
  market: Market
}
type About = Pick<Package, 'manifest' | 'size' | 'sha256' | 'logo'>
/** The component that a call names, with its parameters. */
type Wish = { id: string; parameters: readonly Parameter[] }

const Key = z.object({ bundle: part.text })
const afterOf = (after: string | undefined) => (after === undefined ? null : decodeCursor(after, Key).bundle)
const webPathOf = ({ id, entry }: Pick<ComponentRow, 'id' | 'entry'>) => `/package/${id}/${entry}`
const targetOf = ({ id, name }: { id: string; name: { zh: string } }) => ({ id, name: name.zh })

const componentOf = (row: ComponentRow, language: Language): Component => ({
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

const itemOf = ({ manifest, size, sha256, logo }: About, language: Language, old?: InstalledPackage): MarketItem => ({
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

const previewOf = ({ id, bundle, name, parameters }: Component | MarketItem, webPath: string): PreviewComponent => ({
  id,
  bundle,
  name,
  parameters,
  webPath,
})

const isAsked = ({ manifest }: Offer, { q, category, suffix }: Omit<ParsedOf<typeof calls.market>, 'size'>) => {
  const { bundle, name, suffixes } = manifest
  const words = [bundle, name.zh, name.en, ...suffixes].join('\n').toLowerCase()
  return (
    (!q || words.includes(q.toLowerCase())) &&
    (!category || manifest.category === category) &&
    (!suffix || suffixes.includes(suffix.toLowerCase()))
  )
}

export function componentService(needs: ComponentNeeds) {
  const { db, blobs, now, audit, store, market } = needs

  async function list(query: ParsedOf<typeof calls.list>, { language }: Pick<Call, 'language'>) {
    const rows = await store.page(query, afterOf(query.after))
    return pageOf(rows, query.size, {
      toItem: (row) => componentOf(row, language),
      key: ({ bundle }) => ({ bundle }),
    })
  }

  async function offered(query: ParsedOf<typeof calls.market>, { language }: Pick<Call, 'language'>) {
    const after = afterOf(query.after) ?? ''
    const { offers, isPartial } = await market.offers()
    const fitting = offers.filter(({ id }) => id > after).filter((offer) => isAsked(offer, query))
    const page = fitting.slice(0, query.size)
    const installed = await store.installed(page.map(({ id }) => id))
    return {
      isPartial,
      list: page.map((offer) => itemOf(offer, language, installed.get(offer.id))),
      ...(fitting.length > page.length && { next: encodeCursor({ bundle: page.at(-1)?.id ?? '' }) }),
    }
  }

  async function categories() {
    const named = (await market.offers()).offers.map(({ manifest }) => manifest.category).filter(Boolean)
    return [...Map.groupBy(named, (category) => category)]
      .map(([category, { length }]) => ({ category, count: length }))
      .sort((a, b) => a.category.localeCompare(b.category))
  }

  /** Stores the contents of a package; contents without a reference are swept later. */
  async function keep({ files }: Package): Promise<PackageFile[]> {
    const kept: PackageFile[] = []
    for (const { path, open } of files) {
      const digest = await blobs.put(open()).catch((cause: unknown) => {
        // The package declares wrong sizes, or its bytes are damaged.
        throw new Failure('componentDamaged', { cause })
      })
      kept.push({ path, ...digest })
    }
    return kept
  }

  async function put(tx: Tx, { id, parameters }: Wish, given: Package, { actor, caller }: By): Promise<void> {
    const { manifest, size, sha256, logo } = given
    const { bundle, name, version, category, description, author, entry, rights } = manifest
    const filled = filledIn(parametersOf(manifest), parameters)
    await holdAdministrator(tx, actor)
    const old = await store.lock(tx, id)
    // Blocks the sweep before the first byte is stored, so that it does not delete contents that are about to be
    // referenced.
    await holdBlobs(tx)
    const files = await keep(given)
    fault('component-kept')
    const draft = { id, bundle, name, version, category, description, author, entry, rights, size, sha256, logo }
    if (!(await store.put(tx, { ...draft, ...filled }, actor.id, now()))) throw new Failure('componentTaken')
    await store.setFiles(tx, id, files, now())
    fault('component-in-transaction')
    audit.record(tx, {
      action: 'componentInstalled',
      actor,
      caller,
      target: targetOf({ id, name }),
      ...(old && { before: { version: old.version, ...auditValuesOf(old.parameters) } }),
      after: { version, sha256, rights, ...auditValuesOf(filled.parameters) },
    })
  }

  async function one(id: string, language: Language): Promise<Component> {
    const row = await store.byId(id)
    if (!row) throw new Failure('componentGone')
    return componentOf(row, language)
  }

  async function keepPackage(wish: Wish, given: Package, by: By): Promise<Component> {
    // Built-in viewers are identified by name alone, so a component can't have the same name.
    if (builtInViewers.some(({ id }) => id === wish.id)) throw new Failure('componentTaken')
    await transact(db, (tx) => put(tx, wish, given, by))
    fault('component-committed')
    return one(wish.id, by.language)
  }

  async function install({ componentId, parameters, rights, sha256 }: ParsedOf<typeof calls.install>, by: By) {
    const offer = (await market.offers()).offers.find(({ id }) => id === componentId)
    if (!offer) throw new Failure('componentGone')
    const bytes = await offer.bytes()
    if (sha256Of(bytes) !== sha256) throw new Failure('componentDamaged')
    const given = await readPackage(bytes)
    // The package must have exactly the version, rights and checksum that were agreed to.
    const { bundle, version, rights: asked } = given.manifest
    const isAgreed = rights.toSorted().join() === asked.toSorted().join()
    if (!isAgreed || bundle !== componentId || version !== offer.manifest.version) throw new Failure('componentDamaged')
    return keepPackage({ id: componentId, parameters }, given, by)
  }

  /** Describes an uploaded package (dry run), or installs it if it is still the one that was described. */
  async function installFile(input: ParsedOf<typeof calls.installFile>, bytes: Buffer, by: By): Promise<MarketItem> {
    const given = await readPackage(bytes)
    const { bundle } = given.manifest
    if (input.isDryRun === 'false') {
      if (input.sha256 !== given.sha256) throw new Failure('componentDamaged')
      await keepPackage({ id: bundle, parameters: parametersIn(input.parameters) }, given, by)
    }
    return itemOf(given, by.language, (await store.installed([bundle])).get(bundle))
  }

  /** Changes an installed component; one change of it at a time. */
  const change = async (
    id: string,
    { actor, caller, language }: By,
    run: (tx: Tx, row: ComponentRow) => Promise<Omit<Parameters<Audit['record']>[1], 'actor' | 'caller' | 'target'>>,
  ) => {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const row = await store.lock(tx, id)
      if (!row) throw new Failure('componentGone')
      audit.record(tx, { ...(await run(tx, row)), actor, caller, target: targetOf(row) })
    })
    return language
  }

  async function edit({ id, parameters }: ParsedOf<typeof calls.edit>, by: By): Promise<Component> {
    await change(id, by, async (tx, row) => {
      const filled = filledIn(row.parameters, parameters)
      await store.edit(tx, id, filled, now())
      return {
        action: 'componentChanged',
        before: auditValuesOf(row.parameters),
        after: auditValuesOf(filled.parameters),
      }
    })
    return one(id, by.language)
  }

  async function turn({ id, isOn }: ParsedOf<typeof calls.turn>, by: By): Promise<Component> {
    await change(id, by, async (tx, row) => {
      await store.turn(tx, id, isOn, now())
      return { action: 'componentTurned', before: { isOn: row.is_on }, after: { isOn } }
    })
    return one(id, by.language)
  }

  async function remove({ id }: { id: string }, by: By): Promise<null> {
    await change(id, by, async (tx, row) => {
      await store.remove(tx, id)
      return { action: 'componentRemoved', before: { version: row.version, ...auditValuesOf(row.parameters) } }
    })
    return null
  }

  /** Components for a suffix: those installed and enabled; otherwise the first of the market that is not installed. */
  async function showing(suffix: string, language: Language) {
    const rows = await store.showing(suffix)
    return rows.map((row) => previewOf(componentOf(row, language), webPathOf(row)))
  }
  async function matching(suffix: string, language: Language): Promise<PreviewComponent | null> {
    const offers = (await market.atHand()).filter(({ manifest }) => manifest.suffixes.includes(suffix))
    const installed = await store.installed(offers.map(({ id }) => id))
    const offer = offers.find(({ id }) => !installed.has(id))
    return offer ? previewOf(itemOf(offer, language), '') : null
  }

  /** Parameters and rights of an enabled component; null when there is none. */
  async function rightsOf(id: string): Promise<{ parameters: Parameter[]; rights: ComponentRight[] } | null> {
    const row = await store.byId(id)
    return row?.is_on ? { parameters: flatParameters(row.parameters), rights: row.rights } : null
  }

  return { list, offered, categories, install, installFile, edit, turn, remove, showing, matching, rightsOf }
}

function parametersIn(text = '[]'): Parameter[] {
  try {
    const given: unknown = JSON.parse(text)
    const entries = Array.isArray(given) ? (given as unknown[]) : []
    return entries.flatMap((one) => {
      const { key, value } = Object(one) as Record<string, unknown>
      return typeof key === 'string' ? [{ key, value }] : []
    })
  } catch (cause) {
    throw new Failure('componentParameters', { cause })
  }
}
